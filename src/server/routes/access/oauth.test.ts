import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { tokensOf } from '../../../auth/tokens.ts';
import { DEFAULT_SCOPES } from '../../../contract/scopes.ts';
import type { AppError } from '../../../platform/errors.ts';
import { readSecretFile } from '../../../settings/secret-file.ts';
import { startAuth, type TestAuth } from '../../../testing/start-auth.ts';

const FORM = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const basic = (id: string, secret: string) =>
  ['Authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`] as const;

async function withClient(
  scope = 'images:read previews:read tags:read',
  options: Parameters<typeof startAuth>[0] = {},
) {
  const app = await startAuth(options);
  const client = await app.clients.add({ id: 'frame', scope });
  const { client_id, client_secret } = client;
  const good = { grant_type: 'client_credentials', client_id, client_secret };
  return { app, client, good, id: client_id, secret: client_secret };
}

describe('a token is issued', () => {
  test('for a form-encoded body, in the shape of the contract', async () => {
    const { app, good } = await withClient();
    const { status, headers, json } = await app.askToken(good);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.pragma).toBe('no-cache');
    expect(json).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as unknown,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'images:read previews:read tags:read',
    });
    expect((await app.get('images:read', json.access_token as string)).status).toBe(200);
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/vnd.frame+json',
  ])('for a JSON body of type %s', async (type) => {
    const { app, good } = await withClient();
    const answer = await app.ask('POST', '/oauth/token', {
      headers: [['Content-Type', type]],
      body: JSON.stringify(good),
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    [],
    [['Content-Type', 'text/plain']],
    [['Content-Type', 'nonsense']],
    [['Content-Type', 'text/json-ish']],
  ] as [string, string][][])('for a form-encoded body of any other type: %s', async (...headers) => {
    const { app, good } = await withClient();
    const answer = await app.ask('POST', '/oauth/token', { headers, body: new URLSearchParams(good).toString() });
    expect(answer.status).toBe(200);
  });

  test('for a Basic header, its scheme in any case', async () => {
    const { app, id, secret } = await withClient();
    for (const scheme of ['Basic', 'basic', 'BASIC']) {
      const header = ['Authorization', basic(id, secret)[1].replace('Basic', scheme)] as const;
      expect((await app.askToken({ grant_type: 'client_credentials' }, { headers: [header] })).status).toBe(200);
    }
  });

  test('for a Basic header whose id and secret are form-encoded (RFC 6749 2.3.1)', async () => {
    const { app, id, secret } = await withClient();
    const encoded = id.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    const answer = await app.askToken({ grant_type: 'client_credentials' }, { headers: [basic(encoded, secret)] });
    expect(answer.status).toBe(200);
  });

  test('with the lifetime of the settings', async () => {
    const { app, good } = await withClient();
    app.settings.change({ tokenLifetimeSeconds: 120 });
    const { json } = await app.askToken(good);
    expect(json.expires_in).toBe(120);
    app.clock.ms += 119_000;
    expect((await app.get('images:read', json.access_token as string)).status).toBe(200);
    app.clock.ms += 2_000;
    expect((await app.get('images:read', json.access_token as string)).status).toBe(401);
  });

  test('for no longer, when the clock is set back meanwhile', async () => {
    const { app, client } = await withClient();
    const token = await app.token(client);
    expect((await app.get('images:read', token)).status).toBe(200);
    app.clock.ms -= 24 * 3_600_000;
    app.clock.elapsedMs += 3_601_000;
    expect((await app.get('images:read', token)).status).toBe(401);
  });

  test.each([
    ['at once', 0],
    ['after a restart', 1],
    ['a year later', 365 * 24 * 3_600_000],
  ])('that is refused %s when the clock was ten years ahead as it was made', async (_name, laterMs) => {
    const { app, client } = await withClient();
    const years = 10 * 365 * 24 * 3_600_000;
    app.clock.ms += years;
    const token = await app.token(client);
    expect((await app.get('images:read', token)).status).toBe(200);
    app.clock.ms -= years - laterMs;
    if (laterMs > 0) await app.restart();
    expect((await app.get('images:read', token)).json.detail).toBe('The token was issued in the future.');
    expect((await app.get('images:read', await app.token(client))).status).toBe(200);
  });

  test('that lives longer than the longest setting allows is refused', async () => {
    const { app, id, client } = await withClient();
    const tokens = tokensOf(readSecretFile(join(app.dataDir, 'signing.key'))!);
    const { secret_id: secretId, scope } = tokens.readAnyAge(await app.token(client));
    const token = (lifetimeSeconds: number) =>
      tokens.sign({ clientId: id, scope, secretId, lifetimeSeconds, nowMs: app.clock.ms });
    expect((await app.get('images:read', token(30 * 24 * 3600))).status).toBe(200);
    expect((await app.get('images:read', token(30 * 24 * 3600 + 1))).json.detail).toMatch(/lifetime is too long/);
  });

  test('to a compressed body', async () => {
    const { app, good } = await withClient();
    const answer = await app.ask('POST', '/oauth/token', {
      headers: [FORM, ['Content-Encoding', 'gzip']],
      body: gzipSync(new URLSearchParams(good).toString()),
    });
    expect(answer.status).toBe(200);
  });

  test('ignoring parameters that it does not know, of any type', async () => {
    const { app, good } = await withClient();
    const body = JSON.stringify({ ...good, resource: ['a', 'b'], nested: { scope: 'x', client_id: 7 }, n: 1 });
    expect((await app.ask('POST', '/oauth/token', { headers: [JSON_TYPE], body })).status).toBe(200);
  });
});

