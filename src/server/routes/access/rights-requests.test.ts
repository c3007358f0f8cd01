import { beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { OwnRightsAnswer, RightsRequestList } from '../../../contract/rights-requests.ts';
import { type Answer, startApp, type TestApp } from '../../../testing/start-app.ts';

const LOOK = 'images:read previews:read tags:read films:read';
const PATH = '/api/v1/rights-requests';
const ADMIN_PATH = '/api/v1/admin/rights-requests';
const ADMIN = { scopes: ['admin'] };

let app: TestApp;
beforeEach(async () => {
  app = await startApp({ library: 1 });
});

/** The cookie of a browser that is signed in as a new client. */
async function signedIn(id: string, scope = LOOK): Promise<string> {
  const { body: client } = await app.ask<object>('POST', '/api/v1/admin/clients', { ...ADMIN, body: { id, scope } });
  const { client_id, client_secret } = client as Record<string, string>;
  const { headers } = await app.ask('POST', '/session', {
    scopes: null,
    headers: { origin: app.url },
    body: { client_id, client_secret },
  });
  return headers.getSetCookie()[0]!.split(';')[0]!;
}
const ask = (cookie: string, body: unknown = { rights: 'cull' }, headers: Record<string, string> = {}) =>
  app.ask<ErrorBody>('POST', PATH, { scopes: null, headers: { cookie, origin: app.url, ...headers }, body });
const own = (cookie: string) => app.get<OwnRightsAnswer>(PATH, { scopes: null, headers: { cookie } });
const open = async () => (await app.get<RightsRequestList>(ADMIN_PATH, ADMIN)).items;
const scopesOf = async (cookie: string) =>
  ((await (await fetch(`${app.url}/session`, { headers: { cookie } })).json()) as { scopes: string[] }).scopes;
const answer = (id: string, body: unknown = { granted: true }, as: object = ADMIN): Promise<Answer<ErrorBody>> =>
  app.ask<ErrorBody>('POST', `${ADMIN_PATH}/${id}`, { ...as, body });

test('a device asks, the computer grants, the device may, and both hear of it', async () => {
  const phone = await signedIn('phone');
  const waiting: number[] = [];
  app.app.services.events.on('rights.changed', (requests) => waiting.push(requests.waiting));
  expect((await ask(phone)).status).toBe(201);
  const [request] = await open();
  expect(request).toMatchObject({ client_id: 'phone', client_name: 'phone', scopes: ['images:write'] });
  expect((await own(phone)).request).toMatchObject({ state: 'open' });
  expect((await answer(request!.id)).status).toBe(204);
  expect((await own(phone)).request).toMatchObject({ state: 'granted' });
  expect(await scopesOf(phone)).toContain('images:write');
  expect(await open()).toEqual([]);
  expect(waiting).toEqual([1, 0]);
  expect((await answer(request!.id)).status).toBe(404);
});

test.each([
  { rights: 'admin' },
  { rights: 'look' },
  { rights: 'cull', name: 'The boss' },
  { rights: 'cull', scope: 'admin' },
  {},
])('%j is no question', async (body) => {
  const phone = await signedIn('phone');
  expect(await ask(phone, body)).toMatchObject({ status: 400, body: { error: 'invalid_body' } });
  expect(await open()).toEqual([]);
});

test('a stranger, a foreign page, a token and a client that may not look cannot ask', async () => {
  const phone = await signedIn('phone');
  expect((await ask('')).status).toBe(401);
  const foreign = await ask(phone, { rights: 'cull' }, { origin: 'http://evil.example' });
  expect(foreign).toMatchObject({ status: 403, body: { error: 'forbidden_origin' } });
  const token = await app.ask<ErrorBody>('POST', PATH, { scopes: ['images:read'], body: { rights: 'cull' } });
  expect(token).toMatchObject({ status: 403, body: { error: 'forbidden' } });
  expect((await ask(await signedIn('names', 'tags:read'))).status).toBe(403);
  expect(await open()).toEqual([]);
});

test('only who has the scope admin sees questions and answers them', async () => {
  const [phone, tablet] = [await signedIn('phone'), await signedIn('tablet', `${LOOK} images:write cache:refresh`)];
  await ask(phone);
  const [{ id } = { id: '' }] = await open();
  for (const cookie of [phone, tablet]) {
    const as = { scopes: null, headers: { cookie, origin: app.url } };
    expect((await app.ask('GET', ADMIN_PATH, as)).status).toBe(403);
    expect((await answer(id, { granted: true }, as)).status).toBe(403);
  }
  expect((await own(tablet)).request).toBeNull();
  for (const body of [{ granted: 'true' }, { granted: true, scope: 'admin' }, {}])
    expect((await answer(id, body)).status).toBe(400);
  expect(await scopesOf(phone)).not.toContain('images:write');
});
