import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FarmStage, openFarmStage, type TestWorker } from '../../testing/farm-stage.ts';

const KB = 1024;
const ALONE_MS = 400;
const lookedAt = new Set<number>();
let stage: FarmStage;
let w1: TestWorker;

beforeAll(async () => {
  stage = await openFarmStage({
    images: 40,
    workers: ['w1', 'w2'],
    farm: {
      times: { lookMs: 200, aloneMs: ALONE_MS },
      storeBytes: { jobs: 16_384 * KB, sources: 1_024 * KB, pictures: 16_384 * KB, results: 16_384 * KB },
      isUrgent: (id) => lookedAt.has(id),
    },
  });
  await stage.broker.start();
  w1 = await stage.startWorker('w1');
  await isThere('w1');
}, 60_000);

afterAll(() => stage.close());

beforeEach(() => {
  stage.darktable.waitSeconds(0);
});

const isThere = (name: string) =>
  stage.until(`${name} takes jobs`, () =>
    stage.farm.state().workers.some((worker) => worker.name === name && worker.state === 'idle'),
  );
const isEmpty = () => stage.until('the queue is empty', () => stage.queues.refresh.depth() === 0);
const firstLine = (id: number) => readFileSync(stage.photograph(id), 'utf8').split('\n', 1)[0];

test('a picture that somebody looks at comes before those that wait', async () => {
  const bulk = [1, 2, 3, 4, 5, 6, 7, 8];
  stage.darktable.waitSeconds(0.3);
  await stage.queues.refresh.appendMany(bulk);
  await stage.until('a worker has begun', () => stage.farm.state().under_way > 0);
  lookedAt.add(9);
  await stage.queues.refresh.appendMany([9]);
  await stage.until('it is there', () => stage.preview(9) !== null);
  expect(bulk.filter((id) => stage.preview(id) === null).length).toBeGreaterThan(1);
  await isEmpty();
});

test('all workers are paused: this computer does not begin if it is not to render', async () => {
  stage.farm.pause(null, true);
  await stage.until('they are paused', () => stage.farm.state().workers.every(({ state }) => state === 'paused'));
  await stage.queues.refresh.appendMany([10, 11]);
  // They ask once a second.
  for (let times = 0; times < 3; times++) {
    const { seen_at: last } = stage.farm.state().workers[0]!;
    await stage.until('one asks again', () => stage.farm.state().workers[0]!.seen_at !== last);
  }
  expect(stage.farm.worksHereToo()).toBe(false);
  expect(stage.queues.refresh.depth()).toBe(2);
  stage.farm.pause(null, false);
  await isEmpty();
  expect([10, 11].map((id) => stage.preview(id))).toEqual([firstLine(10), firstLine(11)]);
});

test('photographs that do not fit into the store at once go there one after the other', async () => {
  const ids = [12, 13, 14, 15, 16, 17, 18, 19];
  for (const id of ids) writeFileSync(stage.photograph(id), `large ${id}\n${'x'.repeat(400 * KB)}`);
  stage.darktable.waitSeconds(0.2);
  await stage.queues.refresh.appendMany(ids);
  await stage.until('it is full', () => stage.farm.state().reason === 'the store of the broker is full');
  await isEmpty();
  expect(ids.map((id) => stage.preview(id))).toEqual(ids.map(firstLine));
  expect(stage.queues.refresh.failures()).toEqual([]);
});

test('a photograph that is larger than the store is rendered here', async () => {
  writeFileSync(stage.photograph(20), `huge\n${'x'.repeat(2_048 * KB)}`);
  await stage.queues.refresh.appendMany([20]);
  await isEmpty();
  expect(stage.preview(20)).toBe('huge');
});

test('a laptop that somebody uses takes no jobs, and says why', async () => {
  await w1.end();
  const bin = join(stage.folder, 'bin');
  const idle = join(stage.folder, 'idle');
  mkdirSync(bin);
  writeFileSync(idle, 'b false\n');
  // As systemd's busctl tells of org.freedesktop.login1.
  writeFileSync(join(bin, 'busctl'), `#!/bin/sh\ncat '${idle}'\n`, { mode: 0o755 });
  const used = await stage.startWorker('w1', {
    args: ['--not-in-use'],
    environment: { PATH: [bin, stage.darktable.path].join(delimiter) },
  });
  const itself = () => stage.farm.state().workers.find(({ name }) => name === 'w1');
  await stage.until('it rests', () => itself()?.state === 'paused');
  expect(itself()).toMatchObject({ reason: 'somebody is using it', paused: false });
  expect(stage.farm.atOnce('refresh')).toBe(0);
  writeFileSync(idle, 'b true\n');
  await isThere('w1');
  await stage.queues.refresh.appendMany([23]);
  await isEmpty();
  expect(stage.preview(23)).toBe(firstLine(23));
  w1 = used;
});

test('a worker with a path map reads the photograph where it lies', async () => {
  await w1.end();
  const photographs = dirname(stage.photograph(1));
  await stage.startWorker('w2', { args: ['--path-map', `${photographs}=${photographs}`] });
  await isThere('w2');
  const done = () => stage.farm.state().workers.find(({ name }) => name === 'w2')?.done ?? 0;
  await stage.until('w1 is away or resting', () => stage.farm.state().under_way === 0);
  await stage.queues.refresh.appendMany([21, 22]);
  await isEmpty();
  expect([21, 22].map((id) => stage.preview(id))).toEqual([firstLine(21), firstLine(22)]);
  await stage.until('both are its own', () => done() === 2);
  const fetched = join(stage.folder, 'worker-data', 'workers', 'w2', 'sources');
  expect(existsSync(fetched) ? readdirSync(fetched) : []).toEqual([]);
});

test('a worker that is paused while it waits for a job takes none', async () => {
  await stage.startWorker('w1');
  const doneBy = (name: string) => stage.farm.state().workers.find((worker) => worker.name === name)?.done;
  for (const id of [30, 31, 32, 33, 34, 35]) {
    await Promise.all(['w1', 'w2'].map(isThere));
    const before = doneBy('w1');
    stage.farm.pause('w1', true);
    await stage.queues.refresh.appendMany([id]);
    await stage.until('it is there', () => stage.preview(id) !== null);
    expect(doneBy('w1')).toBe(before);
    stage.farm.pause('w1', false);
  }
});