describe('a client id of any characters that RFC 6749 allows', () => {
  const everySign = String.raw`!"#$%&'()*+,-./:;<=>?@[\]^_{|}~ x` + '`';
  const ids = ['ann@example.org', 'ann+frame@example.org', 'https://example.org:8080/a?b=c&d', 'a%40b', '%', everySign];
  const grant_type = 'client_credentials';
  const clientOf = async (id: string) => {
    const app = await startAuth();
    const { client_secret } = await app.clients.add({ id, scope: 'images:read' });
    const owner = async (answer: Awaited<ReturnType<TestAuth['ask']>>) =>
      (await app.get('images:read', answer.json.access_token as string)).json.clientId;
    return { app, client_secret, owner };
  };

  test.each(ids)('gets tokens for %s in a Basic header, form-encoded, percent-encoded and raw', async (id) => {
    const { app, client_secret, owner } = await clientOf(id);
    const formEncoded = new URLSearchParams({ id }).toString().slice('id='.length);
    for (const sent of [formEncoded, encodeURIComponent(id), id]) {
      const answer = await app.askToken({ grant_type }, { headers: [basic(sent, client_secret)] });
      expect(await owner(answer)).toBe(id);
    }
  });

  test.each(ids)('gets tokens for %s in a form and in JSON', async (client_id) => {
    const { app, client_secret, owner } = await clientOf(client_id);
    const good = { grant_type, client_id, client_secret };
    expect(await owner(await app.askToken(good))).toBe(client_id);
    const json = await app.ask('POST', '/oauth/token', { headers: [JSON_TYPE], body: JSON.stringify(good) });
    expect(await owner(json)).toBe(client_id);
  });

  test.each(['ann@example.org', 'ann+frame@example.org', 'https://example.org:8080/a?b=c', 'a%40b', 'a b'])(
    'gets tokens for %s as it is in a form',
    async (id) => {
      const { app, client_secret, owner } = await clientOf(id);
      const body = `client_id=${id}&client_secret=${client_secret}&grant_type=${grant_type}`;
      expect(await owner(await app.ask('POST', '/oauth/token', { headers: [FORM], body }))).toBe(id);
    },
  );

  test('is read as RFC 6749 has it when both readings are registered', async () => {
    const { app, client_secret, owner } = await clientOf('a@b');
    const raw = await app.clients.add({ id: 'a%40b', scope: 'images:read' });
    const ask = (id: string, secret: string) => app.askToken({ grant_type }, { headers: [basic(id, secret)] });
    expect(await owner(await ask('a%40b', client_secret))).toBe('a@b');
    expect(await owner(await ask('a%2540b', raw.client_secret))).toBe('a%40b');
    expect((await ask('a%40b', raw.client_secret)).status).toBe(401);
  });

  test('with a colon is its own, though what stands before the colon is registered as well', async () => {
    const { app, client_secret, owner } = await clientOf('a:b');
    const short = await app.clients.add({ id: 'a', scope: 'images:read' });
    const ask = (id: string, secret: string) => app.askToken({ grant_type }, { headers: [basic(id, secret)] });
    expect(await owner(await ask('a:b', client_secret))).toBe('a:b');
    expect(await owner(await ask('a', short.client_secret))).toBe('a');
    expect((await ask('a:b', short.client_secret)).status).toBe(401);
  });

  test('is shut out under every spelling once too many secrets were wrong, and no other is', async () => {
    const { app, client_secret } = await clientOf('a@b');
    const other = await app.clients.add({ id: 'a' });
    const ask = async (id: string, secret: string) =>
      (await app.askToken({ grant_type }, { headers: [basic(id, secret)] })).status;
    for (let guess = 0; guess < 10; guess += 1) expect(await ask(guess % 2 ? 'a@b' : 'a%40b', `no${guess}`)).toBe(401);
    expect(await ask('a@b', client_secret)).toBe(429);
    expect(await ask('a%40b', client_secret)).toBe(429);
    expect(await ask('a', other.client_secret)).toBe(200);
  });
});

