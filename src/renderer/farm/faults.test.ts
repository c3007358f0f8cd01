import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { badAnswer } from '../../testing/bad-worker.ts';
import { type FarmStage, openFarmStage, type TestWorker } from '../../testing/farm-stage.ts';
import { quickDarktable } from '../../testing/quick-darktable.ts';
import { Broker } from './broker.ts';
import { readCredentials } from './credentials.ts';
import { subjectsOf } from './streams.ts';
import { inboxPrefix, pictureSubject, STREAMS } from './subjects.ts';

const IMAGES = 60;
const TIMES = { lookMs: 300, earlyMs: 2_000, aloneMs: 2_000, orphanMs: 2_000 };

let stage: FarmStage;
let w1: TestWorker;

/** One after the other on one stage; each test has images of its own. */
let next = 1;
const someImages = (count: number) => Array.from({ length: count }, () => next++);

beforeAll(async () => {
  stage = await openFarmStage({
    images: IMAGES + 70,
    workers: ['w1', 'w2', 'w3', 'bad'],
    farm: { times: TIMES, ackWaitMs: 2_000 },
  });
  await stage.broker.start();
  w1 = await stage.startWorker('w1');
  await stage.until('w1 is there', () => stage.farm.state().workers.some(({ name }) => name === 'w1'));
}, 60_000);

afterAll(() => stage.close());

beforeEach(() => {
  stage.darktable.waitSeconds(0);
});

const queue = (ids: number[]) => stage.queues.refresh.appendMany(ids);

async function allDone(ids: number[]): Promise<void> {
  await stage.until('the queue is empty', () => stage.queues.refresh.depth() === 0);
  expect(ids.map((id) => stage.preview(id))).toEqual(ids.map((id) => firstLine(stage.photograph(id))));
}

const firstLine = (file: string) => readFileSync(file, 'utf8').split('\n', 1)[0];

test('a worker is killed while it renders: another does the job', async () => {
  const [id = 0] = someImages(1);
  const gate = join(stage.folder, 'gate-killed');
  writeFileSync(stage.photograph(id), `wait ${gate}\n`);
  await queue([id]);
  await stage.until('w1 has it', () => stage.farm.state().workers.some(({ job }) => job?.image_id === id), 30_000);
  await w1.end('SIGKILL');
  writeFileSync(gate, '');
  w1 = await stage.startWorker('w1');
  await allDone([id]);
});

test('what ends every worker that begins it fails after three, with the reason', async () => {
  const [id = 0] = someImages(1);
  writeFileSync(stage.photograph(id), 'crash\n');
  await queue([id]);
  for (let deaths = 0; stage.queues.refresh.depth() > 0 && deaths < 10; deaths++) {
    await stage.until(
      'it has ended the worker, or failed',
      () => w1.process.signalCode !== null || stage.queues.refresh.depth() === 0,
    );
    if (w1.process.signalCode !== null) w1 = await stage.startWorker('w1');
  }
  await stage.until('it has failed', () => stage.queues.refresh.depth() === 0);
  const [failure] = stage.queues.refresh.failures();
  expect(failure).toMatchObject({ job: String(id), reason: expect.stringContaining('gave up: 3 workers') as string });
  stage.queues.refresh.forgetFailed();
}, 120_000);

test('two workers get the same job: its picture is put in place once', async () => {
  const [id = 0] = someImages(1);
  const gate = join(stage.folder, 'gate-twice');
  writeFileSync(stage.photograph(id), `wait ${gate}\n`);
  await queue([id]);
  await stage.until('w1 has it', () => stage.farm.state().workers.some(({ job }) => job?.image_id === id), 30_000);
  w1.process.kill('SIGSTOP');
  const w2 = await stage.startWorker('w2');
  onTestFinished(() => w2.end());
  writeFileSync(gate, '');
  await allDone([id]);
  const { done } = stage.farm.state();
  w1.process.kill('SIGCONT');
  await stage.until('nothing is left at the broker', () => stage.farm.state().under_way === 0);
  // Results are taken in their order.
  const [next = 0] = someImages(1);
  await queue([next]);
  await allDone([next]);
  expect(stage.farm.state().done).toBe(done + 1);
});

