import { afterAll, beforeAll, expect, test } from 'vitest';
import { undoAll } from '../../agents/undo-all.ts';
import { agentClient, type AgentClient, apiWith, CHANGING } from '../../testing/agent-client.ts';
import { openTestApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp & { close(): Promise<void> };
let agent: AgentClient;
beforeAll(async () => {
  app = await openTestApp({ library: Array.from({ length: 40 }, (_, at) => ({ id: at + 1, stars: 1 })) });
  await settings({ agentsMayChange: true, agentPicturesPerHour: 5_000 });
  agent = await agentClient(app, CHANGING);
});
afterAll(async () => {
  await agent.client.close();
  await app.close();
});

const settings = (body: Record<string, unknown>) =>
  app.ask('PATCH', '/api/v1/admin/settings', { body, scopes: ['admin'] });
const stars = async (id: number) => (await app.get<{ rating: number }>(`/api/v1/images/${id}`)).rating;

test('all that an agent did since is taken back, and what was changed again later is left and listed', async () => {
  const { desk } = app.app.services.agents;
  await agent.call('organize', { image_ids: [1, 2], rating: 2 });
  const since = Date.now();
  await agent.call('organize', { image_ids: [1, 2, 3], rating: 3 });
  await agent.call('organize', { image_ids: [3], rating: 4 });
  await app.ask('PATCH', '/api/v1/images/2', { body: { rating: 5 }, scopes: [...CHANGING, 'admin'] });
  const api = apiWith(app, await app.token([...CHANGING, 'admin']));
  const client = desk.agentChanges(null)[0]!.client;
  expect(await undoAll({ api, client, since })).toEqual({
    undone: 2,
    restored: 3,
    left: [{ image_id: 2, field: 'stars' }],
    problems: [],
  });
  expect(await Promise.all([1, 2, 3].map(stars))).toEqual([2, 5, 1]);
  expect(desk.agentChanges(client).map(({ isUndone }) => isUndone)).toEqual([true, true, false]);
  expect(await undoAll({ api, client, since })).toMatchObject({ undone: 0, left: [] });
});
