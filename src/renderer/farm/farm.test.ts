import { expect, onTestFinished, test } from 'vitest';
import { openFarmStage } from '../../testing/farm-stage.ts';

/** The broker is compared with what is out so often; before that, nothing lost is found. */
const LOOK_MS = 20_000;

test('previews are made by workers on other machines, and nothing is left at the broker', async () => {
  const times = { lookMs: LOOK_MS };
  const stage = await openFarmStage({ images: 40, workers: ['w1', 'w2'], farm: { times } });
  onTestFinished(() => stage.close());
  await stage.broker.start();
  await stage.startWorker('w1');
  await stage.startWorker('w2');
  await stage.queues.refresh.appendMany(Array.from({ length: 40 }, (_, at) => at + 1));
  await stage.until('all is done', () => stage.queues.refresh.depth() === 0);
  for (let id = 1; id <= 40; id++) expect(stage.preview(id)).toBe(`photograph ${id}`);
  expect(stage.farm.state()).toMatchObject({ state: 'connected', done: 40, failed: 0 });

  // The very same jobs again: nobody has to find out that the broker took them for repeats.
  const began = performance.now();
  await stage.queues.refresh.appendMany([1, 2, 3]);
  await stage.until('they are done again', () => stage.queues.refresh.depth() === 0);
  expect(stage.farm.state()).toMatchObject({ done: 43 });
  expect(performance.now() - began).toBeLessThan(LOOK_MS);
}, 60_000);
