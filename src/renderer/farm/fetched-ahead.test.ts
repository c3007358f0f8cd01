import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FarmStage, openFarmStage, type TestWorker } from '../../testing/farm-stage.ts';

const LOOKED_AT = 9;
let stage: FarmStage;

beforeAll(async () => {
  stage = await openFarmStage({
    images: LOOKED_AT,
    workers: ['w1', 'w2'],
    farm: { times: { lookMs: 200, aloneMs: 60_000 }, isUrgent: (id) => id === LOOKED_AT },
  });
  await stage.broker.start();
}, 60_000);

afterAll(() => stage.close());

const itself = (name: string) => stage.farm.state().workers.find((worker) => worker.name === name);
const isThere = (name: string) => stage.until(`${name} is there`, () => itself(name)?.state === 'idle');
const photographsOf = (name: string) => {
  const folder = join(stage.folder, 'worker-data', 'workers', name, 'sources');
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('content'))
    : [];
};

test('while a job is rendered, the photograph of the next is fetched; what somebody looks at and a pause come before it', async () => {
  // No more are handed out to one worker.
  const bulk = [1, 2, 3, 4];
  const gate = join(stage.folder, 'gate');
  const urgentGate = join(stage.folder, 'urgent-gate');
  for (const id of bulk) writeFileSync(stage.photograph(id), `wait ${gate}\n${id}\n`);
  writeFileSync(stage.photograph(LOOKED_AT), `wait ${urgentGate}\n`);
  // All of them wait at the broker when the worker comes to work.
  const w1: TestWorker = await stage.startWorker('w1');
  await isThere('w1');
  w1.process.kill('SIGSTOP');
  // Until the broker has forgotten its last question: the first job would be given out before the others are there.
  await sleep(3_000);
  await stage.queues.refresh.appendMany(bulk);
  await stage.until('all are out', () => stage.farm.state().waiting + stage.farm.state().under_way === bulk.length);
  w1.process.kill('SIGCONT');

  await stage.until('it has two photographs', () => photographsOf('w1').length === 2);
  expect(bulk.map((id) => stage.preview(id))).toEqual([null, null, null, null]);

  await stage.queues.refresh.appendMany([LOOKED_AT]);
  await stage.until('it is out', () => stage.farm.state().waiting + stage.farm.state().under_way > bulk.length);
  writeFileSync(gate, '');
  await stage.until('what is looked at is rendered', () => itself('w1')?.job?.image_id === LOOKED_AT);
  await stage.until('one of the others is in place', () => bulk.some((id) => stage.preview(id) !== null));
  expect(bulk.filter((id) => stage.preview(id) !== null).length).toBe(1);

  stage.farm.pause('w1', true);
  // So long it goes by the last answer.
  await sleep(1_500);
  writeFileSync(urgentGate, '');
  await stage.until('it is in place', () => stage.preview(LOOKED_AT) !== null);
  await stage.until('it rests', () => itself('w1')?.state === 'paused');
  await stage.startWorker('w2');
  await stage.until('all are done', () => stage.queues.refresh.depth() === 0);
  expect(bulk.map((id) => stage.preview(id))).toEqual(
    bulk.map((id) => readFileSync(stage.photograph(id), 'utf8').split('\n', 1)[0]),
  );
  // The one it had fetched ahead was given back, and that is no failure.
  expect(itself('w1')).toMatchObject({ done: 2, failed: 0 });
  expect(itself('w2')).toMatchObject({ done: 3, failed: 0 });
}, 180_000);
