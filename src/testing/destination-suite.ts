import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Destination, Outgoing, Placed } from '../publishing/destinations/destination.ts';
import { kindOf, never, outgoing } from './file-destination-cases.ts';

/** A place to publish to, for tests, and the hands of the people who use it. */
export interface DestinationStage {
  /** A connection of its own to the same account. */
  open: () => Destination;
  /** Another server, or another account, as behind the same address. */
  openAnother: () => Destination;
  /** What somebody else puts into an album (or nowhere). */
  addByHand: (bytes: Buffer, name: string, album: string | null) => void | Promise<void>;
  changeByHand: (placed: Placed) => void | Promise<void>;
  removeByHand: (placed: Placed) => void | Promise<void>;
  renameAlbumByHand: (album: string, name: string) => string | Promise<string>;
  albumNames: () => string[] | Promise<string[]>;
  /** Bytes of all that is shown at the destination. */
  contents: () => Buffer[] | Promise<Buffer[]>;
  /** Whether equal bytes are one item there, which albums only point to. */
  sharesEqualBytes: boolean;
  end: () => Promise<void>;
}

export const FACTS: Outgoing['facts'] = {
  title: 'Boats',
  description: 'In the morning',
  creator: 'Anna',
  stars: 3,
  tags: ['places|Sète', 'boat'],
  takenAt: '2026-05-01T10:00:00.000Z',
};

/** As large as wanted, begins as a JPEG, and is never the same twice. */
export const picture = (bytes = 5000) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(bytes)]);

/** What a recipe lets through that keeps texts, tags and stars. */
const toldOf = (album: string, more: Partial<Outgoing> = {}): Partial<Outgoing> => ({ album, facts: FACTS, ...more });

