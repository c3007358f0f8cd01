import { mkdirSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { NewProof, ProofMade } from '../contract/proofs.ts';
import { silentLog } from '../platform/log.ts';
import type { GuestSessions } from '../proofing/guest-sessions.ts';
import { openGuestSessions } from '../proofing/guest-sessions.ts';
import { EntryTries } from '../server/guests/entry-tries.ts';
import { guestApp } from '../server/guests/guest-app.ts';
import { readGuestPage } from '../server/guests/guest-page.ts';
import { LINK_LIMITS, LinkBudget, type LinkLimits } from '../server/guests/link-budget.ts';
import { proxiesOf } from '../server/network/forwarding.ts';
import { listen } from '../server/network/listen.ts';
import { proofingStage, type ProofingStage } from './proofing-stage.ts';

export interface GuestAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** As it was sent, name and value in turn. */
  raw: string[];
}

export interface AskAs {
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: object | string;
  cookie?: string;
}

export interface GuestStage extends ProofingStage {
  url: string;
  port: number;
  /** Minutes of the throttle pass at once; what was waited for, in milliseconds. */
  waited: number[];
  ask(method: string, path: string, as?: AskAs): Promise<GuestAnswer>;
  /** Over the network, with HTTPS at the proxy. */
  askOutside(method: string, path: string, as?: AskAs & { address?: string; scheme?: string }): Promise<GuestAnswer>;
  /** Makes a proof, all of whose pictures are made, and comes in. */
  guest(asked?: Partial<NewProof>): Promise<{ made: ProofMade; path: string; cookie: string; keys: string[] }>;
  /** The pictures of a proof, as files. */
  render(made: ProofMade): string[];
  restartListener(): void;
}

export const PROXY = '127.0.0.1';

/** A library, proofs of it, and the listener for guests. */
export async function guestStage(
  images: Parameters<typeof proofingStage>[0],
  { limits = LINK_LIMITS, trusted = [PROXY] }: { limits?: LinkLimits; trusted?: string[] } = {},
): Promise<GuestStage> {
  const stage = await proofingStage(images);
  const file = join(stage.it.folder, 'guest-sessions.db');
  const pageDir = join(stage.it.folder, 'page');
  mkdirSync(join(pageDir, 'assets'), { recursive: true });
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><html><head><title>Pictures</title></head></html>');
  writeFileSync(join(pageDir, 'assets', 'main-abcd1234.js'), 'start();');
  writeFileSync(join(pageDir, 'assets', 'main-abcd1234.js.br'), 'packed');
  const waited: number[] = [];
  const clock = { ms: 0 };
  const tries = new EntryTries(
    () => clock.ms,
    (ms) => {
      waited.push(ms);
      clock.ms += ms;
      return Promise.resolve();
    },
  );
  let sessions: GuestSessions;
  const app = () => {
    sessions = openGuestSessions({ file, log: silentLog() });
    return guestApp({
      door: () => stage.door,
      sessions,
      page: readGuestPage(pageDir),
      proxies: () => proxiesOf(trusted, 'X-Forwarded-For'),
      address: () => 'https://proofs.example.org',
      log: silentLog(),
      tries,
      budget: new LinkBudget(limits),
    });
  };
  let handler = app();
  const { server, port, url } = await listen((req, res) => void handler(req, res), '127.0.0.1', 0);
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          sessions.close();
          resolve();
        });
        server.closeAllConnections();
      }),
  );

  const ask: GuestStage['ask'] = (method, path, { headers = {}, body, cookie } = {}) =>
    new Promise((resolve, reject) => {
      const sent = typeof body === 'object' ? JSON.stringify(body) : body;
      const asked = httpRequest({
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        headers: {
          ...(typeof body === 'object' && { 'content-type': 'application/json' }),
          ...(sent !== undefined && { 'content-length': Buffer.byteLength(sent) }),
          ...(cookie !== undefined && { cookie }),
          ...headers,
        },
      });
      asked.on('error', reject);
      asked.on('response', (answer) => {
        buffer(answer).then(
          (bytes) =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers as Record<string, string>,
              body: bytes,
              raw: answer.rawHeaders,
            }),
          reject,
        );
      });
      asked.end(sent);
    });
  const askOutside: GuestStage['askOutside'] = (
    method,
    path,
    { address = '203.0.113.7', scheme = 'https', ...as } = {},
  ) =>
    ask(method, path, {
      ...as,
      headers: { 'x-forwarded-for': address, 'x-forwarded-proto': scheme, ...as.headers },
    });
  const render = ({ proof }: ProofMade) => {
    stage.makeAll(proof.id);
    const keys = stage.store.proofs.pictures(proof.id).map(({ key }) => key);
    for (const key of keys)
      for (const size of ['tile', 'screen', 'large', 'full'])
        writeFileSync(join(stage.it.folder, `${proof.id}-${key}-${size}.jpg`), `${size} of ${key}`);
    return keys;
  };
  return Object.assign(stage, {
    url,
    port,
    waited,
    ask,
    askOutside,
    render,
    async guest(asked: Partial<NewProof> = {}) {
      const made = await stage.make(asked);
      const keys = render(made);
      const { path } = made.links[0]!;
      const { password } = asked;
      const entered = await ask('POST', `${path}/enter`, { body: { name: 'Anna', ...(password && { password }) } });
      return { made, path, keys, cookie: cookieOf(entered) };
    },
    restartListener() {
      sessions.close();
      handler = app();
    },
  });
}

/** As the browser sends it back. */
export const cookieOf = ({ headers }: GuestAnswer): string =>
  [headers['set-cookie'] ?? ''].flat()[0]!.split(';', 1)[0]!;

export const jsonOf = ({ body }: GuestAnswer): unknown => JSON.parse(body.toString());
