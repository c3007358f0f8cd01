import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ImageChange } from '../../contract/image-change.ts';
import { startStandInPlugin, type StandInPlugin } from '../../testing/stand-in-plugin.ts';
import {
  startOrganising,
  type OrganisingOfTest,
  type OrganisingOfTestOptions,
} from '../../testing/start-organising.ts';

const client = 'sofa';
const images = [
  { id: 1, stars: 3 },
  { id: 2, stars: 4 },
  { id: 3, stars: 5 },
];

type Sofa = OrganisingOfTest & { darktable: StandInPlugin };

/** A Safelight beside a darktable whose pointer rests on a picture. */
async function sofa(options: OrganisingOfTestOptions = {}): Promise<Sofa> {
  const it = startOrganising({ images, lookMs: 20, ...options });
  const darktable = await startStandInPlugin(it.folder, { dataDir: it.dataDir, library: it.file });
  onTestFinished(() => darktable.end());
  darktable.obstacle = 'pointer';
  return { ...it, darktable };
}
const change = (it: OrganisingOfTest, imageIds: number[], wanted: ImageChange) =>
  it.organising.change({ imageIds, change: wanted, client });
const reject = (it: OrganisingOfTest, ...ids: number[]) => change(it, ids, { rating: -1 });
/** Stars and reject in the library, and the rating that everybody sees. */
const look = async (it: OrganisingOfTest, id: number) => {
  const { stars, isRejected } = (await it.image(id))!;
  const { rating } = (await it.library.image(id))!.record;
  return { stars, isRejected, rating };
};
const waiting = { stars: 3, isRejected: false, rating: -1 };
const made = { stars: 3, isRejected: true, rating: -1 };
const nothingWaits = (it: OrganisingOfTest) => vi.waitFor(() => expect(it.organising.waitingRejects()).toBeNull());

test('the rest is done, the reject shows, and is made when the pointer leaves', async () => {
  const it = await sofa();
  const result = await change(it, [1], { rating: -1, color_labels: ['yellow'], title: 'All' });
  expect(result).toMatchObject({ changed: 1, failed: 0, waits: { images: 1, for: 'pointer' } });
  expect(await it.image(1)).toMatchObject({ labels: 2, texts: { title: 'All' } });
  expect(await look(it, 1)).toEqual(waiting);
  expect(it.organising.list({ limit: 1, offset: 0 }).items[0]!.fields).toContainEqual({
    imageId: 1,
    field: 'rejected',
    before: false,
    after: true,
  });
  // Asked for again, it waits as before.
  expect(await reject(it, 1)).toMatchObject({ change: null, unchanged: 1, waits: { images: 1 } });
  it.darktable.obstacle = null;
  await nothingWaits(it);
  expect(await look(it, 1)).toEqual(made);
});

test('of several, those that can be made are made, and each of the others is told', async () => {
  const it = await sofa();
  await reject(it, 2);
  it.darktable.obstacle = null;
  await nothingWaits(it);
  it.darktable.obstacle = 'lighttable';
  expect(await reject(it, 1, 2, 3)).toMatchObject({
    changed: 2,
    unchanged: 1,
    waits: { images: 2, for: 'lighttable' },
  });
});

test('darktable is not asked again and again', async () => {
  const it = await sofa();
  await reject(it, 1);
  await vi.waitFor(() => expect(it.darktable.jobs).toBe(2));
  await reject(it, 2);
  // It is looked at many times meanwhile.
  for (let titles = 1; titles <= 10; titles += 1) {
    await change(it, [3], { title: `${titles}` });
    expect(it.darktable.jobs).toBe(3 + titles);
  }
});