test('the broker is killed and started in the middle: no job is lost', async () => {
  const ids = someImages(20);
  stage.darktable.waitSeconds(0.1);
  await queue(ids);
  await stage.until('some are done', () => ids.filter((id) => stage.preview(id) !== null).length > 3);
  await stage.broker.stop('SIGKILL');
  await stage.until('it is missed', () => stage.farm.state().state === 'connecting');
  await stage.broker.start();
  await allDone(ids);
});

test('the broker is away for long: this computer goes on alone and says so, and nothing is done twice afterwards', async () => {
  const ids = someImages(10);
  stage.darktable.waitSeconds(0.2);
  await queue(ids);
  await stage.until('some are out', () => stage.farm.state().under_way > 0);
  await stage.broker.stop('SIGKILL');
  await stage.until('it says so', () => stage.farm.state().reason !== null);
  expect(stage.farm.state()).toMatchObject({ state: 'connecting' });
  await allDone(ids);
  await stage.broker.start();
  await stage.until('it is back', () => stage.farm.state().state === 'connected');
  await stage.until('the jobs at the broker are withdrawn', () => {
    const { waiting, under_way } = stage.farm.state();
    return waiting + under_way === 0;
  });
});

test('a worker with another darktable gets nothing, and it is told why', async () => {
  const other = await quickDarktable(join(stage.folder, 'other-darktable'), { version: '5.0.1' });
  const w3 = await stage.startWorker('w3', { environment: { PATH: other.path } });
  onTestFinished(() => w3.end());
  await stage.until('it is there', () => stage.farm.state().workers.some(({ name }) => name === 'w3'));
  const ids = someImages(5);
  await queue(ids);
  await allDone(ids);
  expect(stage.farm.state().workers.find(({ name }) => name === 'w3')).toMatchObject({
    version: '5.0.1',
    done: 0,
    state: 'paused',
    reason: 'it has darktable 5.0.1, and this library has 4.2.1',
  });
});

test('the clock of a worker is a year ahead: that changes nothing', async () => {
  await w1.end();
  const shift = join(stage.folder, 'shift.mjs');
  const year = 365 * 86_400_000;
  writeFileSync(
    shift,
    `const Real = Date; globalThis.Date = class extends Real { constructor(...a) { a.length ? super(...a) : super(Real.now() + ${year}); } static now() { return Real.now() + ${year}; } };`,
  );
  w1 = await stage.startWorker('w1', { node: ['--import', shift] });
  const ids = someImages(3);
  await queue(ids);
  await allDone(ids);
  await w1.end();
  w1 = await stage.startWorker('w1');
});

test('a photograph changes while it is rendered: the picture shows what is there now', async () => {
  const [id = 0] = someImages(1);
  const gate = join(stage.folder, 'gate-changed');
  writeFileSync(stage.photograph(id), `wait ${gate}\n`);
  await queue([id]);
  await stage.until('w1 has it', () => stage.farm.state().workers.some(({ job }) => job?.image_id === id), 30_000);
  writeFileSync(stage.photograph(id), 'another photograph\n');
  writeFileSync(gate, '');
  await allDone([id]);
  expect(stage.preview(id)).toBe('another photograph');
});

test('a worker that is asked to end gives its job back at once', async () => {
  const [id = 0] = someImages(1);
  const gate = join(stage.folder, 'gate-ended');
  writeFileSync(stage.photograph(id), `wait ${gate}\n`);
  await queue([id]);
  await stage.until('w1 has it', () => stage.farm.state().workers.some(({ job }) => job?.image_id === id), 30_000);
  await w1.end('SIGTERM');
  expect(w1.process.exitCode).toBe(0);
  writeFileSync(gate, '');
  w1 = await stage.startWorker('w1');
  await allDone([id]);
});

