import { Client as Agent, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AgentList, AgentPlan, AgentPlanList, AgentUndone } from '../../../contract/agents.ts';
import type { ChangeList, UndoResult } from '../../../contract/image-change.ts';
import { ALL_SCOPES } from '../../../contract/scopes.ts';
import { openTestApp, type TestApp } from '../../../testing/start-app.ts';

let app: TestApp & { close(): Promise<void> };
let agent: Agent;
let client: string;

beforeAll(async () => {
  app = await openTestApp({ library: Array.from({ length: 4 }, (_, at) => ({ id: at + 1, stars: 1 })) });
  const made = await app.app.services.clients.add({
    id: 'assistant',
    name: 'Assistant',
    scope: 'images:read images:write',
  });
  client = made.client_id;
  const { access_token: token } = await app.app.services.auth.grant(
    { clientId: client, clientSecret: made.client_secret, address: '127.0.0.1' },
    '',
  );
  agent = new Agent({ name: 'Calls itself so', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
});
afterAll(async () => {
  await agent.close();
  await app.close();
});

const call = async (name: string, given: Record<string, unknown>) => {
  const { structuredContent, content } = await agent.callTool({ name: `safelight_${name}`, arguments: given });
  return { data: structuredContent as Record<string, unknown>, text: (content as { text?: string }[])[0]?.text };
};
const owner = <Body>(method: string, path: string, body?: object) =>
  app.ask<Body>(method, `/api/v1/agents${path}`, { scopes: ALL_SCOPES, ...(body && { body }) });
const planned = async (given: Record<string, unknown>) => {
  const { data } = await call('organize', { ...given, dry_run: true });
  return Number(String(data.plan).slice(1));
};
const ratings = async () => {
  // One by one: the list follows a little later.
  const images = await Promise.all([1, 2, 3, 4].map((id) => app.get<{ rating: number }>(`/api/v1/images/${id}`)));
  return images.map(({ rating }) => rating);
};

test('the owner takes a picture out of a plan and accepts it; it is made in the name of the agent, once, and taken back', async () => {
  const id = await planned({ image_ids: [1, 2, 3], rating: 4 });
  const { body: plan } = await owner<AgentPlan>('GET', `/plans/${id}`);
  expect(plan).toMatchObject({
    client_name: 'Assistant',
    tool: 'Rate, label, tag and describe',
    state: 'open',
    would_change: 3,
    wanted: [{ name: 'rating', value: '4' }],
    out: [],
    result: null,
  });
  expect(plan.items[0]).toEqual({ image_id: 1, changes: [{ field: 'rating', before: '1', after: '4' }] });
  expect((await owner('PATCH', `/plans/${id}`, { out: [4] })).status).toBe(400);
  expect((await owner('PATCH', `/plans/${id}`, { out: [2] })).body).toMatchObject({ would_change: 2, out: [2] });

  // Agents may not change things; the owner may.
  const [first, second] = await Promise.all([1, 2].map(() => owner<AgentPlan>('POST', `/plans/${id}/accept`)));
  expect([first!.status, second!.status].sort()).toEqual([200, 409]);
  const ran = await owner<AgentPlan>('GET', `/plans/${id}`);
  expect(ran.body).toMatchObject({
    state: 'run',
    result: { changed: 2, unchanged: 0, refused: 0, refusals: [], can_undo: true },
  });
  expect(await ratings()).toEqual([4, 1, 4, 1]);
  const { items } = await app.get<ChangeList>('/api/v1/changes?limit=1');
  expect(items[0]).toMatchObject({ client, images: 2 });
  expect((await call('run_plan', { plan: `p${id}` })).text).toMatch(/this plan was run already/);
  expect((await owner<AgentPlanList>('GET', '/plans')).body.items[0]).toMatchObject({ id, state: 'run' });

  const { body: undone } = await owner<AgentUndone>('POST', `/plans/${id}/undo`);
  expect(undone).toEqual({ changes: 1, restored: 2, left: [], problems: [] });
  expect(await ratings()).toEqual([1, 1, 1, 1]);
  expect((await owner('POST', `/plans/${id}/undo`)).status).toBe(409);
});

test('what the list of changes or the toast takes back is undone for the plan, too, until somebody redoes it', async () => {
  const id = await planned({ image_ids: [1, 2], rating: 4 });
  await owner('POST', `/plans/${id}/accept`);
  const told = vi.fn();
  app.app.events.on('agents.changed', told);
  const state = async () => ({
    plan: (await owner<AgentPlan>('GET', `/plans/${id}`)).body.result!.can_undo,
    list: (await owner<{ items: { is_undone: boolean }[] }>('GET', `/${client}/changes`)).body.items[0]!.is_undone,
    last: (await owner<AgentList>('GET', '')).body.items[0]!.last_change!.is_undone,
  });
  const undo = async (change: number) =>
    (await app.ask<UndoResult>('POST', `/api/v1/changes/${change}/undo`, { scopes: ALL_SCOPES })).body.change!;
  expect(await state()).toEqual({ plan: true, list: false, last: false });
  const { items } = await app.get<ChangeList>('/api/v1/changes?limit=1');
  const undone = await undo(items[0]!.id);
  expect(told).toHaveBeenCalled();
  expect(await state()).toEqual({ plan: false, list: true, last: true });
  expect((await owner('POST', `/plans/${id}/undo`)).status).toBe(409);
  await undo(undone);
  expect(await state()).toEqual({ plan: true, list: false, last: false });
  expect((await owner<AgentUndone>('POST', `/plans/${id}/undo`)).body).toMatchObject({ restored: 2, left: [] });
});

test('what was changed since the dry run is refused by itself; a refused plan never runs', async () => {
  const id = await planned({ image_ids: [1, 2], rating: 3 });
  expect((await app.ask('PATCH', '/api/v1/images/1', { body: { rating: 5 }, scopes: ALL_SCOPES })).status).toBe(200);
  const { body } = await owner<AgentPlan>('POST', `/plans/${id}/accept`);
  expect(body.result).toMatchObject({
    changed: 1,
    refused: 1,
    refusals: [{ image_id: 1, reason: 'it was changed since the dry run' }],
  });
  const other = await planned({ image_ids: [3], rating: 2 });
  expect((await owner('POST', `/plans/${other}/refuse`)).body).toMatchObject({ state: 'refused' });
  expect((await owner('POST', `/plans/${other}/accept`)).status).toBe(409);
  expect((await call('run_plan', { plan: `p${other}` })).text).toMatch(/the photographer has refused this plan/);
  expect(await ratings()).toEqual([5, 3, 1, 1]);
});

test('an agent that may not change asks; the answer is for all; all that it did since a time is taken back', async () => {
  await call('organize', { image_ids: [4], rating: 2 });
  const { body: asking } = await owner<AgentList>('GET', '');
  expect(asking).toMatchObject({
    may_change: false,
    items: [{ client, client_name: 'Assistant', calls_itself: 'Calls itself so', asks: true }],
  });
  expect((await owner('POST', '/answer', { may_change: true })).status).toBe(204);
  await call('organize', { image_ids: [4], rating: 2 });
  const { body: after } = await owner<AgentList>('GET', '');
  expect(after).toMatchObject({
    may_change: true,
    items: [
      {
        asks: false,
        last_answer: expect.stringMatching(/^Changed 1, /) as string,
        last_change: { tool: 'Rate, label, tag and describe', pictures: 1, is_undone: false },
      },
    ],
  });
  const [agentNow] = after.items;
  expect(agentNow!.changed_this_hour + agentNow!.left_this_hour).toBe(500);

  const { body: changes } = await owner<{ items: { time: number; is_undone: boolean }[] }>('GET', `/${client}/changes`);
  expect(changes.items.map(({ is_undone }) => is_undone)).toEqual([false, false, true, true]);
  const { body: undone } = await owner<AgentUndone>('POST', `/${client}/undo`, { since: 0 });
  expect(undone).toMatchObject({ changes: 2, restored: 2, problems: [] });
  expect(await ratings()).toEqual([5, 1, 1, 1]);
  const { items } = (await owner<AgentList>('GET', '')).body;
  expect(items[0]!.last_change).toMatchObject({ id: agentNow!.last_change!.id, is_undone: true });
});
