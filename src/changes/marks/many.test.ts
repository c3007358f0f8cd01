import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { standInDarktable } from '../../testing/stand-in-darktable.ts';
import { startOrganising } from '../../testing/start-organising.ts';

const client = 'sofa';
const IMAGES = 20_000;
const ids = Array.from({ length: IMAGES }, (_, at) => at + 1);
const wanted = { rating: 5, color_labels: { add: ['blue' as const] }, tags: { add: ['shoot|one'] } };

/** The longest time, in milliseconds, in which this thread did nothing but the work, and how long that took. */
async function watched<T>(work: () => Promise<T>) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  const result = await work();
  const took = performance.now() - began;
  delay.disable();
  return { result, took, longest: delay.max / 1e6 };
}

test('a change of very many images, and its undo, leave this thread to others', { timeout: 60_000 }, async () => {
  const it = startOrganising({ images: IMAGES });
  const change = () => it.organising.change({ imageIds: ids, change: wanted, client });
  // The first change of a day makes the copy.
  await it.organising.change({ imageIds: [1], change: { title: 'first' }, client });
  const done = await watched(change);
  expect(done.result).toMatchObject({ changed: IMAGES, failed: 0 });
  expect(done.longest).toBeLessThan(done.took / 5);
  expect(await it.image(IMAGES)).toMatchObject({ stars: 5, tags: expect.arrayContaining(['shoot|one']) as string[] });
  const undone = await watched(() => it.organising.undo(done.result.change!, client));
  expect(undone.result).toMatchObject({ result: { changed: IMAGES, failed: 0 }, left: [] });
  expect(undone.longest).toBeLessThan(undone.took / 5);
  expect((await it.image(IMAGES))!.tags).not.toContain('shoot|one');
});

test('one of them that another program changes meanwhile: all are looked at again, and none is left half done', async () => {
  let isFirst = true;
  const it = startOrganising({
    images: 2_000,
    onStep: (step) => {
      if (step !== 'journaled' || !isFirst) return;
      isFirst = false;
      it.sql('UPDATE images SET flags = (flags & ~7) | 3 WHERE id = 1700');
    },
  });
  it.sql('UPDATE images SET flags = flags & ~7');
  const all = ids.slice(0, 2_000);
  const result = await it.organising.change({ imageIds: all, change: { rating: 4 }, client });
  expect(result).toMatchObject({ changed: 2_000, failed: 0 });
  expect(await it.image(1700)).toMatchObject({ stars: 4 });
  await it.organising.undo(result.change!, client);
  expect(await it.image(1700)).toMatchObject({ stars: 3 });
});

test('darktable that opens the library meanwhile: nothing is changed, and what to do is told', async () => {
  const darktable: { started?: Promise<unknown> } = {};
  const it = startOrganising({
    images: 2_000,
    onStep: (step) => {
      if (step === 'journaled') darktable.started = standInDarktable(it.folder, it.file);
    },
  });
  const stars = (await it.image(7))!.stars;
  const change = it.organising.change({ imageIds: ids.slice(0, 2_000), change: { rating: (stars + 1) % 6 }, client });
  await expect(change).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringContaining('Close darktable') as string,
  });
  await darktable.started;
  expect(await it.image(7)).toMatchObject({ stars });
  expect(it.organising.list({ limit: 1, offset: 0 }).total).toBe(0);
});