describe('rule 1: the Basic header is consulted only when client_id is absent from the body', () => {
  test('a wrong Basic header does no harm beside a good body', async () => {
    const { app, good } = await withClient();
    expect((await app.askToken(good, { headers: [basic('nobody', 'nothing')] })).status).toBe(200);
    expect((await app.askToken(good, { headers: [['Authorization', 'Basic !!!']] })).status).toBe(200);
  });

  test('a good Basic header does not help a body that names a client', async () => {
    const { app, id, secret } = await withClient();
    const wrong = await app.askToken(
      { grant_type: 'client_credentials', client_id: id, client_secret: 'wrong' },
      { headers: [basic(id, secret)] },
    );
    expect([wrong.status, wrong.json.error]).toEqual([401, 'invalid_client']);
    const missing = await app.askToken(
      { grant_type: 'client_credentials', client_id: id },
      { headers: [basic(id, secret)] },
    );
    expect([missing.status, missing.json.error]).toEqual([400, 'invalid_request']);
  });

  test('an empty client_id counts as absent (RFC 6749 3.2)', async () => {
    const { app, id, secret } = await withClient();
    const answer = await app.askToken(
      { grant_type: 'client_credentials', client_id: '' },
      { headers: [basic(id, secret)] },
    );
    expect(answer.status).toBe(200);
  });
});

