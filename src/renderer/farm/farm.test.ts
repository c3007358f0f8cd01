import { expect, onTestFinished, test } from 'vitest';
import { openFarmStage } from '../../testing/farm-stage.ts';

test('previews are made by workers on other machines, and nothing is left at the broker', async () => {
  const stage = await openFarmStage({ images: 40, workers: ['w1', 'w2'] });
  onTestFinished(() => stage.close());
  await stage.broker.start();
  await stage.startWorker('w1');
  await stage.startWorker('w2');
  await stage.queues.refresh.appendMany(Array.from({ length: 40 }, (_, at) => at + 1));
  await stage.until('all is done', () => stage.queues.refresh.depth() === 0);
  for (let id = 1; id <= 40; id++) expect(stage.preview(id)).toBe(`photograph ${id}`);
  expect(stage.farm.state()).toMatchObject({ state: 'connected', done: 40, failed: 0 });
}, 60_000);
