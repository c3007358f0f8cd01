import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startApp as start, type App } from '../app/start.ts';
import { DEFAULT_SCOPES } from '../contract/scopes.ts';
import { readEnvironment } from '../platform/environment.ts';
import { silentLog } from '../platform/log.ts';
import { apiDocument } from './api-document.ts';
import { CHEAP_SECRET } from './cheap-secret.ts';
import { checkResponse } from './check-response.ts';
import { makeLibrary, type FixtureImage, type FixtureLibrary } from './library-fixture.ts';

export interface TestAppOptions {
  /** The images of a library made for this test, or their number; or the path of a library, which need not exist. */
  library?: readonly FixtureImage[] | number | { file: string };
  schema?: 37 | 57;
  /** darktable's cache folder. */
  cache?: string;
  /** How long a PATCH waits for its preview; default: as in the program. */
  previewWait?: { timeoutMs: number; pollMs: number };
  /** How often it checks whether the library has been replaced; default: as in the program. */
  lookForLibraryMs?: number;
  /** Files in the data folder before the first start, by name. They and the folder are readable by everybody. */
  dataDirBefore?: Record<string, string>;
  /** Environment variables besides HOME; the machine's own are not inherited. */
  environment?: Record<string, string>;
}

export interface Answer<Body = never> {
  status: number;
  headers: Headers;
  /** JSON parsed, anything else as bytes. */
  body: Body;
}

export interface Ask {
  headers?: Record<string, string>;
  /** An object is sent as JSON, a string as it is. */
  body?: unknown;
  /** The token's scopes; null sends none. Default: all but admin. */
  scopes?: readonly string[] | null;
}

export interface TestApp {
  url: string;
  /** The test's own folder, with the data folder and the library in it. */
  folder: string;
  dataDir: string;
  library: FixtureLibrary;
  app: App;
  /** Sends a request to the running server over HTTP. Every answer is checked against the OpenAPI document. */
  ask<Body = never>(method: string, path: string, ask?: Ask): Promise<Answer<Body>>;
  /** The body of a GET that must succeed. */
  get<Body = never>(path: string, ask?: Ask): Promise<Body>;
  token(scopes?: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

/** The whole program, in this process, on a free port and in a temporary folder; removed when the test has finished. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await openTestApp(options);
  onTestFinished(() => app.close());
  return app;
}

/** The same for several tests; the caller closes it. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-'));
  const dataDir = join(folder, 'data');
  const { library: wanted = [] } = options;
  const isGiven = typeof wanted === 'object' && 'file' in wanted;
  const library: FixtureLibrary = isGiven
    ? { file: wanted.file, data: '', change: notOurs, add: notOurs }
    : makeLibrary({ folder: join(folder, 'darktable'), schema: options.schema ?? 37, images: wanted });

  if (options.dataDirBefore) {
    mkdirSync(dataDir);
    for (const [name, content] of Object.entries(options.dataDirBefore)) writeFileSync(join(dataDir, name), content);
    for (const name of ['.', ...Object.keys(options.dataDirBefore)]) chmodSync(join(dataDir, name), 0o755);
  }
  const app = await start({
    dataDir,
    library: library.file,
    darktableCache: options.cache ?? join(folder, 'cache'),
    port: 0,
    environment: readEnvironment({ HOME: folder, ...options.environment }),
    log: silentLog(),
    previewWait: options.previewWait,
    secretCost: CHEAP_SECRET,
    lookForLibraryMs: options.lookForLibraryMs,
  });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await app.stop();
  };
  const close = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };

  const secrets = new Map<string, Promise<string>>();
  const token = (scopes: readonly string[] = DEFAULT_SCOPES) => {
    const scope = scopes.join(' ');
    const known = secrets.get(scope);
    if (known) return known;
    const made = newToken(app, `test-${secrets.size}`, scope);
    secrets.set(scope, made);
    return made;
  };

  const ask = async <Body>(
    method: string,
    path: string,
    { headers = {}, body, scopes }: Ask = {},
  ): Promise<Answer<Body>> => {
    const isJson = body !== undefined && typeof body !== 'string';
    const response = await fetch(app.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(scopes === null ? {} : { authorization: `Bearer ${await token(scopes)}` }),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJsonAnswer = response.headers.get('content-type')?.includes('json') === true;
    const parsed: unknown = isJsonAnswer && bytes.length > 0 ? JSON.parse(bytes.toString()) : bytes;
    checkResponse(apiDocument(), { method, path, status: response.status, headers: response.headers, body: parsed });
    return { status: response.status, headers: response.headers, body: parsed as Body };
  };

  return {
    get url() {
      return app.url;
    },
    folder,
    dataDir,
    library,
    app,
    ask,
    get: async <Body>(path: string, question?: Ask) => {
      const answer = await ask<Body>('GET', path, question);
      if (answer.status !== 200)
        throw new Error(`GET ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    token,
    stop,
    close,
  };
}

/** A token obtained as a client does: by registration, over HTTP. */
async function newToken(app: App, id: string, scope: string): Promise<string> {
  const { client_secret } = await app.services.clients.add({ id, scope });
  const response = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

function notOurs(): never {
  throw new Error('This library was not made by the fixture.');
}
