import type { JsMsg } from '@nats-io/jetstream';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { FarmWorkers } from './farm-workers.ts';
import type { JobOut } from './job-publisher.ts';
import { type Job, pack, type Result } from './protocol.ts';
import { ResultConsumer, type ResultConsumerOptions } from './result-consumer.ts';

const KEY = 'a'.repeat(40);
const PICTURE = Buffer.from('what a worker made');

test('a result that comes again while its pictures are fetched keeps them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const draft = join(folder, 'draft.jpg');
  const fetching = Promise.withResolvers<undefined>();
  const purge = vi.fn(() => Promise.resolve({}));
  const subject = 'res.w1.some';
  const link = {
    jsm: {
      direct: {
        getMessage: async () => {
          await fetching.promise;
          return { subject, seq: 1, data: PICTURE };
        },
      },
      streams: { purge },
    },
  };
  const ended = Promise.withResolvers<Parameters<JobOut['end']>[0]>();
  const job = { key: KEY, attempt: 1, job: 'refresh', imageId: 7, darktable: null, boxes: [null], notBy: [] };
  const out = {
    job: job as unknown as Job,
    least: null,
    drafts: [draft],
    stage: 'out',
    end: ended.resolve,
  } as unknown as JobOut;
  const results = new ResultConsumer({
    broker: { link },
    jobs: { get: () => out, sources: { isStill: () => Promise.resolve(true) } },
    decoder: { check: () => Promise.resolve({ width: 3, height: 2, format: 'jpeg' }) },
    workers: new FarmWorkers(),
    earlyMs: 0,
    onChange: () => undefined,
    log: silentLog(),
  } as unknown as ResultConsumerOptions);
  const done: Result = {
    key: KEY,
    attempt: 1,
    imageId: 7,
    darktable: null,
    is: 'done',
    mayBeFiner: false,
    ms: 1,
    blob: { subject, size: PICTURE.length, sha256: createHash('sha256').update(PICTURE).digest('hex') },
    pictures: [{ size: PICTURE.length, width: 3, height: 2 }],
  };
  const ackAck = vi.fn(() => Promise.resolve(true));
  const delivery = () =>
    ({ seq: 12, subject: `results.w1.${KEY}`, data: pack(done), ackAck, nak: vi.fn() }) as unknown as JsMsg;
  let deliver: (message: JsMsg) => void = () => undefined;
  const consumer = {
    consume: ({ callback }: { callback: typeof deliver }) => {
      deliver = callback;
      return Promise.resolve({ stop: () => undefined });
    },
  };
  await results.consume({ js: { consumers: { get: () => Promise.resolve(consumer) } } } as never);

  deliver(delivery());
  deliver(delivery());
  await new Promise(setImmediate);
  expect(purge).not.toHaveBeenCalled();
  fetching.resolve(undefined);
  const outcome = await ended.promise;
  if (!('made' in outcome)) throw new Error('it was refused');
  expect(readFileSync(draft)).toEqual(PICTURE);
  outcome.made.settle(true);
  await vi.waitFor(() => expect(ackAck).toHaveBeenCalledTimes(1));
  expect(purge).toHaveBeenCalledTimes(1);
});

/** A consumer of results at a stand-in broker: `deliver` hands it a message, `job` is the only one that is out. */
async function consumerOf(job: Partial<Job>) {
  const workers = new FarmWorkers();
  const warned: string[] = [];
  const out = { job: { key: KEY, attempt: 1, imageId: 7, notBy: [], ...job }, drafts: [], stage: 'out', end: vi.fn() };
  const again = vi.fn(() => Promise.resolve());
  const results = new ResultConsumer({
    broker: { link: null },
    jobs: { get: (key: string) => (key === KEY ? out : undefined), again },
    workers,
    earlyMs: 0,
    onChange: () => undefined,
    log: { ...silentLog(), warn: (_fields: object, line: string) => warned.push(line) },
  } as unknown as ResultConsumerOptions);
  let deliver: (message: JsMsg) => void = () => undefined;
  const consume = ({ callback }: { callback: typeof deliver }) => {
    deliver = callback;
    return Promise.resolve({ stop: () => undefined });
  };
  await results.consume({ js: { consumers: { get: () => Promise.resolve({ consume }) } } } as never);
  let seq = 0;
  return {
    workers,
    warned,
    again,
    out,
    /** Resolves when the broker has its confirmation. */
    hear: (key: string, data: Uint8Array) =>
      new Promise<void>((resolve) => {
        const ackAck = () => Promise.resolve(true).finally(resolve);
        deliver({ seq: seq++, subject: `results.w1.${key}`, data, ackAck, nak: vi.fn() } as unknown as JsMsg);
      }),
  };
}

/** 60 kB that unfold to 64 MB of `[{},{},…]`. */
const bomb = () => gzipSync(`[${'{},'.repeat((64 * 1024 ** 2) / 3 - 2)}{}]`);

test('what nobody asked for is not read, and what is larger than any answer neither: its worker gets no jobs', async () => {
  const { hear, workers, warned, again, out } = await consumerOf({});
  const data = bomb();
  workers.hear('w1', { version: '4.2.1', cores: 1, state: 'idle', job: null, sharedFolders: [], reason: null });
  const before = process.threadCpuUsage();
  for (let at = 0; at < 100; at++) await hear('b'.repeat(40), Buffer.from('not even JSON'));
  expect([workers.atWork(), warned]).toEqual([['w1'], []]);
  for (let at = 0; at < 100; at++) await hear('b'.repeat(40), data);
  for (let at = 0; at < 100; at++) await hear(KEY, data);
  const { user, system } = process.threadCpuUsage(before);
  // One of them took 16 seconds.
  expect((user + system) / 1e6).toBeLessThan(1);
  expect(workers.atWork()).toEqual([]);
  expect(workers.list()[0]).toMatchObject({
    name: 'w1',
    reason: 'its answer cannot be read: it is larger than any answer',
  });
  // Others do the job, and the log has a line for each of the two.
  expect(again).not.toHaveBeenCalled();
  expect(out.end).toHaveBeenCalledOnce();
  expect(warned).toEqual(['A worker gets no jobs for a while', 'A picture of a worker was refused']);
});
