import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { agentClient, type AgentClient, CHANGING } from '../../testing/agent-client.ts';
import { libraryRows } from '../../testing/library-rows.ts';
import { openTestApp } from '../../testing/start-app.ts';

const PICTURES = 2_000;
let app: Awaited<ReturnType<typeof openTestApp>>;
let agent: AgentClient;
let selection: unknown;
beforeAll(async () => {
  app = await openTestApp({ library: Array.from({ length: PICTURES }, (_, at) => ({ id: at + 1, stars: at % 3 })) });
  await set({ agentsMayChange: true, agentPicturesPerHour: 100_000 });
  agent = await agentClient(app, CHANGING);
  ({ selection } = (await agent.call('search_images', { sort_by: 'id' })).data);
});
afterAll(async () => {
  await agent.client.close();
  await app.close();
});
const set = (body: object) => app.ask('PATCH', '/api/v1/admin/settings', { body, scopes: ['admin'] });
const begun = () => vi.waitFor(() => expect(app.app.services.agents.desk.agentChanges(null)).not.toEqual([]));

test('a client that goes away leaves no half change: it ends whole, and its answer waits', async () => {
  const gone = new AbortController();
  const left = agent.call('organize', { selection, rating: 5, dry_run: false }, { signal: gone.signal });
  await begun();
  gone.abort();
  await expect(left).rejects.toThrow();
  await vi.waitFor(async () => expect((await agent.call('jobs')).data.jobs).toMatchObject([{ job: 'j1' }]), 10_000);
  const ended = await agent.call('jobs', { job: 'j1', wait_seconds: 20 });
  expect(ended.text).toMatch(new RegExp(`^Changed ${PICTURES}, unchanged 0, refused 0,`));
  expect((await agent.call('undo', { change_id: ended.data.change_id })).data).toMatchObject({ restored: PICTURES });
});

test('rights that are taken away end a change between two pictures; what was done is taken back', async () => {
  const before = libraryRows(app.library);
  let isOff: Promise<unknown> | undefined;
  const { data } = await agent.call(
    'organize',
    { selection, rating: 4, dry_run: false },
    { onprogress: () => void (isOff ??= set({ agentsMayChange: false })) },
  );
  await isOff;
  const { changed, refused, refusals } = data as { changed: number; refused: number; refusals: { reason: string }[] };
  expect(changed).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  expect(changed + refused).toBe(PICTURES);
  expect(refusals[0]!.reason).toContain('agents may not change');
  await set({ agentsMayChange: true });
  await agent.call('undo', { change_id: data.change_id });
  const after = libraryRows(app.library);
  for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table]);
});

test('exports are batches that tell how far they are', async () => {
  const { body: recipe } = await app.ask<{ name: string }>('POST', '/api/v1/recipes', {
    body: { name: 'For the web', format: 'jpeg' },
  });
  const wrong = await agent.call('export', { image_ids: [1], recipe: 'for teh web' });
  expect([wrong.isError, wrong.facts.recipes]).toEqual([true, [recipe.name]]);
  for (const by of [{}, { recipe: 'for the web' }]) {
    const { data } = await agent.call('export', { image_ids: [1, 2, 9_999], ...by });
    expect(data).toMatchObject({ asked: 3, missing: [9_999] });
    const told = await agent.call('jobs', { batch: data.batch });
    expect(told.data.batches).toMatchObject([{ batch: data.batch, total: 2 }]);
  }
  expect((await agent.call('jobs')).data.batches).toHaveLength(2);
});
