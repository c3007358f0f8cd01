import type { JsMsg } from '@nats-io/jetstream';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const out = { job: job as unknown as Job, drafts: [draft], stage: 'out', end: ended.resolve } as unknown as JobOut;
  const results = new ResultConsumer({
    broker: { link },
    jobs: { get: () => out, sources: { isStill: () => Promise.resolve(true) } },
    decoder: { check: () => Promise.resolve({ width: 3, height: 2, format: 'jpeg' }) },
    workers: new FarmWorkers(),
    ...{ earlyMs: 0, onChange: () => undefined, log: silentLog() },
  } as unknown as ResultConsumerOptions);
  const done: Result = {
    ...{ key: KEY, attempt: 1, imageId: 7, darktable: null, is: 'done', mayBeFiner: false, ms: 1 },
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
