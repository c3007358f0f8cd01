import {
  Client as Agent,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as FormerAgent } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentClient, CHANGING, toolsOf } from '../../testing/agent-client.ts';
import { openTestApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp & { close(): Promise<void> };
beforeAll(async () => {
  app = await openTestApp({
    library: [
      { id: 1, stars: 1, tags: ['old'] },
      { id: 2, stars: 4 },
      { id: 3, stars: 5 },
    ],
  });
});
afterAll(() => app.close());

const JSON_BOTH_WAYS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const READS = ['images:read', 'previews:read', 'tags:read', 'films:read'];

const mayChange = (agentsMayChange: boolean) =>
  app.ask('PATCH', '/api/v1/admin/settings', { body: { agentsMayChange }, scopes: ['admin'] });

describe.each(['auto', 'legacy'] as const)('a client of the era %s', (mode) => {
  test('lists the tools, searches, plans, is refused while agents may not change, changes and takes back', async () => {
    const { client, call } = await agentClient(app, CHANGING, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('safelight_search_images');
    const found = await call('search_images', { search: 'stars:>=4', sort_by: 'id', limit: '', tag: null });
    expect(found).toMatchObject({ isError: false, data: { total: 2, images: [{ stars: 4 }, { stars: 5 }] } });

    const selection = found.data.selection;
    await mayChange(false);
    const refused = await call('organize', { selection, rating: 2 });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/^Nothing was changed: agents may not change/);
    const planned = await call('organize', { selection, rating: 2, dry_run: true });
    expect(planned.data).toMatchObject({ changed: 0, would_change: [{ image_id: 2 }, { image_id: 3 }] });

    await mayChange(true);
    const run = await call('run_plan', { plan: planned.data.plan });
    expect(run.text).toMatch(/^Changed 2, unchanged 0, refused 0, of 2 asked for\./);
    expect(await call('run_plan', { plan: planned.data.plan })).toMatchObject({ isError: true });
    expect(await app.get('/api/v1/images/3')).toMatchObject({ rating: 2 });
    expect(await call('undo', { change_id: run.data.change_id })).toMatchObject({ data: { restored: 2 } });
    expect(await app.get('/api/v1/images/3')).toMatchObject({ rating: 5 });
    await client.close();
  });
});

test('the client of the SDK before, too', async () => {
  const client = new FormerAgent({ name: 'former', version: '1' });
  await client.connect(
    new FormerTransport(new URL(`${app.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${await app.token(READS)}` } },
    }),
  );
  const { structuredContent } = await client.callTool({ name: 'safelight_search_images', arguments: {} });
  expect(structuredContent).toMatchObject({ total: 3 });
  await client.close();
});

test('id and secret are all that a client has to know', async () => {
  const { body } = await app.ask<{ client_id: string; client_secret: string }>('POST', '/api/v1/admin/clients', {
    body: { id: 'assistant', scope: 'images:read' },
    scopes: ['admin'],
  });
  const client = new Agent({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const provider = new ClientCredentialsProvider({
    clientId: body.client_id,
    clientSecret: body.client_secret,
    expectedIssuer: app.url,
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { authProvider: provider }));
  const { call } = toolsOf(client);
  expect(await call('search_images')).toMatchObject({ data: { total: 3 } });
  const refused = await call('organize', { image_ids: [1], rating: 3 });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('lacks the right images:write');
  await client.close();
});

test('without a token, or from a page elsewhere, nobody gets in', async () => {
  const post = (path: string, headers: Record<string, string>) =>
    fetch(app.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' });
  const nobody = await post('/mcp', {});
  expect(nobody.status).toBe(401);
  const challenge = nobody.headers.get('www-authenticate');
  const metadata = /resource_metadata="([^"]+)"/.exec(challenge ?? '')?.[1];
  expect(await (await fetch(metadata!)).json()).toMatchObject({
    resource: `${app.url}/mcp`,
    authorization_servers: [app.url],
    scopes_supported: expect.arrayContaining(CHANGING) as string[],
  });
  const authorization = `Bearer ${await app.token(READS)}`;
  expect((await post('/mcp', { authorization, origin: 'http://evil.example' })).status).toBe(403);
  for (const path of ['//mcp', '/mcp/x', '/MCP', '/mcp/'])
    expect([401, 404], path).toContain((await post(path, {})).status);
});

test('two clients that number their requests alike get each their own answers', async () => {
  const [one, other] = await Promise.all([['images:read'], READS].map((scopes) => app.token(scopes)));
  const ask = async (token: string, name: string) => {
    const response = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { ...JSON_BOTH_WAYS, authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
    });
    return response.text();
  };
  const asked = Array.from({ length: 20 }, (_, at) =>
    at % 2 === 0 ? ask(one!, 'safelight_list_tags') : ask(other!, 'safelight_search_images'),
  );
  for (const [at, answer] of (await Promise.all(asked)).entries())
    expect(answer).toContain(at % 2 === 0 ? 'lacks the right tags:read' : '3 images found');
});

test('what is no message, or comes from a host that is not ours, is refused in JSON, without a trace of the program', async () => {
  const authorization = `Bearer ${await app.token(READS)}`;
  const bodies = [
    '{',
    '[]',
    'null',
    '1',
    '"x"',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '\u0000',
    '',
  ];
  for (const body of bodies) {
    const response = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { ...JSON_BOTH_WAYS, authorization },
      body,
    });
    const text = await response.text();
    expect([body, response.status]).toEqual([body, 400]);
    expect(JSON.parse(text), body).toHaveProperty('error');
    expect(text, body).not.toMatch(/\.(ts|js|mjs):\d|node_modules|\n {4}at /);
  }
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const asked = request(`${app.url}/mcp`, {
      method: 'POST',
      headers: { ...JSON_BOTH_WAYS, authorization, host: 'evil.example' },
    });
    asked.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, text: body }), reject);
    });
    asked.once('error', reject).end('{}');
  });
  expect(answer.status).toBe(421);
  expect(JSON.parse(answer.text)).toHaveProperty('error');
});

test('no name of a module leads to another route', async () => {
  const { client, call } = await agentClient(app, [...CHANGING, 'admin']);
  await mayChange(true);
  const before = await app.get('/api/v1/images/1');
  for (const operation of ['..', '%2e%2e', '../../1', '../../../images/1?', 'exposure#', 'a b']) {
    expect(await call('describe_module', { operation, image_id: 1 })).toMatchObject({ isError: true });
    const edits = [{ operation, values: [{ field: 'rating', value: '5' }] }];
    const edited = await call('edit_modules', { image_ids: [1], edits, dry_run: false });
    expect(edited.text, operation).toMatch(/^Nothing was/);
  }
  expect(await app.get('/api/v1/images/1')).toEqual(before);
  await client.close();
});
