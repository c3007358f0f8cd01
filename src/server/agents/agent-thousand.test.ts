import { expect, test } from 'vitest';
import { agentClient, CHANGING } from '../../testing/agent-client.ts';
import { libraryRows } from '../../testing/library-rows.ts';
import { startApp } from '../../testing/start-app.ts';
test('1,000 images rated by selection, dry run, run and undo: the rows are as they were; the cap, the key and the switch hold', async () => {
  const app = await startApp({ library: Array.from({ length: 1_000 }, (_, at) => ({ id: at + 1, stars: at % 3 })) });
  const set = (body: object) => app.ask('PATCH', '/api/v1/admin/settings', { body, scopes: ['admin'] });
  await set({ agentsMayChange: true, agentPicturesPerHour: 1_010 });
  const agent = await agentClient(app, CHANGING);
  const before = libraryRows(app.library);
  const { selection } = (await agent.call('search_images', { sort_by: 'id' })).data;
  const planned = await agent.call('organize', { selection, rating: 5 });
  const run = await agent.call('run_plan', { plan: planned.data.plan });
  expect(run.text).toMatch(/^Changed 1000, unchanged 0, refused 0, of 1000/);
  const undone = await agent.call('undo', { change_id: run.data.change_id });
  expect(undone.data).toMatchObject({ restored: 1000, left: [] });
  const after = libraryRows(app.library);
  for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table]);
  // Ten are left; calls at the same time share them.
  const many = await Promise.all(
    [1, 2, 3].map((at) =>
      agent.call('organize', { image_ids: [at * 10 + 1, at * 10 + 2, at * 10 + 3, at * 10 + 4], rating: 4 }),
    ),
  );
  expect(many.filter(({ isError }) => !isError)).toHaveLength(2);
  const key = { image_ids: [100, 101], rating: 4, idempotency_key: 'k' };
  const one = await agent.call('organize', key);
  const two = await agent.call('organize', { idempotency_key: 'k', rating: 4, image_ids: [100, 101] });
  expect(two.text).toBe(one.text);
  expect((await agent.call('organize', { ...key, rating: 3 })).isError).toBe(true);
  await set({ agentsMayChange: false });
  expect((await agent.call('organize', { image_ids: [1], rating: 1 })).text).toMatch(/^Nothing was changed/);
  await agent.client.close();
}, 60_000);