test('pictures of a worker that died before it could tell of them are removed, and those of answers are not', async () => {
  const adapter = new Broker(
    {
      address: stage.broker.address,
      credentials: readCredentials(stage.broker.worker('w2')),
      inboxPrefix: inboxPrefix('w2'),
      log: silentLog(),
      onState: () => undefined,
    },
    () => Promise.resolve(),
  );
  onTestFinished(() => adapter.close());
  await adapter.connected(AbortSignal.timeout(30_000));
  await adapter.storeOnce(pictureSubject('w2', 'untold'), Buffer.alloc(1_000));
  const ours = new Broker(
    {
      address: stage.broker.address,
      credentials: readCredentials(stage.broker.coordinator),
      log: silentLog(),
      onState: () => undefined,
    },
    () => Promise.resolve(),
  );
  onTestFinished(() => ours.close());
  const { jsm } = await ours.connected(AbortSignal.timeout(30_000));
  const pictures = () => subjectsOf(jsm, STREAMS.pictures, 'res.>');
  expect(await pictures()).toHaveProperty(['res.w2.untold']);
  const ids = someImages(3);
  await queue(ids);
  await allDone(ids);
  // A result that the broker gives again comes after a minute.
  await expect.poll(pictures, { timeout: 120_000 }).toEqual({});
});

describe('a result is refused, its worker is named, and the job is done by another:', () => {
  const picture = () =>
    sharp({
      create: {
        width: 300,
        height: 200,
        channels: 3,
        background: '#123456',
        noise: { type: 'gaussian', mean: 99, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
  const cases: [what: string, why: string, make: () => Promise<Partial<Parameters<typeof badAnswer>[0]>>][] = [
    [
      'a picture that is cut',
      'it is not a whole picture',
      async () => ({ picture: (await picture()).subarray(0, -2_000) }),
    ],
    [
      'no picture',
      'it is not a whole picture',
      () => Promise.resolve({ picture: Buffer.from('#!/bin/sh\nrm -rf /\n') }),
    ],
    [
      'a picture in another format',
      'it is not a JPEG',
      async () => ({
        picture: await sharp(await picture())
          .png()
          .toBuffer(),
      }),
    ],
    [
      'a picture that is too large',
      'it is larger than asked for',
      async () => ({
        picture: await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#fff' } })
          .jpeg()
          .toBuffer(),
        size: { width: 3000, height: 2000 },
      }),
    ],
    [
      'a picture of one pixel',
      '1 × 1 pixels cannot be all of the photograph',
      async () => ({
        picture: await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
          .jpeg()
          .toBuffer(),
        size: { width: 1, height: 1 },
      }),
    ],
    [
      'two gigabytes',
      'the pictures have 2048 MB',
      async () => ({
        picture: await picture(),
        answer: (done) => ({
          ...done,
          blob: { ...done.blob, size: 2 * 1024 ** 3 },
          pictures: [{ ...done.pictures[0]!, size: 2 * 1024 ** 3 }],
        }),
      }),
    ],
    [
      'more than was announced',
      'it did not arrive as it was sent',
      async () => ({
        picture: await picture(),
        answer: (done) => ({
          ...done,
          blob: { ...done.blob, size: done.blob.size - 100 },
          pictures: [{ ...done.pictures[0]!, size: done.blob.size - 100 }],
        }),
      }),
    ],
    [
      'a picture of another image',
      'its answer is for another image',
      async () => ({ picture: await picture(), answer: (done) => ({ ...done, imageId: done.imageId + 1 }) }),
    ],
    [
      'a picture of another worker',
      'the pictures are not its own',
      async () => ({
        picture: await picture(),
        answer: (done) => ({ ...done, blob: { ...done.blob, subject: 'res.w1.00000000' } }),
      }),
    ],
    [
      'a picture by another darktable',
      'it was made by darktable 5.0.1',
      async () => ({ picture: await picture(), answer: (done) => ({ ...done, darktable: '5.0.1' }) }),
    ],
  ];

  test.each(cases)('%s', async (_what, why, make) => {
    const [id = 0] = someImages(1);
    stage.farm.pause('w1', true);
    await stage.until(
      'w1 takes no jobs',
      () => stage.farm.state().workers.find(({ name }) => name === 'w1')?.state === 'paused',
    );
    const answered = badAnswer({ name: 'bad', broker: stage.broker, picture: Buffer.alloc(0), ...(await make()) });
    await stage.until('bad is there', () =>
      stage.farm.state().workers.some(({ name, state }) => name === 'bad' && state !== 'away'),
    );
    await queue([id]);
    await answered;
    stage.farm.pause('w1', false);
    await stage.until(
      'it was refused',
      () =>
        stage.farm
          .state()
          .workers.find(({ name }) => name === 'bad')
          ?.last_failure?.startsWith(`refused: ${why}`) === true,
    );
    await allDone([id]);
  });
});
