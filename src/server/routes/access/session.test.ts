import { statSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALL_SCOPES } from '../../../contract/scopes.ts';
import { startAuth, type Answer, type Ask, type TestAuth } from '../../../testing/start-auth.ts';

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const DAY = 24 * 3600 * 1000;
const ROUTE = '/api/v1/scoped/images:read';

/** The cookie set by an answer, as a browser would send it back. */
function cookieOf({ headers }: Answer): string {
  const [cookie] = headers['set-cookie'] ?? [];
  if (cookie === undefined) throw new Error('No cookie was set.');
  return cookie.split(';', 1)[0]!;
}

/** Sends a request like a page of this server. */
const fromPage = (app: TestAuth, method: string, path: string, cookie: string | null, ask: Ask = {}) =>
  app.ask(method, path, {
    ...ask,
    headers: [
      ['Sec-Fetch-Site', 'same-origin'],
      ...(method === 'GET' ? [] : ([['Origin', app.url]] as const)),
      ...(cookie === null ? [] : ([['Cookie', cookie]] as const)),
      ...(ask.headers ?? []),
    ],
  });

const signIn = (app: TestAuth, body: object, cookie: string | null = null) =>
  fromPage(app, 'POST', '/session', cookie, { headers: [JSON_TYPE], body: JSON.stringify(body) });

async function signedIn() {
  const app = await startAuth();
  return { app, cookie: cookieOf(await signIn(app, { code: app.auth.oneTimeCodes.issue() })) };
}

