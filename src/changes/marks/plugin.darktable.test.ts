/** Decisions while darktable is open, through its plugin: the machine's own, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImageChange } from '../../contract/image-change.ts';
import { Events, type News } from '../../platform/events.ts';
import { type BridgeStage, setBridgeStage } from '../../testing/bridge-stage.ts';
import type { RunningDarktable } from '../../testing/real-darktable.ts';
import {
  startOrganising,
  type OrganisingOfTest,
  type OrganisingOfTestOptions,
} from '../../testing/start-organising.ts';

const PICTURES = 110;
let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: PICTURES, width: 60, height: 40 });
  darktable = await stage.openDarktable();
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** A Safelight for one test, beside the darktable that is open. */
const safelight = (options: OrganisingOfTestOptions = {}) =>
  startOrganising({ file: stage.real.library, dataDir: path.join(stage.folder, 'data'), ...options });
const client = 'sofa';
const change = ({ organising }: OrganisingOfTest, imageIds: readonly number[], wanted: ImageChange) =>
  organising.change({ imageIds, change: wanted, client });
const newest = ({ organising }: OrganisingOfTest) => organising.list({ limit: 1, offset: 0 }).items[0];
const sidecar = (id: number) => readFileSync(`${stage.real.pictures[id - 1]!}.xmp`, 'utf8');
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
/** Stars, and 8 for a reject, as the library has them. */
const decided = (id: number) =>
  Number(stage.sql('SELECT flags & 15 AS decided FROM images WHERE id = ?', id)[0]!.decided);
/** As darktable has them in its memory: a reject is -1. */
const shown = async (id: number) => Number(await darktable.lua(`return darktable.database.get_image(${id}).rating`));

test('a decision goes through darktable: library, window and sidecar say the same, and it can be taken back', async () => {
  const it = safelight();
  await change(it, [1], { rating: 1 });
  const result = await change(it, [1], {
    rating: 4,
    color_labels: ['red', 'blue'],
    tags: { add: ['places|Rome'] },
    title: 'Evening',
    latitude: 41.9,
    longitude: 12.5,
    altitude: 21,
  });
  expect(result).toEqual({ change: expect.any(Number) as number, changed: 1, unchanged: 0, failed: 0, failures: [] });
  expect(await it.image(1)).toMatchObject({
    stars: 4,
    labels: 0b01001,
    tags: ['places|Rome'],
    texts: { title: 'Evening' },
  });
  expect(await shown(1)).toBe(4);
  await stage.until(() => sidecar(1).includes('xmp:Rating="4"') && sidecar(1).includes('Evening'));
  expect(newest(it)).toMatchObject({ id: result.change, route: 'bridge', images: 1 });

  expect(await it.organising.undo(result.change!, client)).toMatchObject({ result: { changed: 1 }, left: [] });
  expect(await it.image(1)).toMatchObject({
    stars: 1,
    labels: 0,
    tags: [],
    texts: { title: null },
    place: { latitude: null },
  });
  expect(await shown(1)).toBe(1);
});

test('a reject keeps its stars, and comes back with them', async () => {
  const it = safelight();
  await change(it, [2], { rating: 3 });
  expect(await change(it, [2], { rating: -1 })).toMatchObject({ changed: 1, failures: [] });
  expect(await it.image(2)).toMatchObject({ stars: 3, isRejected: true });
  const { change: id } = await change(it, [2], { rejected: false });
  expect(decided(2)).toBe(3);
  await it.organising.undo(id!, client);
  expect(await it.image(2)).toMatchObject({ stars: 3, isRejected: true });
});

describe('many at once', () => {
  const many = range(11, 100);

  test('are one change; what is missing is told; what is so already is left alone', async () => {
    const it = safelight();
    await change(it, many.slice(0, 10), { rating: 5 });
    const result = await change(it, [...many, 4711, 4712], { rating: 5, color_labels: { add: ['green'] } });
    expect(result).toMatchObject({ changed: 100, failed: 2 });
    expect(result.failures.map(({ id }) => id)).toEqual([4711, 4712]);
    expect(many.map(decided)).toEqual(many.map(() => 5));
    expect(await change(it, many, { rating: 5 })).toMatchObject({ change: null, changed: 0, unchanged: 100 });
    const undone = await it.organising.undo(result.change!, client);
    expect(undone).toMatchObject({ result: { changed: 100 }, left: [] });
    expect(many.slice(0, 10).map(decided)).toEqual(many.slice(0, 10).map(() => 5));
    expect(stage.sql('SELECT count(*) AS n FROM color_labels WHERE color = 2')[0]!.n).toBe(0);
  });

  test('progress is told; stopped, what is done stays, the rest is told, and the journal holds just what was done', async () => {
    const events = new Events();
    const told: News['change.progress'][0][] = [];
    const it = safelight({ events });
    const stopped = Promise.withResolvers<unknown>();
    events.on('change.progress', (progress) => {
      told.push(progress);
      if (progress.state === 'running' && progress.done >= 15) stopped.resolve(it.organising.cancel(progress.change));
    });
    const result = await change(it, many, { tags: { add: ['stopped|half-way'] } });
    expect(await stopped.promise).toEqual(result);
    expect(result.changed).toBeGreaterThanOrEqual(15);
    expect(result.changed + result.failed).toBe(100);
    expect(result.failed).toBeGreaterThan(0);
    expect(result.failures[0]!.reason).toContain('canceled');
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(told.at(-1)).toEqual({
      change: result.change,
      kind: 'decision',
      undoes: null,
      client,
      done: result.changed,
      of: 100,
      state: 'ended',
    });
    const tagged = stage.sql(
      `SELECT count(*) AS n FROM tagged_images WHERE imgid >= 11 AND tagid NOT IN
         (SELECT tagid FROM tagged_images WHERE imgid = 3)`,
    )[0]!.n;
    expect(tagged).toBe(result.changed);
    expect(newest(it)).toMatchObject({ id: result.change, images: result.changed });
    await expect(it.organising.cancel(result.change!)).rejects.toThrow('has ended');
    // The plugin removes what it used after it has answered.
    await stage.until(() => readdirSync(stage.config.organiseDir).length === 0);
    await it.organising.undo(result.change!, client);
  });

  test('others do not wait for them to end', async () => {
    const it = safelight();
    const ended: string[] = [];
    const all = change(it, many, { tags: { add: ['long|row'] } }).then(() => ended.push('many'));
    await change(it, [1], { rating: 2 }).then(() => ended.push('one'));
    await all;
    expect(ended).toEqual(['one', 'many']);
  });
});
