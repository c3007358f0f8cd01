import express, { type RequestHandler } from 'express';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openAuth, type Auth } from '../auth/auth.ts';
import type { ClientSecret } from '../contract/clients.ts';
import type { Scope } from '../contract/scopes.ts';
import { silentLog } from '../platform/log.ts';
import { errorAnswer, noSuchRoute } from '../server/responses/error-answer.ts';
import { authenticate, principalOf, requireScope } from '../server/middleware/guard.ts';
import { proxiesOf } from '../server/network/forwarding.ts';
import { knowSender } from '../server/network/request-sender.ts';
import { adminClientRoutes } from '../server/routes/admin/clients.ts';
import { oauthRoutes } from '../server/routes/access/oauth.ts';
import { sessionRoutes } from '../server/routes/access/session.ts';
import { routerOf } from '../server/routing/router.ts';
import type { Services } from '../server/services.ts';
import { apiDocument } from './api-document.ts';
import { checkResponse } from './check-response.ts';
import { openClients, type Clients } from '../settings/clients.ts';
import { CHEAP_SECRET } from './cheap-secret.ts';
import { openSettings, type Settings } from '../settings/settings-store.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON. */
  json: Record<string, unknown>;
}

export interface Ask {
  /** In pairs, so that a header can occur twice. */
  headers?: readonly (readonly [name: string, value: string])[];
  body?: string | Buffer;
}

/** Safelight's authentication and authorization behind HTTP, without a library. */
export interface TestAuth {
  readonly url: string;
  readonly host: string;
  readonly dataDir: string;
  readonly auth: Auth;
  readonly clients: Clients;
  readonly settings: Settings;
  /** The clock of tokens, codes and sessions in Unix milliseconds, and the monotonic one. */
  readonly clock: { ms: number; elapsedMs: number };
  /** Every answer is checked against the OpenAPI document. */
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** Asks the token endpoint with a form-encoded body. */
  askToken(form: Record<string, string>, ask?: Ask): Promise<Answer>;
  /** A token of the client, obtained over HTTP. */
  token(client: ClientSecret, scope?: string): Promise<string>;
  /** GET /api/v1/scoped/<scope>, a route that needs that scope. */
  get(scope: Scope, token: string): Promise<Answer>;
  /** Ends the server and starts another one with the same data folder and port. */
  restart(): Promise<void>;
}

/**
 * On a free port and in a temporary folder; removed when the test has finished. With `areSecretsCheap: false`, checking a secret takes as
 * long as in the program.
 */
export async function startAuth({ areSecretsCheap = true } = {}): Promise<TestAuth> {
  const dataDir = mkdtempSync(join(tmpdir(), 'safelight-auth-'));
  const clock = { ms: Date.now(), elapsedMs: 0 };
  const clocks = { now: () => clock.ms, elapsedMs: () => clock.elapsedMs };
  const log = silentLog();
  const open = () => {
    const settings = openSettings({ dataDir, log });
    const clients = openClients({ settings, log, ...(areSecretsCheap && { secretCost: CHEAP_SECRET }) });
    return { settings, clients, auth: openAuth({ dataDir, clients, settings, log, clocks }) };
  };
  let parts = open();
  let server = await serve(parts, 0);
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const stop = async () => {
    parts.auth.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const ask: TestAuth['ask'] = async (method, path, options) => {
    const answer = await send(host, method, path, options);
    const { status, headers, text: body } = answer;
    if (!path.startsWith('/api/v1/scoped/')) checkResponse(apiDocument(), { method, path, status, headers, body });
    return answer;
  };
  const askToken: TestAuth['askToken'] = (form, { headers = [], ...options } = {}) =>
    ask('POST', '/oauth/token', {
      ...options,
      headers: [['Content-Type', 'application/x-www-form-urlencoded'], ...headers],
      body: new URLSearchParams(form).toString(),
    });
  return {
    url: `http://${host}`,
    host,
    dataDir,
    clock,
    get auth() {
      return parts.auth;
    },
    get clients() {
      return parts.clients;
    },
    get settings() {
      return parts.settings;
    },
    ask,
    askToken,
    async token({ client_id, client_secret }, wanted = '') {
      const answer = await askToken({ grant_type: 'client_credentials', client_id, client_secret, scope: wanted });
      if (answer.status !== 200) throw new Error(`No token: ${answer.text}`);
      return answer.json.access_token as string;
    },
    get: (wanted, token) => ask('GET', `/api/v1/scoped/${wanted}`, { headers: [['Authorization', `Bearer ${token}`]] }),
    async restart() {
      await stop();
      parts = open();
      server = await serve(parts, port);
    },
  };
}

async function serve(parts: { auth: Auth; clients: Clients; settings: Settings }, port: number): Promise<Server> {
  const app = express();
  const services = {
    ...parts,
    allowedOrigins: () => parts.settings.get().allowedOrigins,
    allowedHosts: () => parts.settings.get().allowedHosts,
    publicAddress: () => parts.settings.get().publicAddress,
  } as unknown as Services;
  // As behind a proxy on this computer.
  const proxies = proxiesOf(['127.0.0.1'], 'X-Forwarded-For');
  app.use(knowSender(() => proxies));
  app.use(routerOf([...oauthRoutes, ...sessionRoutes], services));
  const api = express.Router();
  api.use(authenticate(parts.auth));
  const whoAmI: RequestHandler = (req, res) => {
    requireScope(res, req.params.scope as Scope);
    const { clientId, scopes, via } = principalOf(res);
    res.json({ clientId, scopes: [...scopes], via });
  };
  api.all('/scoped/:scope', whoAmI);
  api.use('/admin/clients', routerOf(adminClientRoutes, services, '/api/v1/admin/clients'));
  app.use('/api/v1', api);
  app.use(noSuchRoute);
  app.use(errorAnswer(silentLog()));
  const server = createServer(app);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** One raw request, so that tests can send what well-behaved clients never would. */
async function send(host: string, method: string, path: string, { headers = [], body }: Ask = {}): Promise<Answer> {
  const length: [string, string][] = body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
  const [hostname, port] = host.split(':');
  const outgoing = request({
    hostname,
    port,
    method,
    path,
    agent: false,
    headers: [['Host', host], ...length, ...headers].flat(),
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {
    status: incoming.statusCode!,
    headers: incoming.headers,
    text,
    get json() {
      return JSON.parse(text) as Record<string, unknown>;
    },
  };
}