describe('a browser signs in', () => {
  test('by the link of the tray: the code becomes a cookie, the browser goes to the gallery', async () => {
    const app = await startAuth();
    const answer = await app.ask('GET', `/sign-in?code=${app.auth.oneTimeCodes.issue()}`);
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^safelight_session_[0-9a-f]{8}=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    const me = await fromPage(app, 'GET', ROUTE, cookieOf(answer));
    expect(me.json).toEqual({ clientId: 'safelight-browser', scopes: ALL_SCOPES, via: 'cookie' });
  });

  test('with a client id and secret, and may do then what that client may do', async () => {
    const app = await startAuth();
    const { client_id, client_secret } = await app.clients.add({ id: 'frame', scope: 'images:read' });
    const answer = await signIn(app, { client_id, client_secret });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const cookie = cookieOf(answer);
    expect((await fromPage(app, 'GET', '/session', cookie)).json).toEqual({
      signed_in: true,
      client_id: 'frame',
      scopes: ['images:read'],
    });
    const refused = await fromPage(app, 'GET', '/api/v1/admin/clients', cookie);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([403, undefined]);
    app.clients.change('frame', { scope: 'images:read admin' });
    expect((await fromPage(app, 'GET', '/api/v1/admin/clients', cookie)).status).toBe(200);
  });

  test('and is told whether it is', async () => {
    const { app, cookie } = await signedIn();
    expect((await fromPage(app, 'GET', '/session', null)).json).toEqual({
      signed_in: false,
      client_id: null,
      scopes: [],
    });
    const { json, headers } = await fromPage(app, 'GET', '/session', cookie);
    expect(json).toEqual({ signed_in: true, client_id: 'safelight-browser', scopes: ALL_SCOPES });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('and behind a proxy with HTTPS the cookie is kept from plain HTTP, and only there', async () => {
    const app = await startAuth();
    const { host } = new URL(app.url);
    const forwarded = ['X-Forwarded-Proto', 'https'] as const;
    const ask = async (
      method: string,
      path: string,
      headers: readonly (readonly [string, string])[],
      body?: object,
    ) => {
      const answer = await app.ask(method, path, { headers, ...(body && { body: JSON.stringify(body) }) });
      return (answer.headers['set-cookie']?.[0] ?? '').includes('; Secure');
    };
    const code = () => app.auth.oneTimeCodes.issue();
    expect(await ask('GET', `/sign-in?code=${code()}`, [forwarded])).toBe(true);
    expect(await ask('GET', `/sign-in?code=${code()}`, [])).toBe(false);
    const proxied = (protocols: string) => ask('GET', `/sign-in?code=${code()}`, [['X-Forwarded-Proto', protocols]]);
    // What stands before it, the client has made up.
    expect([await proxied('HTTPS'), await proxied('https, http')]).toEqual([true, false]);
    const post = (...headers: [string, string][]) =>
      ask('POST', '/session', [JSON_TYPE, ['Origin', `https://${host}`], ...headers], { code: code() });
    expect([await post(), await post([...forwarded])]).toEqual([false, true]);
    const cookie = cookieOf(await signIn(app, { code: code() }));
    expect(await ask('GET', '/session', [['Cookie', cookie], forwarded])).toBe(true);
    expect(await ask('DELETE', '/session', [['Cookie', cookie], ['Origin', `https://${host}`], forwarded])).toBe(true);
  });

  test('and out again, for good', async () => {
    const { app, cookie } = await signedIn();
    const answer = await fromPage(app, 'DELETE', '/session', cookie);
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^safelight_session_\w+=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect((await fromPage(app, 'GET', ROUTE, cookie)).status).toBe(401);
    await app.restart();
    expect((await fromPage(app, 'GET', ROUTE, cookie)).status).toBe(401);
  });

  test('and is not signed out by a restart', async () => {
    const { app, cookie } = await signedIn();
    await app.restart();
    expect((await fromPage(app, 'GET', ROUTE, cookie)).status).toBe(200);
  });

  test('and stays signed in for 30 days after its last visit, also over a restart', async () => {
    const { app, cookie } = await signedIn();
    app.clock.ms += 29 * DAY;
    const visit = await fromPage(app, 'GET', '/session', cookie);
    expect(cookieOf(visit)).toBe(cookie);
    expect(visit.headers['set-cookie']?.[0]).toContain('Max-Age=2592000');
    await app.restart();
    app.clock.ms += 29 * DAY;
    expect((await fromPage(app, 'GET', ROUTE, cookie)).status).toBe(200);
    app.clock.ms += 31 * DAY;
    const late = await fromPage(app, 'GET', ROUTE, cookie);
    expect([late.status, late.json.detail]).toEqual([401, 'The browser session has ended; sign in again.']);
  });

  test('a new sign-in ends the session before', async () => {
    const { app, cookie } = await signedIn();
    const next = cookieOf(await signIn(app, { code: app.auth.oneTimeCodes.issue() }, cookie));
    expect((await fromPage(app, 'GET', ROUTE, cookie)).status).toBe(401);
    expect((await fromPage(app, 'GET', ROUTE, next)).status).toBe(200);
  });

  test('a bearer token counts for more than the cookie, also when it is worth nothing', async () => {
    const { app, cookie } = await signedIn();
    const token = await app.token(await app.clients.add({ id: 'frame', scope: 'images:read' }));
    const good = await fromPage(app, 'GET', ROUTE, cookie, { headers: [['Authorization', `Bearer ${token}`]] });
    expect(good.json.clientId).toBe('frame');
    const bad = await fromPage(app, 'GET', ROUTE, cookie, { headers: [['Authorization', 'Bearer nonsense']] });
    expect(bad.status).toBe(401);
  });
});

describe('somebody with a one-time code', () => {
  const open = async (app: TestAuth, code: string) => {
    const { headers } = await app.ask('GET', `/sign-in?code=${code}`);
    return { to: headers.location, cookie: headers['set-cookie'] };
  };
  const EXPIRED = { to: '/?sign-in=expired', cookie: undefined };

  test('uses it twice', async () => {
    const app = await startAuth();
    const code = app.auth.oneTimeCodes.issue();
    expect((await open(app, code)).to).toBe('/');
    expect(await open(app, code)).toEqual(EXPIRED);
    const answer = await signIn(app, { code });
    expect([answer.status, answer.json.error, answer.headers['set-cookie']]).toEqual([401, 'unauthorized', undefined]);
  });

  test('uses it after a minute', async () => {
    const app = await startAuth();
    const [one, other] = [app.auth.oneTimeCodes.issue(), app.auth.oneTimeCodes.issue()];
    app.clock.ms += 59_000;
    expect((await open(app, one)).to).toBe('/');
    app.clock.ms += 1_000;
    expect(await open(app, other)).toEqual(EXPIRED);
  });

  test('uses it an hour after the clock was set back', async () => {
    const app = await startAuth();
    const code = app.auth.oneTimeCodes.issue();
    app.clock.ms -= 3_600_000;
    app.clock.elapsedMs += 60_000;
    expect(await open(app, code)).toEqual(EXPIRED);
  });

  test('makes one up', async () => {
    const app = await startAuth();
    app.auth.oneTimeCodes.issue();
    for (const code of ['', 'nonsense', 'x'.repeat(5000)]) expect(await open(app, code)).toEqual(EXPIRED);
    expect((await app.ask('GET', '/sign-in')).headers.location).toBe('/?sign-in=expired');
    expect((await app.ask('GET', '/sign-in?code=a&code=b')).headers.location).toBe('/?sign-in=expired');
  });

  test('only looks at the link, as mail programs do', async () => {
    const app = await startAuth();
    const code = app.auth.oneTimeCodes.issue();
    expect((await app.ask('HEAD', `/sign-in?code=${code}`)).status).toBe(405);
    expect((await open(app, code)).to).toBe('/');
  });
});

describe('a page of a stranger, in a browser that is signed in', () => {
  const OTHER_PORT = 'http://127.0.0.1:1';
  test.each([
    ['its own origin', [['Origin', 'https://evil.example']]],
    ['an origin that looks alike', [['Origin', 'http://127.0.0.1.evil.example']]],
    ['a hidden origin', [['Origin', 'null']]],
    ['another port of this host', [['Origin', OTHER_PORT]]],
    ['no origin', []],
  ] as [string, [string, string][]][])('changes nothing with %s', async (_title, headers) => {
    const { app, cookie } = await signedIn();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await app.ask(method, ROUTE, { headers: [['Cookie', cookie], ...headers] });
      expect([answer.status, answer.json.error]).toEqual([403, 'forbidden_origin']);
    }
    const out = await app.ask('DELETE', '/session', { headers: [['Cookie', cookie], ...headers] });
    expect([out.status, out.json.error]).toEqual([403, 'forbidden_origin']);
    expect((await fromPage(app, 'GET', ROUTE, cookie)).status).toBe(200);
  });

  test('while our own page may', async () => {
    const { app, cookie } = await signedIn();
    expect((await fromPage(app, 'POST', ROUTE, cookie)).status).toBe(200);
  });

  test.each(['cross-site', 'same-site'])('loads nothing that the browser labels %s', async (site) => {
    const { app, cookie } = await signedIn();
    for (const path of [ROUTE, '/session']) {
      const answer = await app.ask('GET', path, {
        headers: [
          ['Cookie', cookie],
          ['Sec-Fetch-Site', site],
        ],
      });
      expect([answer.status, answer.json.error]).toEqual([403, 'forbidden_origin']);
    }
  });

  test('cannot sign the browser in as somebody else', async () => {
    const app = await startAuth();
    const { client_id, client_secret } = await app.clients.add({ id: 'frame' });
    for (const origin of [[['Origin', OTHER_PORT]], []] as [string, string][][]) {
      const answer = await app.ask('POST', '/session', {
        headers: [JSON_TYPE, ...origin],
        body: JSON.stringify({ client_id, client_secret }),
      });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
  });

  test('planting a cookie of the same name does not sign the user out', async () => {
    const { app, cookie } = await signedIn();
    const name = cookie.split('=')[0]!;
    const both = `${name}=planted; other=1; ${cookie}`;
    expect((await fromPage(app, 'GET', ROUTE, both)).status).toBe(200);
  });
});

describe('somebody at the sign-in page', () => {
  test.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['an id alone', { client_id: 'frame' }],
    ['both ways at once', { code: 'x', client_id: 'frame', client_secret: 'x' }],
    ['numbers', { client_id: 1, client_secret: 2 }],
  ])('sends %s: 400 invalid_body', async (_title, body) => {
    const app = await startAuth();
    const answer = body === undefined ? await fromPage(app, 'POST', '/session', null) : await signIn(app, body);
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid_body']);
  });

  test('sends malformed JSON, or a form', async () => {
    const app = await startAuth();
    for (const [type, body] of [
      ['application/json', '{"code"'],
      ['application/x-www-form-urlencoded', `code=${app.auth.oneTimeCodes.issue()}`],
      ['text/plain', JSON.stringify({ code: app.auth.oneTimeCodes.issue() })],
    ] as const) {
      const answer = await fromPage(app, 'POST', '/session', null, { headers: [['Content-Type', type]], body });
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_body']);
    }
  });

  test('guesses secrets: ten times, then not any more, nor at the token endpoint', async () => {
    const app = await startAuth();
    const { client_id, client_secret } = await app.clients.add({ id: 'frame' });
    for (let attempt = 0; attempt < 10; attempt++) {
      const answer = await signIn(app, { client_id, client_secret: `guess ${attempt}` });
      expect([answer.status, answer.json.error]).toEqual([401, 'invalid_client']);
    }
    const answer = await signIn(app, { client_id, client_secret });
    expect([answer.status, answer.json.error]).toEqual([429, 'slow_down']);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect((await app.askToken({ grant_type: 'client_credentials', client_id, client_secret })).status).toBe(429);
  });

  test('signs in again and again: it is slowed down, and nobody else is signed out', async () => {
    const { app, cookie: owner } = await signedIn();
    const { client_id, client_secret } = await app.clients.add({ id: 'frame', scope: 'images:read' });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 40; attempt++)
      statuses.push((await signIn(app, { client_id, client_secret })).status);
    expect(statuses).toEqual(Array.from({ length: 40 }, (_, attempt) => (attempt < 30 ? 204 : 429)));
    const refused = await signIn(app, { client_id, client_secret });
    expect([refused.json.error, refused.headers['retry-after']]).toEqual([
      'slow_down',
      expect.stringMatching(/^[1-6]?\d$/),
    ]);
    expect((await fromPage(app, 'GET', ROUTE, owner)).status).toBe(200);
    // Other clients are not affected.
    const other = await app.clients.add({ id: 'other', scope: 'images:read' });
    expect((await signIn(app, { client_id: 'other', client_secret: other.client_secret })).status).toBe(204);
  });

  test('signed in as a client that is disabled, removed or has a new secret since', async () => {
    const app = await startAuth();
    const client = await app.clients.add({ id: 'frame' });
    const open = async ({ client_id, client_secret } = client) =>
      cookieOf(await signIn(app, { client_id, client_secret }));
    const cookie = await open();
    app.clients.change('frame', { enabled: false });
    expect((await fromPage(app, 'GET', ROUTE, cookie)).status).toBe(401);
    expect((await fromPage(app, 'GET', '/session', cookie)).json.signed_in).toBe(false);
    app.clients.change('frame', { enabled: true });
    const renewed = await app.clients.rotate('frame');
    expect((await fromPage(app, 'GET', ROUTE, cookie)).status).toBe(401);
    const next = await open(renewed);
    app.clients.remove('frame');
    expect((await fromPage(app, 'GET', ROUTE, next)).status).toBe(401);
  });
});

describe('somebody who reads the data folder', () => {
  test('finds no cookie in the session file, and the file closed to others', async () => {
    const { app, cookie } = await signedIn();
    const file = join(app.dataDir, 'sessions.json');
    expect(readFileSync(file, 'utf8')).not.toContain(cookie.split('=')[1]);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('damages the session file: everybody signs in again, nothing breaks', async () => {
    const { app, cookie } = await signedIn();
    writeFileSync(join(app.dataDir, 'sessions.json'), '[{"client_id":');
    await app.restart();
    expect((await fromPage(app, 'GET', ROUTE, cookie)).status).toBe(401);
    expect((await signIn(app, { code: app.auth.oneTimeCodes.issue() })).status).toBe(204);
  });
});

test('two Safelights on one host do not overwrite each other’s cookie', async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  expect(one.cookie.split('=')[0]).not.toBe(other.cookie.split('=')[0]);
});