describe('a newer decision counts', () => {
  test('stars here', async () => {
    const it = await sofa();
    const rejected = await reject(it, 1);
    const rated = await change(it, [1], { rating: 5 });
    expect([await look(it, 1), it.organising.waitingRejects()]).toEqual([
      { stars: 5, isRejected: false, rating: 5 },
      null,
    ]);
    // The older one is not what the image shows any more.
    expect(await it.organising.undo(rejected.change!, client)).toMatchObject({ left: [{ field: 'rejected' }] });
    // Taken back, the reject is there again.
    expect(await it.organising.undo(rated.change!, client)).toMatchObject({ result: { waits: { images: 1 } } });
    expect(await look(it, 1)).toEqual(waiting);
  });

  test('stars in darktable', async () => {
    const it = await sofa();
    await reject(it, 1);
    it.sql('UPDATE images SET flags = (flags & ~7) | 1 WHERE id = 1');
    expect(await look(it, 1)).toEqual({ stars: 1, isRejected: false, rating: 1 });
    await nothingWaits(it);
    it.darktable.obstacle = null;
    await it.organising.settled();
    expect(await look(it, 1)).toEqual({ stars: 1, isRejected: false, rating: 1 });
  });

  test('a reject in darktable is the same one', async () => {
    const it = await sofa();
    const { change: id } = await reject(it, 1);
    it.sql('UPDATE images SET flags = flags | 8 WHERE id = 1');
    await nothingWaits(it);
    await it.organising.undo(id!, client);
    expect(await look(it, 1)).toEqual({ stars: 3, isRejected: false, rating: 3 });
  });

  test('older stars that are taken back below it leave it waiting', async () => {
    const it = await sofa();
    const rated = await change(it, [1], { rating: 5 });
    await reject(it, 1);
    await it.organising.undo(rated.change!, client);
    expect(await look(it, 1)).toEqual(waiting);
    it.darktable.obstacle = null;
    await nothingWaits(it);
    expect(await look(it, 1)).toEqual(made);
  });
});

describe('an undo', () => {
  test('drops it, and all else that the change did; a redo brings it again', async () => {
    const it = await sofa();
    const rejected = await change(it, [1, 2], { rating: -1, title: 'No' });
    const undone = await it.organising.undo(rejected.change!, client);
    expect(undone).toMatchObject({ result: { changed: 2, failed: 0 }, left: [] });
    expect([await look(it, 1), (await it.image(2))!.texts.title]).toEqual([
      { stars: 3, isRejected: false, rating: 3 },
      null,
    ]);
    expect(undone.result).not.toHaveProperty('waits');
    expect(await it.organising.undo(undone.result.change!, client)).toMatchObject({ result: { waits: { images: 2 } } });
    expect(await look(it, 1)).toEqual(waiting);
  });

  test('works without darktable, too, in one transaction with others', async () => {
    // They are not made before.
    const it = await sofa({ lookMs: 60_000 });
    const { change: id } = await change(it, [1, 2], { rating: -1, title: 'No' });
    await it.darktable.end();
    expect(await it.organising.undo(id!, client)).toMatchObject({ result: { changed: 2 } });
    expect(await look(it, 1)).toEqual({ stars: 3, isRejected: false, rating: 3 });
    expect(it.organising.waitingRejects()).toBeNull();
  });

  test('needs no darktable that answers', async () => {
    const it = await sofa();
    const { change: id } = await reject(it, 1);
    // It quits, and its process stays a moment.
    it.darktable.obstacle = 'darktable';
    expect(await it.organising.undo(id!, client)).toMatchObject({ result: { changed: 1 } });
    expect(it.darktable.jobs).toBeLessThanOrEqual(2);
  });
});

test('when darktable is closed they are made at once, with their sidecars due; never while nothing may be written', async () => {
  let isReadOnly = true;
  let asked = 0;
  const it = await sofa({ isReadOnly: () => (asked++, isReadOnly) });
  await reject(it, 1, 2);
  await it.darktable.end();
  const before = asked;
  await vi.waitFor(() => expect(asked).toBeGreaterThan(before + 3));
  expect(await look(it, 1)).toEqual(waiting);
  isReadOnly = false;
  await nothingWaits(it);
  expect([await look(it, 1), await look(it, 2)]).toEqual([made, { ...made, stars: 4 }]);
  await it.organising.settled();
});

test('the next Safelight knows of them; images that are gone by then are forgotten', async () => {
  const it = await sofa();
  await reject(it, 1, 2);
  await it.close();
  it.sql('DELETE FROM images WHERE id = 2');
  const next = startOrganising({ file: it.file, dataDir: it.dataDir, lookMs: 20 });
  await vi.waitFor(async () => expect(await look(next, 1)).toEqual(waiting));
  await vi.waitFor(() => expect(next.organising.waitingRejects()).toMatchObject({ images: 1 }));
  await it.darktable.end();
  await nothingWaits(next);
  expect(await look(next, 1)).toEqual(made);
});

test('more images than one thread writes: a reject that waits among them is taken back', async () => {
  const many = Array.from({ length: 1_200 }, (_, at) => ({ id: at + 1, stars: 2 }));
  const it = await sofa({ images: many, lookMs: 60_000 });
  await reject(it, 7);
  await it.darktable.end();
  const all = many.map(({ id }) => id);
  expect(await change(it, all, { rating: 4 })).toMatchObject({ changed: 1_200, failed: 0 });
  expect(await look(it, 7)).toEqual({ stars: 4, isRejected: false, rating: 4 });
});