describe('what the contract refuses, first rule first', () => {
  type Case = { title: string; status: number; error: string; headers?: [string, string][]; body?: string };
  const refused: Case[] = [
    // Rule 2 comes before rule 3: none of these has a grant type.
    {
      title: 'malformed JSON',
      headers: [[...JSON_TYPE]],
      body: '{"grant_type":',
      status: 400,
      error: 'invalid_request',
    },
    { title: 'JSON without a body', headers: [[...JSON_TYPE]], status: 400, error: 'invalid_request' },
    { title: 'a JSON array', headers: [[...JSON_TYPE]], body: '[]', status: 400, error: 'invalid_request' },
    { title: 'JSON null', headers: [[...JSON_TYPE]], body: 'null', status: 400, error: 'invalid_request' },
    { title: 'a JSON string', headers: [[...JSON_TYPE]], body: '"grant_type"', status: 400, error: 'invalid_request' },
    {
      title: 'a grant_type that is a number',
      headers: [[...JSON_TYPE]],
      body: '{"grant_type":1}',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'a scope that is a list',
      headers: [[...JSON_TYPE]],
      body: '{"scope":["images:read"]}',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'a client_id that is null',
      headers: [[...JSON_TYPE]],
      body: '{"client_id":null}',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'a JSON field given twice',
      headers: [[...JSON_TYPE]],
      body: '{"scope":"a", "x":{"scope":1}, "sc\\u006fpe" :"b"}',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'a form parameter given twice',
      headers: [[...FORM]],
      body: 'scope=a&scope=b',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'a broken percent escape',
      headers: [[...FORM]],
      body: 'scope=%zz',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'bytes that are no UTF-8',
      headers: [[...FORM]],
      body: 'scope=%ff',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'a content encoding that nobody knows',
      headers: [[...FORM], ['Content-Encoding', 'rot13']],
      body: 'a=b',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'a compressed body that is not',
      headers: [[...FORM], ['Content-Encoding', 'gzip']],
      body: 'a=b',
      status: 400,
      error: 'invalid_request',
    },
    // Rule 3 comes before rule 4: none of these names a client.
    { title: 'no body', status: 400, error: 'unsupported_grant_type' },
    { title: 'an empty form', headers: [[...FORM]], body: '', status: 400, error: 'unsupported_grant_type' },
    {
      title: 'an empty JSON object',
      headers: [[...JSON_TYPE]],
      body: '{}',
      status: 400,
      error: 'unsupported_grant_type',
    },
    {
      title: 'JSON sent as a form',
      headers: [[...FORM]],
      body: '{"grant_type":"client_credentials"}',
      status: 400,
      error: 'unsupported_grant_type',
    },
    {
      title: 'another grant type',
      headers: [[...FORM]],
      body: 'grant_type=password',
      status: 400,
      error: 'unsupported_grant_type',
    },
    {
      title: 'the grant type in capitals',
      headers: [[...FORM]],
      body: 'grant_type=Client_Credentials',
      status: 400,
      error: 'unsupported_grant_type',
    },
    {
      title: 'another grant type with wrong credentials',
      headers: [[...FORM]],
      body: 'grant_type=password&client_id=frame&client_secret=x',
      status: 400,
      error: 'unsupported_grant_type',
    },
    // Rule 4
    {
      title: 'no client',
      headers: [[...FORM]],
      body: 'grant_type=client_credentials',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'no secret',
      headers: [[...FORM]],
      body: 'grant_type=client_credentials&client_id=frame',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'an empty secret',
      headers: [[...FORM]],
      body: 'grant_type=client_credentials&client_id=frame&client_secret=',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'no id',
      headers: [[...FORM]],
      body: 'grant_type=client_credentials&client_secret=x',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'Basic without base64',
      headers: [[...FORM], ['Authorization', 'Basic ***']],
      body: 'grant_type=client_credentials',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'Basic without a colon',
      headers: [[...FORM], ['Authorization', `Basic ${btoa('frame')}`]],
      body: 'grant_type=client_credentials',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'Basic without a secret',
      headers: [[...FORM], ['Authorization', `Basic ${btoa('frame:')}`]],
      body: 'grant_type=client_credentials',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'Basic with a broken escape',
      headers: [[...FORM], ['Authorization', `Basic ${btoa('frame:%zz')}`]],
      body: 'grant_type=client_credentials',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'Basic twice',
      headers: [[...FORM], ['Authorization', `Basic ${btoa('a:b')}`], ['Authorization', `Basic ${btoa('a:b')}`]],
      body: 'grant_type=client_credentials',
      status: 400,
      error: 'invalid_request',
    },
    {
      title: 'a Bearer header',
      headers: [[...FORM], ['Authorization', 'Bearer abc']],
      body: 'grant_type=client_credentials',
      status: 400,
      error: 'invalid_request',
    },
    // Rule 5 comes before rule 7.
    {
      title: 'an unknown client',
      headers: [[...FORM]],
      body: 'grant_type=client_credentials&client_id=nobody&client_secret=x&scope=nonsense',
      status: 401,
      error: 'invalid_client',
    },
    {
      title: 'a wrong secret',
      headers: [[...FORM]],
      body: 'grant_type=client_credentials&client_id=frame&client_secret=x&scope=nonsense',
      status: 401,
      error: 'invalid_client',
    },
    {
      title: 'a wrong Basic secret',
      headers: [[...FORM], ['Authorization', `Basic ${btoa('frame:x')}`]],
      body: 'grant_type=client_credentials',
      status: 401,
      error: 'invalid_client',
    },
  ];

  test.each(refused)('$title: $status $error', async ({ status, error, headers = [], body }) => {
    const { app } = await withClient();
    const answer = await app.ask('POST', '/oauth/token', { headers, ...(body === undefined ? {} : { body }) });
    expect([answer.status, answer.json.error]).toEqual([status, error]);
    expect(answer.json.detail).not.toBe('');
    expect(answer.json.error_description).toBe(answer.json.detail);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.pragma).toBe('no-cache');
    // RFC 6749 5.2: only clients that sent the header are asked for it.
    const hasAsked = status === 401 && headers.some(([name]) => name === 'Authorization');
    expect(answer.headers['www-authenticate']).toBe(hasAsked ? 'Basic realm="safelight", charset="UTF-8"' : undefined);
  });

  test('an unknown client and a wrong secret are told apart by nothing that is said', async () => {
    const { app } = await withClient();
    const unknown = await app.askToken({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' });
    const wrong = await app.askToken({ grant_type: 'client_credentials', client_id: 'frame', client_secret: 'x' });
    expect(wrong.text).toBe(unknown.text);
  });

  test('a disabled client is told so, but only with its secret', async () => {
    const { app, good } = await withClient();
    app.clients.change('frame', { enabled: false });
    expect((await app.askToken(good)).json).toMatchObject({
      error: 'invalid_client',
      detail: 'This client is disabled.',
    });
    const wrong = await app.askToken({ ...good, client_secret: 'x' });
    expect(wrong.json.detail).toBe('Unknown client or wrong secret.');
  });

  test('a body of more than 1 MiB: 413, also when it is small while compressed', async () => {
    const { app } = await withClient();
    const large = `grant_type=client_credentials&x=${'x'.repeat(1024 * 1024)}`;
    for (const [headers, body] of [
      [[FORM], large],
      [[FORM, ['Content-Encoding', 'gzip']], gzipSync(large)],
    ] as const) {
      const answer = await app.ask('POST', '/oauth/token', { headers, body });
      expect([answer.status, answer.json.error]).toEqual([413, 'payload_too_large']);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('a body of exactly 1 MiB is read', async () => {
    const { app, good } = await withClient();
    const form = `${new URLSearchParams(good).toString()}&x=`;
    const body = form + 'x'.repeat(1024 * 1024 - form.length);
    expect((await app.ask('POST', '/oauth/token', { headers: [FORM], body })).status).toBe(200);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('%s: 405 with Allow', async (method) => {
    const { app } = await withClient();
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
      const answer = await app.ask(method, path);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

describe('rules 6 and 7: scopes', () => {
  test.each([
    [undefined, 'images:read previews:read tags:read'],
    ['', 'images:read previews:read tags:read'],
    ['   ', 'images:read previews:read tags:read'],
    ['images:read', 'images:read'],
    ['tags:read images:read', 'images:read tags:read'],
    ['tags:read tags:read', 'tags:read'],
    ['images:read films:read nonsense admin', 'images:read'],
  ])('asking for %j gives %j', async (scope, granted) => {
    const { app, good } = await withClient();
    const { json } = await app.askToken({ ...good, ...(scope === undefined ? {} : { scope }) });
    expect(json.scope).toBe(granted);
  });

  test.each(['films:read', 'nonsense', 'admin', 'IMAGES:READ', 'images:read,previews:read'])(
    'asking for %s, which the client does not have: 400 invalid_scope',
    async (scope) => {
      const { app, good } = await withClient();
      const answer = await app.askToken({ ...good, scope });
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_scope']);
    },
  );

  test('a client registered without scopes has all but admin', async () => {
    const app = await startAuth();
    const client = await app.clients.add({ id: 'plain' });
    expect(client.scope).toBe(DEFAULT_SCOPES.join(' '));
    expect((await app.get('admin', await app.token(client))).status).toBe(403);
  });
});

describe('revocation (RFC 7009)', () => {
  const revoke = (app: TestAuth, form: Record<string, string>) =>
    app.ask('POST', '/oauth/revoke', { headers: [FORM], body: new URLSearchParams(form).toString() });

  test('a revoked token ends at once and stays dead over a restart; others live on', async () => {
    const { app, client } = await withClient();
    const [one, other] = [await app.token(client), await app.token(client)];
    expect((await app.get('images:read', one)).status).toBe(200);
    const answer = await revoke(app, { ...client, token: one, token_type_hint: 'access_token' });
    expect([answer.status, answer.json]).toEqual([200, {}]);
    expect((await app.get('images:read', one)).status).toBe(401);
    await app.restart();
    expect((await app.get('images:read', one)).json.detail).toBe('The token was revoked.');
    expect((await app.get('images:read', other)).status).toBe(200);
  });

  test.each([
    ['forward by two hours and back', 2 * 3_600_000],
    ['forward by ten years and back', 10 * 365 * 24 * 3_600_000],
    ['back by a year and forward', -365 * 24 * 3_600_000],
  ])('a clock that is set %s revives none, also over a restart', async (_title, jumpMs) => {
    const { app, client } = await withClient();
    const [before, during, after] = [await app.token(client), await app.token(client), await app.token(client)];
    await revoke(app, { ...client, token: before });
    app.clock.ms += jumpMs;
    // By a clock that is ahead it has expired. It is revoked all the same, and the list is rewritten.
    expect((await revoke(app, { ...client, token: during })).status).toBe(200);
    await app.restart();
    app.clock.elapsedMs += 60_000;
    app.clock.ms -= jumpMs;
    await revoke(app, { ...client, token: after });
    for (const token of [before, during, after])
      expect((await app.get('images:read', token)).json.detail).toBe('The token was revoked.');
  });

  test('a token is forgotten when it has expired by every clock', async () => {
    const { app, client } = await withClient();
    const list = () => readFileSync(join(app.dataDir, 'revoked-tokens.json'), 'utf8');
    const idOf = (token: string) =>
      (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { jti: string }).jti;
    const old = await app.token(client);
    await revoke(app, { ...client, token: old });
    app.clock.ms += 3_601_000;
    await revoke(app, { ...client, token: await app.token(client) });
    expect(list()).toContain(idOf(old));
    app.clock.elapsedMs += 3_601_000;
    await revoke(app, { ...client, token: await app.token(client) });
    expect(list()).not.toContain(idOf(old));
  });

  test('a list as Safelight wrote it before still counts', async () => {
    const { app, client } = await withClient();
    const token = await app.token(client);
    const { jti, exp } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
      jti: string;
      exp: number;
    };
    writeFileSync(join(app.dataDir, 'revoked-tokens.json'), JSON.stringify([[jti, exp]]));
    await app.restart();
    expect((await app.get('images:read', token)).status).toBe(401);
  });

  test('a token that is worth nothing is revoked already', async () => {
    const { app, client } = await withClient();
    expect((await revoke(app, { ...client, token: 'nonsense' })).status).toBe(200);
  });

  test('a client cannot revoke the token of another', async () => {
    const { app, client } = await withClient();
    const thief = await app.clients.add({ id: 'thief' });
    const token = await app.token(client);
    expect((await revoke(app, { ...thief, token })).json.error).toBe('invalid_request');
    expect((await app.get('images:read', token)).status).toBe(200);
  });

  test('it needs the client, and a token', async () => {
    const { app, client } = await withClient();
    const token = await app.token(client);
    expect((await revoke(app, { token })).json.error).toBe('invalid_request');
    expect((await revoke(app, { token, client_id: 'frame', client_secret: 'x' })).json.error).toBe('invalid_client');
    expect((await revoke(app, { ...client })).json.error).toBe('invalid_request');
    expect((await app.get('images:read', token)).status).toBe(200);
  });
});

describe('introspection (RFC 7662)', () => {
  const introspect = (app: TestAuth, form: Record<string, string>) =>
    app.ask('POST', '/oauth/introspect', { headers: [FORM], body: new URLSearchParams(form).toString() });

  test('a client sees what its own token is good for at present', async () => {
    const { app, client } = await withClient();
    const token = await app.token(client, 'images:read tags:read');
    app.clients.change('frame', { scope: 'images:read' });
    const { json, headers } = await introspect(app, { ...client, token });
    expect(json).toMatchObject({
      active: true,
      client_id: 'frame',
      sub: 'frame',
      scope: 'images:read',
      token_type: 'Bearer',
    });
    expect(json.exp).toBe((json.iat as number) + 3600);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('tokens that are foreign, expired, revoked or nonsense are not active, and nothing else is said', async () => {
    const { app, client } = await withClient();
    const foreign = await app.token(await app.clients.add({ id: 'other' }));
    const mine = await app.token(client);
    for (const token of [foreign, 'nonsense', app.auth.issueLocalAdminToken()]) {
      expect((await introspect(app, { ...client, token })).json).toEqual({ active: false });
    }
    app.clock.ms += 3_601_000;
    expect((await introspect(app, { ...client, token: mine })).json).toEqual({ active: false });
  });

  test('nobody asks without a secret', async () => {
    const { app, client } = await withClient();
    const token = await app.token(client);
    expect((await introspect(app, { token, client_id: 'frame', client_secret: 'x' })).status).toBe(401);
    expect((await introspect(app, { token })).json.error).toBe('invalid_request');
  });
});

describe('somebody who guesses secrets', () => {
  /** No time passes: where others work, too, the first guess would be forgotten, after a minute, before the last one is checked. */
  const withRealSecret = () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    return withClient(undefined, { areSecretsCheap: false });
  };
  const guess = (app: TestAuth, client_id: string) =>
    app.askToken({ grant_type: 'client_credentials', client_id, client_secret: randomUUID() });
  /** Like a request from another computer, which a test cannot send. */
  const guessFrom = async (app: TestAuth, address: string, clientId: string, clientSecret: string = randomUUID()) => {
    try {
      await app.auth.grant({ clientId, clientSecret, address }, '');
      return 'token';
    } catch (error) {
      return (error as AppError).code;
    }
  };

  test('is sent away after ten wrong ones, told for how long, and does not get in with the right one then', async () => {
    const { app, good } = await withRealSecret();
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess(app, 'frame')).status).toBe(401);
    const answer = await guess(app, 'frame');
    expect([answer.status, answer.json.error]).toEqual([429, 'slow_down']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await app.askToken(good)).status).toBe(429);
  });

  test('does not lock out a program of the same computer whose secret was right before', async () => {
    const { app, good, id, secret } = await withRealSecret();
    expect((await app.askToken(good)).status).toBe(200);
    const shutOut = async () => {
      while ((await guess(app, 'frame')).status === 401);
      expect((await guess(app, 'frame')).status).toBe(429);
    };
    await shutOut();
    expect((await app.askToken(good)).status).toBe(200);
    expect(await guessFrom(app, '::1', id, secret)).toBe('token');
    // Guesses are not forgotten.
    expect((await guess(app, 'frame')).status).toBe(429);
    // Only this one secret is remembered: after a rotation the new one must be verified first, and the old one is
    // wrong.
    const next = await app.clients.rotate(id);
    await shutOut();
    const rotated = { grant_type: 'client_credentials', client_id: id, client_secret: next.client_secret };
    expect((await app.askToken(rotated)).status).toBe(429);
    expect((await app.askToken(good)).status).toBe(429);
    expect(await guessFrom(app, '192.168.1.7', id, next.client_secret)).toBe('token');
    expect((await app.askToken(rotated)).status).toBe(200);
  });

  test('gets no more tries by asking many times at once', async () => {
    const { app } = await withRealSecret();
    const statuses = (await Promise.all(Array.from({ length: 40 }, () => guess(app, 'frame')))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test('cannot lock the client out that asks from another address', async () => {
    const { app, good, id, secret } = await withRealSecret();
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await guessFrom(app, '192.168.1.66', 'frame')).toBe('invalid_client');
    }
    expect(await guessFrom(app, '192.168.1.66', id, secret)).toBe('slow_down');
    expect((await app.askToken(good)).status).toBe(200);
  });

  test('cannot lock out other clients at its own address with one id', async () => {
    const { app, good } = await withRealSecret();
    for (let attempt = 0; attempt < 11; attempt++) await guess(app, 'somebody');
    expect((await app.askToken(good)).status).toBe(200);
  });

  test('is sent away after a hundred wrong secrets in all, whatever client it tries', async () => {
    const { app, good } = await withRealSecret();
    for (let attempt = 0; attempt < 100; attempt++) {
      expect(await guessFrom(app, '192.168.1.66', `client-${attempt}`)).toBe('invalid_client');
    }
    expect(await guessFrom(app, '192.168.1.66', 'client-new')).toBe('slow_down');
    // The answer does not reveal that this one is registered either.
    expect(await guessFrom(app, '::ffff:192.168.1.66', 'frame')).toBe('slow_down');
    expect((await app.askToken(good)).status).toBe(200);
  });

  test('cannot lock out the other programs of its computer by guessing at ever new ids', async () => {
    const { app, good } = await withRealSecret();
    const late = await app.clients.add({ id: 'late' });
    expect((await app.askToken(good)).status).toBe(200);
    for (let attempt = 0; attempt < 100; attempt++) await guess(app, `client-${attempt}`);
    expect((await guess(app, 'client-new')).status).toBe(429);
    expect((await app.askToken(good)).status).toBe(200);
    // A client that has not asked before is let in too, and its own mistakes count only against itself.
    const { client_id, client_secret } = late;
    expect((await guess(app, 'late')).status).toBe(429);
    expect((await app.askToken({ grant_type: 'client_credentials', client_id, client_secret })).status).toBe(200);
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess(app, 'late')).status).toBe(429);
    expect((await app.askToken({ grant_type: 'client_credentials', client_id, client_secret })).status).toBe(200);
    expect((await app.askToken(good)).status).toBe(200);
  });

  test('does not make the other programs of its computer wait for its turn', async () => {
    const { app, good } = await withRealSecret();
    const order: string[] = [];
    const guesses = Array.from({ length: 60 }, (_, number) =>
      guess(app, `client-${number}`).then(() => order.push('guess')),
    );
    const right = app.askToken(good).then(() => order.push('right'));
    await Promise.all([...guesses, right]);
    expect(order.indexOf('right')).toBeLessThan(30);
  });

  test('gains nothing from the many addresses of one IPv6 network', async () => {
    const { app, id, secret } = await withRealSecret();
    for (let attempt = 0; attempt < 10; attempt++) await guessFrom(app, `2001:db8:1:2::${attempt}`, 'frame');
    expect(await guessFrom(app, '2001:0db8:1:2:a:b:c:d', id, secret)).toBe('slow_down');
    expect(await guessFrom(app, '2001:db8:1:3::1', id, secret)).toBe('token');
  });

  test('gains nothing from the many addresses that every computer calls itself by', async () => {
    const { app, id, secret } = await withRealSecret();
    for (let attempt = 0; attempt < 10; attempt++) await guessFrom(app, `127.0.${attempt}.1`, 'frame');
    expect(await guessFrom(app, '127.1.2.3', id, secret)).toBe('slow_down');
    expect(await guessFrom(app, '::ffff:127.1.2.3', id, secret)).toBe('slow_down');
    expect(await guessFrom(app, '128.1.2.3', id, secret)).toBe('token');
  });

  test('a right secret in between forgets the slips of that client', async () => {
    const { app, good } = await withRealSecret();
    for (let attempt = 0; attempt < 9; attempt++) await guess(app, 'frame');
    expect((await app.askToken(good)).status).toBe(200);
    for (let attempt = 0; attempt < 9; attempt++) expect((await guess(app, 'frame')).status).toBe(401);
  });

  test('a page of a stranger cannot spend the tries of the user', async () => {
    const { app, good } = await withRealSecret();
    const foreign = [
      [['Origin', 'https://evil.example']],
      [['Origin', 'null']],
      [
        ['Origin', `http://127.0.0.1:1`],
        ['Sec-Fetch-Site', 'same-site'],
      ],
      [['Sec-Fetch-Site', 'cross-site']],
    ] as [string, string][][];
    for (const headers of foreign) {
      for (let attempt = 0; attempt < 5; attempt++) {
        const answer = await app.askToken({ ...good, client_secret: 'wrong' }, { headers });
        expect([answer.status, answer.json.error]).toEqual([403, 'forbidden_origin']);
      }
    }
    expect((await app.askToken(good)).status).toBe(200);
  });

  test('a page whose origin is in the settings gets tokens, and so does our own', async () => {
    const { app, good } = await withRealSecret();
    app.settings.change({ allowedOrigins: ['https://frame.example'] });
    const allowed = await app.askToken(good, {
      headers: [
        ['Origin', 'https://frame.example'],
        ['Sec-Fetch-Site', 'cross-site'],
      ],
    });
    expect(allowed.status).toBe(200);
    expect((await app.askToken(good, { headers: [['Origin', app.url]] })).status).toBe(200);
  });
});

test('discovery (RFC 8414) names the addresses under which the client found it', async () => {
  const app = await startAuth();
  for (const origin of [app.url, app.url.replace('127.0.0.1', 'localhost')]) {
    const response = await fetch(`${origin}/.well-known/oauth-authorization-server`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      issuer: origin,
      token_endpoint: `${origin}/oauth/token`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      introspection_endpoint: `${origin}/oauth/introspect`,
      grant_types_supported: ['client_credentials'],
    });
  }
});
