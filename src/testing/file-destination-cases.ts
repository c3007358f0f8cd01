/** What every destination that holds files does, tried with the real server of each (src/publishing/destinations). */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Destination, DestinationFailure, Outgoing } from '../publishing/destinations/destination.ts';
import { jpeg } from './pictures/jpeg.ts';
import { draftName } from '../publishing/destinations/files/file-names.ts';

/** The same place as somebody else sees it who works there by hand. */
export interface ByHand {
  put(path: string, bytes: Buffer): Promise<void> | void;
  text(path: string): Promise<string> | string;
  remove(path: string): Promise<void> | void;
  /** Of everything in a folder, drafts and marker too. */
  names(folder: string): Promise<string[]> | string[];
}

export interface OpenPlace {
  destination: Destination;
  byHand: ByHand;
}

export const never = new AbortController().signal;

/** A finished file as a publication hands it over. */
export function outgoing(
  name: string,
  bytes: Buffer | string = randomBytes(2000),
  more: Partial<Outgoing> = {},
): Outgoing {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-outgoing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const content = Buffer.from(bytes);
  const file = join(folder, 'picture');
  writeFileSync(file, content);
  const facts = { title: null, description: null, creator: null, stars: null, tags: [], takenAt: null };
  const [sha256, sha1, md5] = ['sha256', 'sha1', 'md5'].map((of) => createHash(of).update(content).digest('hex')) as [
    string,
    string,
    string,
  ];
  // As a publication keeps it.
  function choose(this: Outgoing, id: string) {
    this.chosen = id;
  }
  const kept = { chosen: null, choose, begun: null, begin: () => undefined, ...more };
  return { file, bytes: content.length, sha256, sha1, md5, name, album: null, mark: `p/l/${name}`, facts, ...kept };
}

/** By whatever works in the folder itself. */
export const handIn = (root: string): ByHand => ({
  put: (path, bytes) => writeFileSync(join(root, path), bytes),
  text: (path) => readFileSync(join(root, path), 'latin1'),
  remove: (path) => rmSync(join(root, path)),
  names: (folder) => readdirSync(join(root, folder)).sort(),
});

/** The failure's kind, for tables. */
export const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as DestinationFailure).kind,
  );

const hashOf = (outgoing: Outgoing) => createHash('sha256').update(readFileSync(outgoing.file)).digest('hex');

