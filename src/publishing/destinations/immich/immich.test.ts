/** What is Immich's own; what all destinations do is in ../every-destination.test.ts. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FACTS, picture } from '../../../testing/destination-suite.ts';
import { kindOf, never, outgoing } from '../../../testing/file-destination-cases.ts';
import type { Fault, Received } from '../../../testing/photo-services/faulty-server.ts';
import { type ImmichStage, startImmich } from '../../../testing/photo-services/immich-stage.ts';
import type { ImmichServer, StoredAsset } from '../../../testing/photo-services/immich-server.ts';
import type { Placed } from '../destination.ts';
import type { Immich } from './immich.ts';

let stage: ImmichStage;
let server: ImmichServer;
let immich: Immich;
let album: string;

beforeAll(async () => {
  stage = await startImmich();
  server = stage.server;
});
beforeEach(async () => {
  server.http.heal();
  server.assets.clear();
  server.albums.clear();
  server.tags.clear();
  Object.assign(server, { maxPage: 1000, readsAfter: 0 });
  server.account.quotaBytes = Infinity;
  immich = stage.open();
  album = await immich.album('May', null, never);
});
afterAll(() => stage.end());

const picked = (bytes = picture(), more = {}) => outgoing('a.jpg', bytes, { album, facts: FACTS, ...more });
const assetOf = ({ id }: Placed): StoredAsset => server.assets.get(id.split('@')[0]!)!;
const inAlbum = () => [...server.albums.get(album)!.assets].filter((id) => !server.assets.get(id)?.isTrashed);
const to = (method: string, path: string) => (request: Received) =>
  request.method === method && request.path === `/api${path}`;
const uploading = to('POST', '/assets');

test('stars, texts and tags arrive, also when the server reads the file afterwards', async () => {
  server.readsAfter = 3;
  const asset = assetOf(await immich.upload(picked(), never));
  expect(asset).toMatchObject({ rating: 3, description: 'Boats\n\nIn the morning', untilRead: 0 });
  expect([...asset.tags]).toEqual(['places/Sète', 'boat']);
});

test('what was told changes, what a person wrote stays', async () => {
  const placed = await immich.upload(picked(), never);
  const asset = assetOf(placed);
  server.tags.set('favorites', { id: 'tag-of-anna', value: 'favorites' });
  asset.tags.add('favorites');
  await immich.describe(placed, { ...FACTS, stars: 0, tags: ['boat'] }, never);
  expect(asset.rating).toBeNull();
  expect([...asset.tags].sort()).toEqual(['boat', 'favorites']);
  Object.assign(asset, { rating: 4, description: 'by hand' });
  await immich.describe(placed, { ...FACTS, title: null, description: null, stars: null }, never);
  expect(asset).toMatchObject({ rating: 4, description: 'by hand' });
});

test('the replacement is in all albums of the former, and keeps favorite, stack, archive and what a person wrote', async () => {
  const facts = { ...FACTS, stars: null };
  const placed = await immich.upload(picked(picture(), { facts }), never);
  const theirs = await immich.album('Family', null, never);
  server.albums.get(theirs)!.assets.add(assetOf(placed).id);
  server.tags.set('favorites', { id: 'tag-of-anna', value: 'favorites' });
  assetOf(placed).tags.add('favorites');
  Object.assign(assetOf(placed), { isFavorite: true, stack: 'stack', visibility: 'archive', rating: 5 });
  const replaced = await immich.replace(placed, picked(picture(), { facts }), never);
  expect(assetOf(replaced)).toMatchObject({ isFavorite: true, stack: 'stack', visibility: 'archive', rating: 5 });
  expect(assetOf(replaced).tags).toContain('favorites');
  expect(server.albums.get(theirs)!.assets).toContain(assetOf(replaced).id);
  expect(assetOf(placed).isTrashed).toBe(true);
});

test('an edit that is taken back finds the former picture in the trash', async () => {
  const bytes = picture();
  const placed = await immich.upload(picked(bytes), never);
  const replaced = await immich.replace(placed, picked(), never);
  const again = await immich.replace(replaced, picked(bytes), never);
  expect(again).toEqual({ id: placed.id, version: placed.version });
  expect(inAlbum()).toEqual([assetOf(again).id]);
});

test('a picture that lies in the trash is brought back, and is not ours if we did not put it there', async () => {
  const bytes = picture();
  const theirs = server.addByHand(bytes, 'theirs.jpg');
  theirs.isTrashed = true;
  expect(await immich.upload(picked(bytes), never)).toMatchObject({ isOurs: false });
  expect(theirs.isTrashed).toBe(false);
  expect(theirs.metadata.size).toBe(0);
  const own = picked();
  const placed = await immich.upload(own, never);
  assetOf(placed).isTrashed = true;
  expect(await immich.upload(own, never)).toMatchObject({ id: placed.id, isOurs: true });
});

test('without an album, only what was put there is asked for, not the whole account', async () => {
  for (const name of ['a', 'b', 'c']) server.addByHand(picture(), `${name}.jpg`);
  const placed = await immich.upload(picked(picture(), { album: null }), never);
  const gone = await immich.upload(picked(picture(), { album: null }), never);
  assetOf(gone).isTrashed = true;
  const before = server.http.asked.length;
  const there = await immich.list(null, [placed.id, gone.id], never);
  expect(there.map(({ id }) => id)).toEqual([placed.id]);
  expect(server.http.asked.slice(before)).not.toContain('POST /api/search/metadata');
});

test('a replacement that somebody else has put there already is not taken, and the former stays', async () => {
  const bytes = picture();
  const theirs = server.addByHand(bytes, 'theirs.jpg');
  const placed = await immich.upload(picked(), never);
  expect(await kindOf(immich.replace(placed, picked(bytes), never))).toBe('never');
  expect(await immich.look(placed.id, never)).not.toBeNull();
  expect(theirs).toMatchObject({ isTrashed: false, description: '' });
});

test('two publications with equal bytes share an asset, and each can replace or remove its own', async () => {
  const bytes = picture();
  const first = await immich.upload(picked(bytes), never);
  const june = await immich.album('June', null, never);
  const more = { album: june, mark: 'second/library/1', facts: { ...FACTS, stars: 1 } };
  const second = await immich.upload(picked(bytes, more), never);
  expect(assetOf(second)).toBe(assetOf(first));
  expect(assetOf(first).rating).toBe(3);
  const replaced = await immich.replace(first, picked(), never);
  expect(inAlbum()).toEqual([assetOf(replaced).id]);
  expect([...server.albums.get(june)!.assets]).toEqual([assetOf(second).id]);
  expect(assetOf(second).isTrashed).toBe(false);
  await immich.remove(second, never);
  expect(assetOf(second).isTrashed).toBe(true);
  expect(assetOf(replaced).isTrashed).toBe(false);
});

test.each<[Fault, string]>([
  ['cut', 'looked for'],
  ['lost', 'looked for'],
  ['cut', 'done again'],
  ['lost', 'done again'],
  ['cut', 'edited once more'],
  ['lost', 'edited once more'],
])(
  'whichever request of a replacement is %s, there is always a picture, and exactly one when it is %s',
  async (fault, how) => {
    for (let at = 1, isDone = false; !isDone; at++) {
      server.assets.clear();
      server.albums.get(album)!.assets.clear();
      const placed = await immich.upload(picked(), never);
      const next = picked();
      let count = 0;
      server.http.fail(fault, () => ++count === at);
      isDone = await immich.replace(placed, next, never).then(
        () => count < at,
        () => false,
      );
      server.http.heal();
      expect(inAlbum().length).toBeGreaterThan(0);
      const found = how === 'looked for' ? await immich.find(next, never) : null;
      const last = how === 'edited once more' ? picked() : next;
      const replaced = await immich.replace(found ?? placed, last, never);
      expect(inAlbum()).toEqual([assetOf(replaced).id]);
      expect(assetOf(replaced).bytes.equals(readFileSync(last.file))).toBe(true);
      expect(assetOf(replaced).rating).toBe(3);
    }
  },
);

test('a replacement that was not written down is ended by the next one, which knows the former alone', async () => {
  const placed = await immich.upload(picked(), never);
  await immich.replace(placed, picked(), never);
  const replaced = await immich.replace(placed, picked(), never);
  expect(inAlbum()).toEqual([assetOf(replaced).id]);
});

test.each<Fault>(['lost', { late: { status: 504, body: '<h1>Gateway Timeout</h1>' } }])(
  'an upload that was done although its answer was %s is looked up, and not sent again',
  async (fault) => {
    server.http.fail(fault, uploading);
    const before = server.http.asked.filter((one) => one === 'POST /api/assets').length;
    expect(await immich.upload(picked(), never)).toMatchObject({ isOurs: true });
    expect(server.http.asked.filter((one) => one === 'POST /api/assets').length - before).toBe(1);
    expect(inAlbum()).toHaveLength(1);
  },
);

test.each([
  ['a page to log in', { status: 200, body: '<html><form action="/login">Sign in</form></html>' }],
  ['a warning before the JSON', { status: 200, body: 'Warning: {"results":[]}' }],
  ['JSON of something else', { status: 200, body: { hello: 'world' } }],
  ['nothing', { status: 200 }],
  ['a page of a proxy that knows no such thing', { status: 404, body: 'Asset not found' }],
])('after %s nothing is done: not uploaded, not removed, not listed', async (_, instead) => {
  const placed = await immich.upload(picked(), never);
  for (const work of [
    () => immich.upload(picked(), never),
    () => immich.remove(placed, never),
    () => immich.look(placed.id, never),
    () => immich.list(album, [], never),
    () => immich.find(picked(), never),
    () => immich.album('Never made', null, never),
    () => immich.whoIs(never),
  ]) {
    server.http.fail({ instead }, () => true);
    expect(await kindOf(work())).toBe('unknown');
  }
  expect(server.shown).toHaveLength(1);
  expect(server.albums.size).toBe(1);
});

test('a list that is not complete is none: page 2 of 3 fails, an empty one', async () => {
  const listed = to('POST', '/search/metadata');
  for (let n = 0; n < 3; n++) server.albums.get(album)!.assets.add(server.addByHand(picture(10), `${n}.jpg`).id);
  server.maxPage = 1;
  expect(await immich.list(album, [], never)).toHaveLength(3);
  server.http.fail({ instead: { status: 500 } }, (request) => listed(request) && request.body.includes('"page":2'));
  expect(await kindOf(immich.list(album, [], never))).toBe('later');
  const empty = { albums: {}, assets: { items: [], nextPage: null } };
  server.http.fail({ instead: { status: 200, body: empty } }, listed);
  expect(await kindOf(immich.list(album, [], never))).toBe('unknown');
  server.http.fail(
    { instead: { status: 200, body: empty } },
    (request) => listed(request) && request.body.includes('"page":2'),
  );
  expect(await kindOf(immich.list(album, [], never))).toBe('unknown');
});

test.each([
  ['too large', { status: 413 }, 'never'],
  ['too many requests', { status: 429, headers: { 'retry-after': '7' } }, 'later'],
  ['maintenance', { status: 503 }, 'later'],
  ['a full disk', { status: 507 }, 'later'],
  ['a failure of the server', { status: 500, body: { message: 'Internal server error' } }, 'later'],
  ['a page to log in', { status: 200, body: '<html>Sign in</html>' }, 'unknown'],
  ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }, 'person'],
] as const)('an upload that fails for %s is told apart from the others', async (_, instead, kind) => {
  server.http.fail({ instead }, uploading);
  expect(await kindOf(immich.upload(picked(), never))).toBe(kind);
  expect(server.shown).toHaveLength(0);
});

test('how long to wait is as the server says', async () => {
  server.http.fail({ instead: { status: 429, headers: { 'retry-after': '7' } } }, uploading);
  await expect(immich.upload(picked(), never)).rejects.toMatchObject({ retryAfterSeconds: 7 });
});

test('a quota waits for a person, and a type that Immich does not know is never taken', async () => {
  server.account.quotaBytes = 100;
  expect(await kindOf(immich.upload(picked(), never))).toBe('person');
  server.account.quotaBytes = Infinity;
  expect(await kindOf(immich.upload(outgoing('a.xcf', picture(), { album }), never))).toBe('never');
  await immich.whoIs(never);
  expect(immich.abilities.takes).toContain('avif');
  expect(immich.abilities.takes).not.toContain('xcf');
});

test('with a wrong key, or without the right to it, no body is sent', async () => {
  const before = server.http.bytesReceived;
  const large = picked(picture(300_000));
  expect(await kindOf(stage.openWith('wrong').upload(large, never))).toBe('person');
  expect(await kindOf(stage.openWith(server.addKey(['asset.read'])).upload(large, never))).toBe('person');
  expect(server.http.bytesReceived - before).toBeLessThan(10_000);
});

const RIGHTS = (
  'user.read asset.upload asset.read asset.update asset.delete asset.copy ' +
  'album.create album.read albumAsset.create albumAsset.delete tag.create tag.asset'
).split(' ');

test('the rights of a key that are named are those with which everything works', async () => {
  const limited = stage.openWith(server.addKey(RIGHTS));
  expect(await limited.test(never)).toEqual([]);
  await limited.whoIs(never);
  const placed = await limited.upload(picked(picture(), { album: await limited.album('Limited', null, never) }), never);
  const replaced = await limited.replace(placed, picked(), never);
  await limited.describe(replaced, { ...FACTS, tags: ['other'] }, never);
  await limited.list(album, [], never);
  await limited.remove(replaced, never);
});

test.each(RIGHTS)('that a key lacks the right %s is told by its name', async (right) => {
  const limited = stage.openWith(server.addKey(RIGHTS.filter((one) => one !== right)));
  expect(await limited.test(never)).toEqual([expect.stringContaining(`the right ${right} `)]);
});

test('an album that others see is not taken without being asked', async () => {
  server.albums.get(album)!.hasSharedLink = true;
  expect(await kindOf(immich.album('May', null, never))).toBe('person');
  expect(await immich.album('May', album, never)).toBe(album);
});

test('an upload that arrives broken is no picture there', async () => {
  server.http.fail(
    { late: { status: 201, body: { id: server.addByHand(picture(), 'other.jpg').id, status: 'created' } } },
    uploading,
  );
  expect(await kindOf(immich.upload(picked(), never))).toBe('later');
  expect(inAlbum()).toHaveLength(0);
});

test('stars, favorites and comments of the album come back, and a picture that is gone has none', async () => {
  const placed = await immich.upload(picked(), never);
  const gone = await immich.upload(picked(), never);
  Object.assign(assetOf(placed), { rating: 5, isFavorite: true });
  assetOf(gone).isTrashed = true;
  server.comments.push(
    { albumId: album, assetId: assetOf(placed).id, comment: 'Wonderful', user: 'Ben' },
    { albumId: album, assetId: assetOf(gone).id, comment: 'Not this one', user: 'Ben' },
  );
  expect(await immich.feedback([gone.id, placed.id], never)).toEqual([
    {
      id: placed.id,
      stars: 5,
      isFavorite: true,
      comments: [{ author: 'Ben', text: 'Wonderful', at: expect.any(String) as string }],
    },
  ]);
  const limited = stage.openWith(server.addKey(['asset.read']));
  await expect(limited.feedback([placed.id], never)).rejects.toThrow('activity.read');
});
