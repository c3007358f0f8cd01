/** What is Piwigo's own; what all destinations do is in ../every-destination.test.ts. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FACTS, picture } from '../../../testing/destination-suite.ts';
import { kindOf, never, outgoing } from '../../../testing/file-destination-cases.ts';
import type { Received } from '../../../testing/photo-services/faulty-server.ts';
import { type PiwigoStage, startPiwigo } from '../../../testing/photo-services/piwigo-stage.ts';
import type { PiwigoServer } from '../../../testing/photo-services/piwigo-server.ts';
import type { Piwigo } from './piwigo.ts';

let stage: PiwigoStage;
let server: PiwigoServer;
let piwigo: Piwigo;
let album: string;

beforeAll(async () => {
  stage = await startPiwigo();
  server = stage.server;
});
beforeEach(async () => {
  Object.assign(server, {
    version: '16.4.0',
    hasLounge: false,
    uniquenessMode: 'md5sum',
    maxPage: 500,
    maxComments: 100,
  });
  Object.assign(server.user, { status: 'webmaster' });
  server.http.heal();
  server.images.clear();
  server.albums.clear();
  piwigo = stage.open();
  await piwigo.whoIs(never);
  album = await piwigo.album('May', null, never);
});
afterAll(() => stage.end());

const method = (name: string) => (request: Received) => request.query.get('method') === name;
const asked = (name: string) => server.http.asked.filter((one) => one.endsWith(name)).length;
const picked = (bytes = picture(), more = {}) => outgoing('a.jpg', bytes, { album, facts: FACTS, ...more });
const upload = method('pwg.images.uploadAsync');

test('a new album is private', () => {
  expect(server.albums.get(Number(album))?.status).toBe('private');
});

test('a public album of the name is not taken without being asked', async () => {
  server.addAlbum('Shown');
  expect(await kindOf(piwigo.album('Shown', null, never))).toBe('person');
});

test('title, author, description, time and tags arrive, in place of what the file says', async () => {
  const image = stage.imageOf(await piwigo.upload(picked(), never));
  expect(image).toMatchObject({
    name: 'Boats',
    author: 'Anna',
    comment: 'In the morning',
    dateCreation: '2026-05-01 10:00:00',
  });
  expect([...image.tags].map((id) => server.tags.get(id))).toEqual(['places', 'Sète', 'boat']);
});

test('a new title and fewer tags arrive, and take no picture out of an album of somebody else', async () => {
  const placed = await piwigo.upload(picked(), never);
  const image = stage.imageOf(placed);
  const theirs = server.addAlbum('Theirs', { images: new Set([image.id]) });
  const hidden = server.addAlbum('Hidden', { images: new Set([image.id]), isForbidden: true });
  await piwigo.describe(placed, { ...FACTS, title: 'Ships <3', tags: ['boat'] }, never);
  expect(image.name).toBe('Ships &lt;3');
  expect([...image.tags].map((id) => server.tags.get(id))).toEqual(['boat']);
  await piwigo.replace(placed, picked(), never);
  expect([...theirs.images, ...hidden.images]).toEqual([image.id, image.id]);
});

test('a tag that its database takes for another is that other', async () => {
  server.tags.set(7, 'Mowe');
  const image = stage.imageOf(await piwigo.upload(picked(picture(), { facts: { ...FACTS, tags: ['Möwe'] } }), never));
  expect([...image.tags]).toEqual([7]);
});

test('two publications with equal bytes share a picture, and neither writes over the other', async () => {
  const bytes = picture();
  const first = await piwigo.upload(picked(bytes), never);
  const other = await piwigo.album('June', null, never);
  const more = { album: other, mark: 'second/library/1', facts: { ...FACTS, title: 'Second' } };
  const second = await piwigo.upload(picked(bytes, more), never);
  expect(second.isOurs).toBe(false);
  expect(server.images.size).toBe(1);
  expect(stage.imageOf(first).name).toBe('Boats');
  await piwigo.remove(first, never);
  expect(await piwigo.look(first.id, never)).toBeNull();
  expect(await piwigo.look(second.id, never)).not.toBeNull();
});

test('removing takes the picture out of its album alone while it is in another one', async () => {
  const placed = await piwigo.upload(picked(), never);
  const { id } = stage.imageOf(placed);
  const theirs = server.addAlbum('Theirs', { images: new Set([id]) });
  await piwigo.remove(placed, never);
  expect([...theirs.images]).toEqual([id]);
  expect(server.albums.get(Number(album))?.images.has(id)).toBe(false);
});

test('before 14 a picture leaves its album only if the user sees all albums', async () => {
  server.version = '13.8.0';
  const old = stage.openWith({ user: 'anna', password: 'secret' });
  const placed = await old.upload(picked(), never);
  const theirs = server.addAlbum('Theirs', { images: new Set([stage.imageOf(placed).id]) });
  const hidden = server.addAlbum('Hidden', { images: new Set([stage.imageOf(placed).id]), isForbidden: true });
  expect(await kindOf(old.remove(placed, never))).toBe('person');
  expect([hidden.images.size, theirs.images.size]).toEqual([1, 1]);
  hidden.isForbidden = false;
  await old.remove(placed, never);
  expect([hidden.images.size, theirs.images.size]).toEqual([1, 1]);
  expect(server.albums.get(Number(album))?.images.size).toBe(0);
});

test('an interrupted upload goes on: the first answer with a picture ends it, and no part is left over', async () => {
  const whole = picked(picture(64 * 1024 * 4));
  server.http.fail('cut', (request) => upload(request) && request.form().get('chunk')?.text === '3');
  expect(await kindOf(piwigo.upload(whole, never))).toBe('unknown');
  expect(server.images.size).toBe(0);
  expect(await piwigo.find(whole, never)).toBeNull();
  const sent = asked('ws.php');
  const placed = await piwigo.upload(whole, never);
  expect(stage.imageOf(placed).bytes.length).toBe(whole.bytes);
  expect(server.parts.size).toBe(0);
  expect(asked('ws.php')).toBeGreaterThan(sent);
});

test.each(['lost', { late: { status: 504, body: '<h1>Gateway Timeout</h1>' } }] as const)(
  'an upload that was done although its answer was %s is looked up, and not sent again',
  async (fault) => {
    server.http.fail(fault, upload);
    const before = server.http.asked.length;
    const placed = await piwigo.upload(picked(), never);
    expect(placed.isOurs).toBe(true);
    expect(server.images.size).toBe(1);
    expect(server.http.asked.length - before).toBeLessThan(10);
  },
);

test('a replacement whose answer was lost is done, and one that was cut leaves the former picture whole', async () => {
  const former = picture();
  const placed = await piwigo.upload(picked(former), never);
  server.http.fail('cut', upload);
  expect(await kindOf(piwigo.replace(placed, picked(), never))).toBe('unknown');
  expect(stage.imageOf(placed).bytes.equals(former)).toBe(true);
  const next = picked();
  server.http.fail('lost', upload);
  const replaced = await piwigo.replace(placed, next, never);
  // As after a crash before it was written down.
  expect(await piwigo.replace(placed, next, never)).toEqual(replaced);
  expect(server.images.size).toBe(1);
});

test.each([
  ['a page to log in', { status: 200, body: '<html><form action="/login">Sign in</form></html>' }],
  ['a warning before the JSON', { status: 200, body: '<b>Warning</b>: mkdir() {"stat":"ok","result":{}}' }],
  ['JSON of something else', { status: 200, body: { hello: 'world' } }],
  ['nothing', { status: 200 }],
])('after %s nothing is done: not uploaded, not removed, not listed', async (_, instead) => {
  const placed = await piwigo.upload(picked(), never);
  const sent = server.images.size;
  const fails = () => server.http.fail({ instead }, () => true, 1);
  for (const work of [
    () => piwigo.upload(picked(), never),
    () => piwigo.remove(placed, never),
    () => piwigo.look(placed.id, never),
    () => piwigo.list(album, [], never),
    () => piwigo.find(picked(), never),
    () => piwigo.album('Never made', null, never),
    () => piwigo.whoIs(never),
  ]) {
    fails();
    expect(await kindOf(work())).toBe('unknown');
  }
  expect([server.images.size, server.albums.size]).toEqual([sent, 1]);
});

test('a list that is not complete is none: page 2 of 3 fails, an empty page, pictures that this user may not see', async () => {
  const listed = method('pwg.categories.getImages');
  for (let n = 0; n < 3; n++) server.addByHand(picture(10), `${n}.jpg`, Number(album));
  expect(await piwigo.list(album, [], never)).toHaveLength(3);
  server.maxPage = 1;
  expect(await kindOf(piwigo.list(album, [], never))).toBe('unknown');
  server.maxPage = 500;
  const empty = { stat: 'ok', result: { paging: { total_count: 0 }, images: [] } };
  server.http.fail({ instead: { status: 200, body: empty } }, listed);
  expect(await kindOf(piwigo.list(album, [], never))).toBe('unknown');
  server.http.fail({ instead: { status: 503 } }, listed);
  expect(await kindOf(piwigo.list(album, [], never))).toBe('later');
  server.albums.get(Number(album))!.isForbidden = true;
  expect(await kindOf(piwigo.list(album, [], never))).toBe('unknown');
});

test.each([
  ['too large', { instead: { status: 413 } }, 'never'],
  ['too many requests', { instead: { status: 429, headers: { 'retry-after': '7' } } }, 'later'],
  ['maintenance', { instead: { status: 503 } }, 'later'],
  ['a full disk', { instead: { status: 500, body: '<h1>Internal Server Error</h1>' } }, 'later'],
  [
    'its own word for a full disk',
    { instead: { status: 200, body: { stat: 'fail', err: 500, message: 'error while merging' } } },
    'later',
  ],
  ['a right that lacks', { instead: { status: 200, body: { stat: 'fail', err: 403, message: 'no' } } }, 'person'],
  ['a type that its configuration forbids', { instead: { status: 200, body: 'forbidden file type' } }, 'never'],
  ['a redirect', { instead: { status: 302, headers: { location: 'https://elsewhere.example/' } } }, 'person'],
] as const)('an upload that fails for %s is told apart from the others', async (_, fault, kind) => {
  server.http.fail(fault, upload);
  expect(await kindOf(piwigo.upload(picked(), never))).toBe(kind);
  expect(server.images.size).toBe(0);
});

test('no body is sent for a type that the gallery does not take, with a wrong key, or for a guest', async () => {
  const tiff = outgoing('a.tiff', picture(100_000), { album });
  const before = server.http.bytesReceived;
  expect(await kindOf(piwigo.upload(tiff, never))).toBe('never');
  const large = picked(picture(100_000));
  expect(await kindOf(stage.openWith({ key: 'pkid-1:wrong' }).upload(large, never))).toBe('person');
  expect(await kindOf(stage.openWith({ user: 'anna', password: 'wrong' }).upload(large, never))).toBe('person');
  server.user.status = 'normal';
  expect(await kindOf(stage.open().upload(large, never))).toBe('person');
  expect(server.http.bytesReceived - before).toBeLessThan(20_000);
});

test('a Piwigo that does not know the key says so, instead of being a guest', async () => {
  server.version = '16.0.0';
  await expect(stage.open().whoIs(never)).rejects.toThrow('16.1');
});

test('a session that has ended is begun anew, and a guest proves nothing', async () => {
  const session = stage.openWith({ user: 'anna', password: 'secret' });
  const placed = await session.upload(picked(), never);
  server.sessions.clear();
  expect(await session.find(picked(), never)).toBeNull();
  server.sessions.clear();
  // To a guest a private picture is not there.
  server.http.fail(
    { instead: { status: 404, body: { stat: 'fail', err: 404, message: 'image_id not found' } } },
    method('pwg.images.getInfo'),
  );
  expect(await kindOf(session.look(placed.id, never))).toBe('person');
});

test('a gallery that tells pictures by their names is refused', async () => {
  server.uniquenessMode = 'filename';
  expect(await kindOf(piwigo.upload(picked(), never))).toBe('person');
});

test('the rights to upload and to remove are tried, and each that lacks is named', async () => {
  const no = { instead: { status: 200, body: { stat: 'fail', err: 403, message: 'not for you' } } };
  server.http.fail(no, upload);
  expect(await piwigo.test(never)).toEqual([expect.stringContaining('pwg.images.uploadAsync')]);
  server.http.fail(no, method('pwg.images.delete'));
  expect(await piwigo.test(never)).toEqual([expect.stringContaining('pwg.images.delete')]);
});

test('an album that is gone is no place to upload to, and what is there stays', async () => {
  const gone = picked();
  server.albums.clear();
  expect(await kindOf(piwigo.upload(gone, never))).toBe('later');
  expect(await kindOf(piwigo.list(album, [], never))).toBe('unknown');
});

test('a file that is smaller than when it was rendered is no picture there', async () => {
  const shorter = { ...picked(), bytes: 100_000 };
  await expect(piwigo.upload(shorter, never)).rejects.toThrow('shorter');
  expect(server.images.size).toBe(0);
});

test('the average of the visitors and all comments come back, page by page, or nothing does', async () => {
  const placed = await piwigo.upload(picked(), never);
  const image = stage.imageOf(placed);
  expect(await piwigo.feedback([placed.id, '99@1'], never)).toEqual([
    { id: placed.id, stars: null, isFavorite: null, comments: [] },
  ]);
  image.rates = [5, 4];
  for (let id = 0; id < 5; id++)
    image.comments.push({ id, author: 'Ben', content: `${id}`, date: '2026-11-28 10:00:00' });
  server.maxComments = 1;
  await piwigo.whoIs(never);
  const [said] = await piwigo.feedback([placed.id], never);
  expect(said).toMatchObject({
    stars: 4.5,
    comments: [{ author: 'Ben', text: '0', at: '2026-11-28T10:00:00' }, {}, {}, {}, {}],
  });
});
