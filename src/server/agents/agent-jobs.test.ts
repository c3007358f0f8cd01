import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { agentClient, type AgentClient, agentWith, CHANGING } from '../../testing/agent-client.ts';
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

/** How the owner takes rights away, and gives them back. */
const takenAway: [string, (token: string) => Promise<unknown>][] = [
  ['agents may not change', () => set({ agentsMayChange: false })],
  ['the client was disabled', () => app.ask('PATCH', '/api/v1/admin/clients/stopped', enabled(false))],
  ['the token was revoked', (token) => revoke(token)],
];
const enabled = (is: boolean) => ({ body: { enabled: is }, scopes: ['admin'] });
const asForm = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
  scopes: null,
});
let stopped: { client_id: string; client_secret: string };
const revoke = (token: string) => app.ask('POST', '/oauth/revoke', asForm({ ...stopped, token }));

test.each(takenAway)('%s: a running change ends before its next request, and is taken back', async (why, take) => {
  const before = libraryRows(app.library);
  if (!app.app.services.clients.get('stopped')) {
    const body = { id: 'stopped', scope: CHANGING.join(' ') };
    stopped = (await app.ask<typeof stopped>('POST', '/api/v1/admin/clients', { body, scopes: ['admin'] })).body;
  }
  await app.ask('PATCH', '/api/v1/admin/clients/stopped', enabled(true));
  const { client_id, client_secret } = stopped;
  const asked = asForm({ grant_type: 'client_credentials', client_id, client_secret });
  const token = (await app.ask<{ access_token: string }>('POST', '/oauth/token', asked)).body.access_token;
  const { client, call } = await agentWith(app, token);
  const since = Date.now();
  let taking: Promise<unknown> | undefined;
  let isTaken = false;
  let later = 0;
  const all = (await call('search_images', { sort_by: 'id' })).data.selection;
  const { data } = await call(
    'organize',
    { selection: all, rating: 4, dry_run: false },
    {
      onprogress() {
        if (isTaken) later += 1;
        taking ??= take(token).then(() => (isTaken = true));
      },
    },
  );
  await taking;
  const { changed, refused, refusals } = data as { changed: number; refused: number; refusals: { reason: string }[] };
  expect([changed > 0, refused > 0, changed + refused]).toEqual([true, true, PICTURES]);
  // The request that runs ends whole; each takes about a second at most.
  expect(later).toBeLessThanOrEqual(1);
  expect(refusals[0]!.reason).toContain(why);
  await client.close();
  await set({ agentsMayChange: true });
  const undone = await app.ask('POST', '/api/v1/agents/stopped/undo', {
    body: { since },
    scopes: [...CHANGING, 'admin'],
  });
  expect(undone).toMatchObject({ status: 200, body: { restored: changed, left: [] } });
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