/** What each destination has to do, whatever it is. */
export function destinationSuite(name: string, start: () => Promise<DestinationStage>): void {
  describe(name, () => {
    let stage: DestinationStage;
    let destination: Destination;
    let album: string;
    beforeAll(async () => {
      stage = await start();
      destination = await connect();
      album = await destination.album('Best of May', null, never);
    });
    afterAll(async () => {
      await destination.close();
      await stage.end();
    });

    /** As publications begin. */
    const connect = async () => {
      const opened = stage.open();
      await opened.whoIs(never);
      return opened;
    };
    const idsIn = async (of: string) => (await destination.list(of, [], never)).map(({ id }) => id);
    const countOf = async (bytes: Buffer) => (await stage.contents()).filter((other) => other.equals(bytes)).length;

    test('says who it is, and another one is another', async () => {
      const who = await destination.whoIs(never);
      expect(await stage.open().whoIs(never)).toBe(who);
      expect(await stage.openAnother().whoIs(never)).not.toBe(who);
    });

    test('is tried out without leaving anything behind', async () => {
      const before = (await stage.contents()).length;
      expect(await destination.test(never)).toEqual([]);
      expect((await stage.contents()).length).toBe(before);
    });

    test('an album is made once, and stays the same when it is renamed', async () => {
      expect(await (await connect()).album('Best of May', album, never)).toBe(album);
      // A crash before it was written down.
      expect(await (await connect()).album('Best of May', null, never)).toBe(album);
      const other = await destination.album('Portraits', null, never);
      expect(await destination.album('Portraits', await stage.renameAlbumByHand(other, 'Faces'), never)).toBeTruthy();
      expect((await stage.albumNames()).filter((of) => of === 'Portraits')).toEqual([]);
    });

    test('what is uploaded is there, whole and under its name', async () => {
      const bytes = picture(200_000);
      const picked = outgoing('Möwe 日本 #1 50%25 &+;é.jpg', bytes, toldOf(album));
      const { isOurs, ...placed } = await destination.upload(picked, never);
      expect(isOurs).toBe(true);
      expect(await countOf(bytes)).toBe(1);
      const item = await destination.look(placed.id, never);
      expect(item).toMatchObject({ ...placed, name: picked.name });
      expect(await destination.list(album, [], never)).toContainEqual(item);
    });

    test.each([
      ['a slash', 'one/two.jpg'],
      ['two dots and a slash', '../out.jpg'],
      ['colons', '12:30:00.jpg'],
      ['an emoji', 'sea 🌊.jpg'],
      ['300 characters', `${'x'.repeat(296)}.jpg`],
      ['a quotation mark and a line', 'a"b\r\nc.jpg'],
    ])('a name with %s arrives, under that name or a similar one', async (_, wanted) => {
      const bytes = picture();
      const placed = await destination.upload(outgoing(wanted, bytes, toldOf(album)), never);
      expect(await countOf(bytes)).toBe(1);
      expect(await idsIn(album)).toContain(placed.id);
      expect((await destination.look(placed.id, never))?.name).toMatch(/\.jpg$/);
    });

    test('a replacement takes the place of the picture: there is one before and one after', async () => {
      const [before, after] = [picture(), picture()];
      const picked = outgoing('replaced.jpg', before, toldOf(album));
      const placed = await destination.upload(picked, never);
      const count = (await idsIn(album)).length;
      const next = outgoing('replaced.jpg', after, toldOf(album));
      const replaced = await destination.replace(placed, next, never);
      expect(replaced.version).not.toBe(placed.version);
      expect(await destination.look(replaced.id, never)).toMatchObject(replaced);
      expect((await idsIn(album)).length).toBe(count);
      expect(await countOf(before)).toBe(0);
      expect(await countOf(after)).toBe(1);
    });

    test('what was changed there by hand is neither replaced nor removed', async () => {
      const picked = outgoing('picked-1.jpg', picture(), toldOf(album));
      const placed = await destination.upload(picked, never);
      await stage.changeByHand(placed);
      expect((await destination.look(placed.id, never))?.version).not.toBe(placed.version);
      const next = outgoing(picked.name, picture(), toldOf(album));
      expect(await kindOf(destination.replace(placed, next, never))).toBe('changed_there');
      expect(await kindOf(destination.remove(placed, never))).toBe('changed_there');
    });

    test('what was removed there by hand is known to be gone, and is not replaced', async () => {
      const picked = outgoing('picked-2.jpg', picture(), toldOf(album));
      const placed = await destination.upload(picked, never);
      await stage.removeByHand(placed);
      expect(await destination.look(placed.id, never)).toBeNull();
      expect(await idsIn(album)).not.toContain(placed.id);
      expect(await destination.find(picked, never)).toBeNull();
      const next = outgoing(picked.name, picture(), toldOf(album));
      expect(await kindOf(destination.replace(placed, next, never))).toBe('changed_there');
    });

    test('removing takes this picture alone, and does it twice without complaint', async () => {
      const [ours, theirs] = [picture(), picture()];
      const placed = await destination.upload(outgoing('ours.jpg', ours, toldOf(album)), never);
      await stage.addByHand(theirs, 'theirs.jpg', album);
      await destination.remove(placed, never);
      await destination.remove(placed, never);
      expect(await destination.look(placed.id, never)).toBeNull();
      expect(await countOf(ours)).toBe(0);
      expect(await countOf(theirs)).toBe(1);
    });

    test('an upload whose answer was lost is found again by its mark', async () => {
      const picked = outgoing('picked-3.jpg', picture(), toldOf(album));
      expect(await destination.find(picked, never)).toBeNull();
      const { isOurs: _, ...placed } = await destination.upload(picked, never);
      expect(await (await connect()).find(picked, never)).toEqual(placed);
    });

    test('RAW and JPEG of one name are two items', async () => {
      const [one, two] = [picture(), picture()];
      const first = await destination.upload(outgoing('IMG_9.jpg', one, toldOf(album)), never);
      const second = await destination.upload(outgoing('IMG_9.jpg', two, toldOf(album, { mark: 'p/l/other' })), never);
      expect(first.id).not.toBe(second.id);
      expect([await countOf(one), await countOf(two)]).toEqual([1, 1]);
    });

    test('a new star changes the star where that can be told, and no file', async () => {
      if (!destination.abilities.describes) return;
      const bytes = picture();
      const picked = outgoing('picked.jpg', bytes, toldOf(album));
      const placed = await destination.upload(picked, never);
      const facts = { ...FACTS, stars: 5, title: 'Ships', tags: ['ship'] };
      expect(await destination.describe(placed, facts, never)).toEqual({ id: placed.id, version: placed.version });
      expect(await countOf(bytes)).toBe(1);
    });

    test('what others put there is recognized by its bytes, and once it is taken over it is replaced in its place', async () => {
      const theirs = picture();
      await stage.addByHand(theirs, 'taken-over.jpg', album);
      expect(await destination.albumNamed('Best of May', null, never)).toBe(album);
      const item = (await destination.list(album, [], never)).find(({ name }) => name === 'taken-over.jpg')!;
      const same = outgoing('taken-over.jpg', theirs, toldOf(album, { mark: '5'.repeat(64) }));
      expect(await destination.isFile(item, same, never)).toBe(true);
      expect(await destination.isFile(item, outgoing('x.jpg', picture()), never)).toBe(false);
      for (let times = 0; times < 2; times++) await destination.claim(item, same.mark, never);
      const after = picture();
      const next = outgoing('taken-over.jpg', after, toldOf(album, { mark: same.mark }));
      const { id } = await destination.replace(item, next, never);
      expect([await countOf(theirs), await countOf(after)]).toEqual([0, 1]);
      expect((await destination.look(id, never))?.name).toBe('taken-over.jpg');
      expect(await kindOf(destination.claim({ ...item, version: 'another' }, same.mark, never))).toBe('changed_there');
    });

    test('no album is made by looking for one', async () => {
      expect(await destination.albumNamed('None of that name', null, never)).toBeNull();
      expect(await stage.albumNames()).not.toContain('None of that name');
    });

    test('what was there before is never ours, in the album or not', async () => {
      if (!stage.sharesEqualBytes) return;
      const bytes = picture();
      await stage.addByHand(bytes, 'theirs.jpg', null);
      const picked = outgoing('picked.jpg', bytes, toldOf(album));
      // Asked after a crash, as after any upload without an answer.
      expect(await destination.find(picked, never)).toBeNull();
      const placed = await destination.upload(picked, never);
      expect(placed.isOurs).toBe(false);
      expect(await idsIn(album)).toContain(placed.id);
      expect(await destination.find(picked, never)).toBeNull();
      await destination.remove(placed, never);
      expect(await countOf(bytes)).toBe(1);
      expect(await idsIn(album)).not.toContain(placed.id);
    });

    test('nothing is done once it is canceled', async () => {
      const bytes = picture();
      const picked = outgoing('picked.jpg', bytes, toldOf(album));
      const canceled = AbortSignal.abort(new Error('canceled'));
      await expect(destination.upload(picked, canceled)).rejects.toThrow('canceled');
      expect(await countOf(bytes)).toBe(0);
    });

    test('an album that is gone gives no empty list where its pictures would stay without it', async () => {
      if (!stage.sharesEqualBytes) return;
      expect(await kindOf(destination.list('12345678', [], never))).toBe('unknown');
    });
  });
}