/** `open`: a fresh, empty place for each test. */
export function fileDestinationCases(
  open: () => Promise<OpenPlace>,
  { isSlow = false, keepsDrafts = false } = {},
): void {
  test('its rights are tried with files of its own, of which nothing stays but the marker', async () => {
    const { destination, byHand } = await open();
    expect(await destination.test(never)).toEqual([]);
    expect(await byHand.names('')).toEqual(['.safelight-destination']);
    const who = await destination.whoIs(never);
    expect(await destination.whoIs(never)).toBe(who);
  });

  test('a picture arrives with all its bytes, is replaced in its place and removed', async () => {
    const { destination, byHand } = await open();
    await destination.whoIs(never);
    const album = await destination.album('Summer 2026', null, never);
    const first = outgoing('IMG_1.jpg', randomBytes(isSlow ? 200_000 : 3_000_000), { album });
    const placed = await destination.upload(first, never);
    expect(placed).toMatchObject({ id: 'Summer 2026/IMG_1.jpg', isOurs: true });
    expect(
      createHash('sha256')
        .update(await byHand.text(placed.id), 'latin1')
        .digest('hex'),
    ).toBe(hashOf(first));
    expect(await destination.look(placed.id, never)).toMatchObject({
      id: placed.id,
      name: 'IMG_1.jpg',
      bytes: first.bytes,
      version: placed.version,
    });
    const second = outgoing('IMG_1.jpg', 'the picture, edited', { album });
    const replaced = await destination.replace(placed, second, never);
    expect(replaced.id).toBe(placed.id);
    expect(replaced.version).not.toBe(placed.version);
    expect(await byHand.text(placed.id)).toBe('the picture, edited');
    expect(await destination.list(album, [], never)).toMatchObject([{ id: placed.id, version: replaced.version }]);
    expect(await byHand.names('Summer 2026')).toEqual(['IMG_1.jpg']);
    await destination.remove(replaced, never);
    expect(await destination.look(placed.id, never)).toBeNull();
    await destination.remove(replaced, never);
    expect(await destination.list(album, [], never)).toEqual([]);
  });

  test('names are unique whatever their case and Unicode form, and nobody else’s file is written over', async () => {
    const { destination, byHand } = await open();
    await destination.whoIs(never);
    await byHand.put('CAFÉ.jpg', Buffer.from('theirs'));
    const ids = [];
    for (const name of ['café.jpg', 'Café.JPG', 'CAFÉ.jpg'.normalize('NFD')])
      ids.push((await destination.upload(outgoing(name), never)).id);
    expect(ids).toEqual(['café_01.jpg', 'Café_02.JPG', `${'CAFÉ'.normalize('NFD')}_03.jpg`]);
    const both = await Promise.all(
      ['a', 'b'].map((of) => destination.upload(outgoing('both.jpg', of, { mark: of }), never)),
    );
    expect(both.map(({ id }) => id).sort()).toEqual(['both.jpg', 'both_01.jpg']);
    expect(await byHand.text('CAFÉ.jpg')).toBe('theirs');
  });

  test.each([
    ['a:b/c\\d.jpg', 'a_b_c_d.jpg'],
    ['🌄 #1 50%25 &+;.jpg', '🌄 #1 50%25 &+;.jpg'],
    ['../../etc.jpg', '_.._etc.jpg'],
    ['con.jpg', 'con_.jpg'],
    [`${'ü'.repeat(300)}.jpg`, `${'ü'.repeat(60)}.jpg`],
  ])('%s is kept under a name that every disk takes', async (name, kept) => {
    const { destination, byHand } = await open();
    await destination.whoIs(never);
    const { id } = await destination.upload(outgoing(name, 'x'), never);
    expect(id).toBe(kept);
    expect(await destination.look(id, never)).toMatchObject({ id: kept, bytes: 1 });
    expect(await byHand.names('')).toContain(kept);
  });

  test('an album is known again, and no second one of its name is made', async () => {
    const { destination } = await open();
    await destination.whoIs(never);
    const album = await destination.album('Trips: Rome', null, never);
    expect(album).toBe('Trips_ Rome');
    // An empty folder is none in S3.
    await destination.upload(outgoing('a.jpg', 'a', { album }), never);
    expect(await destination.album('Another name', album, never)).toBe(album);
    expect(await destination.album('TRIPS: rome', null, never)).toBe(album);
  });

  test('what somebody else has changed there is neither replaced nor removed', async () => {
    const { destination, byHand } = await open();
    await destination.whoIs(never);
    const placed = await destination.upload(outgoing('a.jpg', 'ours'), never);
    await byHand.put('a.jpg', Buffer.from('theirs now'));
    expect(await kindOf(destination.replace(placed, outgoing('a.jpg', 'newer'), never))).toBe('changed_there');
    expect(await kindOf(destination.remove(placed, never))).toBe('changed_there');
    expect(await byHand.text('a.jpg')).toBe('theirs now');
    await byHand.remove('a.jpg');
    expect(await kindOf(destination.replace(placed, outgoing('a.jpg', 'newer'), never))).toBe('changed_there');
    await destination.remove(placed, never);
  });

  test('an upload whose answer was lost is found where it was to be, and nothing that others have is taken for it', async () => {
    const { destination, byHand } = await open();
    await destination.whoIs(never);
    const picture = outgoing('a.jpg', 'the same bytes');
    expect(await destination.find(picture, never)).toBeNull();
    await byHand.put('a.jpg', Buffer.from('the same bytes'));
    expect(await destination.find(picture, never)).toBeNull();
    const { id, version } = await destination.upload(picture, never);
    expect(id).toBe('a_01.jpg');
    expect(await destination.find(picture, never)).toEqual({ id, version });
    await byHand.put(id, Buffer.from('the sane bytes'));
    expect(await destination.find(picture, never)).toBeNull();
  });

  test('what others put there tells its capture time and is known by its bytes; taken over, it is replaced and removed', async () => {
    const { destination, byHand } = await open();
    await destination.whoIs(never);
    const pixels = { data: new Uint8Array(12), width: 2, height: 2 };
    const theirs = await jpeg(pixels, { takenAt: '2026-05-01T08:00:00' });
    await byHand.put('a.jpg', theirs);
    await byHand.put('notes.txt', Buffer.from('no picture'));
    const items = await destination.list(null, [], never);
    const [picture, notes] = ['a.jpg', 'notes.txt'].map((wanted) => items.find(({ name }) => name === wanted)!);
    expect(await destination.takenAt(picture!, never)).toBe('2026:05:01 08:00:00');
    expect(await destination.takenAt(notes!, never)).toBeNull();
    expect(await destination.isFile(picture!, outgoing('a.jpg', theirs), never)).toBe(true);
    expect(await destination.isFile(picture!, outgoing('a.jpg', 'x'.repeat(theirs.length)), never)).toBe(false);
    await destination.claim(picture!, 'mark', never);
    const next = await destination.replace(picture!, outgoing('a.jpg', 'ours now'), never);
    expect(await byHand.text('a.jpg')).toBe('ours now');
    expect(await kindOf(destination.claim(picture!, 'mark', never))).toBe('changed_there');
    await destination.remove(next, never);
    expect(await kindOf(destination.claim(next, 'mark', never))).toBe('changed_there');
  });

  test('what a crash left under the temporary name goes once the upload is looked for, arrived or not', async () => {
    const { destination, byHand } = await open();
    await destination.whoIs(never);
    const picture = outgoing('a.jpg', 'ours');
    const placed = await destination.upload(picture, never);
    for (const chosen of [placed.id, null]) {
      await byHand.put(draftName(picture.mark, picture.sha256), Buffer.from('ou'));
      const found = await destination.find({ ...picture, chosen }, never);
      expect(found?.id ?? null).toBe(chosen);
      if (!keepsDrafts) expect(await byHand.names('')).toEqual(['.safelight-destination', 'a.jpg']);
    }
  });

  test('a place without its marker proves nothing, and is not published to', async () => {
    const { destination, byHand } = await open();
    await destination.whoIs(never);
    const placed = await destination.upload(outgoing('a.jpg', 'a'), never);
    await byHand.remove('a.jpg');
    expect(await destination.look(placed.id, never)).toBeNull();
    await byHand.remove('.safelight-destination');
    for (const act of [
      () => destination.whoIs(never),
      () => destination.look(placed.id, never),
      () => destination.list(null, [], never),
      () => destination.find(outgoing('a.jpg', 'a', { chosen: 'a.jpg' }), never),
      () => destination.remove(placed, never),
    ])
      expect(await kindOf(act())).toMatch(/^(later|person)$/);
    await byHand.put('.safelight-destination', Buffer.from('<html>Please sign in</html>'));
    expect(await kindOf(destination.whoIs(never))).toBe('unknown');
    expect(await byHand.names('')).toEqual(['.safelight-destination']);
  });
}
