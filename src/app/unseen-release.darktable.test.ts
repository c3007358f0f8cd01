/** The whole program beside a darktable that came out after it, as a user starts it, against one that knows its release. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { mintLocalAdminToken } from '../auth/local-admin.ts';
import type { ClientSecret } from '../contract/clients.ts';
import type { ImageHistory } from '../contract/history.ts';
import type { ModuleOrder } from '../contract/module-order.ts';
import type { Panel } from '../contract/panel.ts';
import { compileCache } from '../testing/compile-cache.ts';
import { listeningUrl } from '../testing/listening-url.ts';
import { dng } from '../testing/pictures/dng.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { colourQuarters } from '../testing/pictures/pixels.ts';
import { makeRealLibrary, type RealLibrary } from '../testing/real-darktable.ts';
import { makeSafelightBefore } from '../testing/unseen-release.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'safelight-unseen-'));
/** The first is the one whose edits the others get. */
const [FIRST, PASTED, STYLED, JPEG] = [1, 2, 3, 4];
let real: RealLibrary;
let installed: string;

beforeAll(async () => {
  const photos = join(folder, 'photos');
  mkdirSync(photos);
  for (const name of ['a.dng', 'b.dng', 'c.dng']) writeFileSync(join(photos, name), dng(colourQuarters(480, 320)));
  writeFileSync(join(photos, 'd.jpg'), await jpeg(colourQuarters(480, 320)));
  const conf = { write_sidecar_files: 'never', 'plugins/lighttable/filtering/item0': '33' };
  real = await makeRealLibrary({ folder: join(folder, 'darktable'), pictures: [photos], conf });
  installed = /\d+\.\d+\.\d+/.exec(execFileSync('darktable-cli', ['--version'], { encoding: 'utf8' }))![0];
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Starts a Safelight on a copy of the library. */
async function start(name: string, main: string, { PATH = process.env.PATH } = {}) {
  const [home, configDir] = [join(folder, name), join(folder, name, 'darktable')];
  cpSync(real.configDir, configDir, { recursive: true });
  const [library, dataDir] = [join(configDir, 'library.db'), join(home, 'data')];
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--data-dir', dataDir, '--library', library], {
    env: { HOME: home, PATH, ...compileCache },
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const url = await listeningUrl(child);
  const send = async (method: string, path: string, authorization: string, body?: unknown) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as unknown;
  };
  const admin = `Bearer ${mintLocalAdminToken(dataDir)}`;
  const scope = 'images:read images:write cache:refresh';
  const client = (await send('POST', '/api/v1/admin/clients', admin, { id: 'test', scope })) as ClientSecret;
  const token = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'test',
      client_secret: client.client_secret,
    }),
  });
  const { access_token: own } = (await token.json()) as { access_token: string };
  const ask = <Body>(method: string, path: string, body?: unknown) =>
    send(method, `/api/v1/${path}`, `Bearer ${own}`, body) as Promise<Body>;
  const panel = () => ask<Panel>('GET', 'panel');
  return { ask, panel, library };
}
const until = (seen: () => Promise<void>) => vi.waitFor(seen, { timeout: 60_000, interval: 100 });
const knowsRelease = ({ panel }: Started) => until(async () => expect((await panel()).release).toBe(installed));

type Started = Awaited<ReturnType<typeof start>>;

/** 5.6 came out after 5.4.1. */
const unknown = () => (installed === '5.4.1' ? ['5.4.1', '5.6'] : [installed]);

/** Modules added, a further instance, edits pasted and a style with an order of modules; then what the library has. */
async function edited(started: Started) {
  const { ask, library } = started;
  await knowsRelease(started);
  for (const id of [FIRST, JPEG])
    for (const operation of ['bloom', 'colorbalancergb', 'exposure'])
      await ask<ImageHistory>('PUT', `images/${id}/modules/${operation}`);
  await ask('POST', `images/${FIRST}/modules/exposure/instances`, { name: 'sky' });
  await ask('POST', `images/${FIRST}/modules/exposure/instances`, { from: 1 });
  await ask('POST', `images/${FIRST}/modules/bloom/move`, { before: { operation: 'colorin' } });
  const results = [
    await ask('POST', 'images/history/copy', { from: FIRST, to: [PASTED] }),
    await ask('POST', 'styles', { name: 'all', from: FIRST, module_order: true }),
    await ask('POST', 'styles/apply', { name: 'all', to: [STYLED] }),
  ];
  const orders = [FIRST, PASTED, STYLED, JPEG].map((id) => ask<ModuleOrder>('GET', `images/${id}/module-order`));
  const database = new Database(library, { readonly: true });
  const rows = (table: string, order: string) => database.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all();
  try {
    return {
      results,
      orders: await Promise.all(orders),
      history: rows('history', 'imgid, num'),
      order: rows('module_order', 'imgid'),
    };
  } finally {
    database.close();
  }
}

test('modules, instances, pasted edits and styles with an order are what they are with a release that is known', async () => {
  const before = await start('before', makeSafelightBefore(unknown(), join(folder, 'program')));
  await knowsRelease(before);
  const { controls_of: from, modules } = await before.panel();
  expect(from).toEqual(installed === '5.4.1' ? ['4.2.1'] : expect.arrayContaining(['5.4.1']));
  expect(modules.find(({ operation }) => operation === 'exposure')).toMatchObject({ name: 'exposure' });
  const made = await edited(before);
  expect(made.history.filter((row) => (row as { imgid: number }).imgid === PASTED)).not.toEqual([]);
  const now = await start('now', join(import.meta.dirname, '..', 'main.ts'));
  expect(made).toEqual(await edited(now));
});

test('of a release that is not known and cannot be asked, the reason is told, and the rest works', async () => {
  const [bin, lib] = [join(folder, 'broken/bin'), join(folder, 'broken/lib/darktable')];
  for (const made of [bin, lib]) mkdirSync(made, { recursive: true });
  for (const name of ['darktable', 'darktable-cli'])
    writeFileSync(join(bin, name), `#!/bin/sh\nexec /usr/bin/${name} "$@"\n`, { mode: 0o755 });
  // A program, and no library with darktable's functions.
  cpSync(process.execPath, join(lib, 'libdarktable.so'));
  const { ask } = await start('broken', makeSafelightBefore(unknown(), join(folder, 'program-2')), {
    PATH: `${bin}:${process.env.PATH}`,
  });
  await until(() =>
    expect(ask('POST', `images/${FIRST}/modules/flip/move`, { before: { operation: 'colorin' } })).rejects.toThrow(
      /409.*the order of its modules: the installed darktable could not be asked: it ended with 1/,
    ),
  );
  const { steps } = await ask<ImageHistory>('PUT', `images/${FIRST}/modules/bloom`);
  expect(steps.at(-1)!.operation).toBe('bloom');
  await ask('POST', 'images/history/copy', { from: FIRST, to: [PASTED] });
  const pasted = await ask<ImageHistory>('GET', `images/${PASTED}/history`);
  expect(pasted.steps.map(({ operation }) => operation)).toContain('bloom');
});
