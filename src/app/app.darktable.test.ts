import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AlbumChanged } from '../contract/albums.ts';
import type { BridgeStatus } from '../contract/admin.ts';
import type { UndoResult } from '../contract/image-change.ts';
import type { ModuleEntry } from '../contract/modules.ts';
import { readingUri } from '../library/lock-free.ts';
import { testedCli, testedDarktable } from '../testing/bridge-stage.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { exposureParams, packParams } from '../testing/pictures/params.ts';
import { colourQuarters } from '../testing/pictures/pixels.ts';
import { sidecarPath, xmpSidecar } from '../testing/pictures/xmp-sidecar.ts';
import { makeRealLibrary, startDarktable, type RealLibrary, type RunningDarktable } from '../testing/real-darktable.ts';
import { openTestApp } from '../testing/start-app.ts';

// Each renders a dozen pictures, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 180_000 });

/** The whole program on a library of a real darktable's making, with that darktable open and closed. */
const folder = mkdtempSync(join(tmpdir(), 'safelight-with-darktable-'));
const PICTURES = 6;
const [WIDTH, HEIGHT] = [1200, 800];
const conf = { write_sidecar_files: 'on import', 'lua/_scripts_install/dont_show': 'TRUE' };
let real: RealLibrary;
let app: Awaited<ReturnType<typeof openTestApp>>;

beforeAll(async () => {
  const photos = join(folder, 'photos');
  await mkdir(photos);
  const picture = await jpeg(colourQuarters(WIDTH, HEIGHT));
  for (let number = 1; number <= PICTURES; number++) {
    const file = join(photos, `p${number}.jpg`);
    await writeFile(file, picture);
    const history = [
      { operation: 'exposure', version: 6, params: exposureParams(0) },
      { operation: 'velvia', version: 2, params: packParams('ff', 20, 1) },
    ];
    await writeFile(sidecarPath(file), xmpSidecar({ rating: 1, history }));
  }
  real = await makeRealLibrary({ folder: join(folder, 'darktable'), pictures: [photos], conf, ...testedDarktable });
  const environment = { PATH: await programs(join(folder, 'bin')) };
  app = await openTestApp({ library: { file: real.library }, cache: real.cacheDir, environment });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A folder in which the tested darktable is found as the one that is installed; the machine's own is found without. */
async function programs(at: string): Promise<string> {
  await mkdir(at);
  if (testedDarktable.command === undefined) return at;
  for (const [name, command] of [
    ['darktable', testedDarktable.command],
    ['darktable-cli', testedCli],
  ] as const) {
    await writeFile(join(at, name), `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`, { mode: 0o755 });
  }
  return at;
}

const admin = { scopes: ['admin'] };
const bridge = () => app.get<BridgeStatus>('/api/v1/admin/bridge', admin);
const set = (settings: Record<string, unknown>) =>
  app.ask('PATCH', '/api/v1/admin/settings', { ...admin, body: settings });
const until = <T>(seen: () => T, timeout = 60_000) => vi.waitFor(seen, { timeout, interval: 50 });
const exposure = (id: number) => app.get<ModuleEntry>(`/api/v1/images/${id}/modules/exposure`);
const ev = async (id: number) => (await exposure(id)).params!.exposure;

/** Mean brightness, 0 to 255. */
async function brightness(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
}

/** Edits, and gives the preview that came within the wait. */
async function edited(id: number, patch: Record<string, unknown>): Promise<Buffer> {
  const answer = await app.ask<Buffer>('PATCH', `/api/v1/images/${id}/modules/exposure?preview=medium`, {
    body: patch,
  });
  expect([answer.status, answer.headers.get('x-preview-warning'), answer.headers.get('x-preview-source')]).toEqual([
    200,
    null,
    'bridge',
  ]);
  return answer.body;
}

/** One query on the library as it lies on the disk; without a lock, which would make darktable lose what it writes at that moment. */
function stored(sql: string, ...values: (string | number)[]): Record<string, unknown>[] {
  const library = new DatabaseSync(readingUri(real.library, false), { readOnly: true });
  try {
    return library.prepare(sql).all(...values);
  } finally {
    library.close();
  }
}

const storedExposure = (id: number): number => {
  const [row] = stored(
    "SELECT op_params FROM history WHERE imgid = ? AND operation = 'exposure' ORDER BY num DESC LIMIT 1",
    id,
  );
  return Buffer.from(row!.op_params as Uint8Array).readFloatLE(8);
};

/** The copies of the library from before the first edit of a day. */
const backups = () =>
  readdirSync(dirname(real.library))
    .filter((name) => /-safelight-\d{4}-\d{2}-\d{2}$/.test(name))
    .map((name) => join(dirname(real.library), name));

/** darktable may be writing at this very moment, and what is read without a lock is then half of it. */
const libraryHolds = (id: number, ev: number) => until(() => expect(storedExposure(id)).toBe(ev));

/** The exposure of the newest step in the sidecar. */
function sidecarExposure(id: number): number {
  const xmp = readFileSync(sidecarPath(real.pictures[id - 1]!), 'utf8');
  const steps = xmp.split('<rdf:li').filter((item) => item.includes('darktable:operation="exposure"'));
  return Buffer.from(/darktable:params="([0-9a-f]+)"/.exec(steps.at(-1)!)![1]!, 'hex').readFloatLE(8);
}

/** darktable 5 writes sidecars a little later. */
const sidecarSays = (id: number, ev: number) => until(() => expect(sidecarExposure(id)).toBe(ev));

async function exported(id: number): Promise<Buffer> {
  const asked = await app.ask('POST', `/api/v1/images/${id}/export`);
  expect(asked.status).toBe(202);
  return until(async () => {
    const answer = await app.ask<Buffer>('GET', `/api/v1/images/${id}/full`);
    expect(answer.status).toBe(200);
    return answer.body;
  });
}

async function rendersEdits(id: number): Promise<void> {
  const first = await edited(id, { params: { exposure: 0.1 } });
  const brighter = await edited(id, { params: { exposure: 1.1 } });
  expect(await brightness(brighter)).toBeGreaterThan((await brightness(first)) + 20);
  const full = await exported(id);
  const { width, height } = await sharp(full).metadata();
  expect([width, height]).toEqual([WIDTH, HEIGHT]);
  expect(Math.abs((await brightness(full)) - (await brightness(brighter)))).toBeLessThan(2);
  const again = await edited(id, { params: { exposure: 0.1 } });
  expect(Math.abs((await brightness(again)) - (await brightness(first)))).toBeLessThan(0.5);
  const off = await edited(id, { enabled: false });
  expect(await brightness(off)).toBeLessThan(await brightness(first));
  expect(await brightness(await edited(id, { enabled: true }))).toBeCloseTo(await brightness(first), 0);
}

describe('darktable closed, no plugin', () => {
  test('with renderer bridge jobs wait, and that is said', async () => {
    expect(await bridge()).toMatchObject({ state: 'closed', plugin: { installed: false }, job: null });
    expect((await app.ask('POST', '/api/v1/images/1/refresh')).status).toBe(202);
    await until(async () =>
      expect(await bridge()).toMatchObject({
        waiting: { refresh: 1, export: 0 },
        message: expect.stringMatching(/1 job is waiting/) as string,
      }),
    );
    expect(existsSync(join(app.dataDir, 'previews', '2', '1.jpg'))).toBe(false);
  });

  test('with renderer auto darktable-cli does them, edits and exports too', async () => {
    expect((await set({ renderer: 'auto' })).status).toBe(200);
    await until(() => expect(existsSync(join(app.dataDir, 'previews', '2', '1.jpg'))).toBe(true));
    await rendersEdits(1);
    await until(async () =>
      expect(await bridge()).toMatchObject({
        waiting: { refresh: 0, export: 0 },
        renderer: { state: 'waiting', failed: 0 },
      }),
    );
  });
});

describe('darktable open, with the plugin', () => {
  let darktable: RunningDarktable;

  beforeAll(async () => {
    const installed = await app.ask<{ done: string }>('POST', '/api/v1/admin/bridge/install', admin);
    expect([installed.status, installed.body.done]).toEqual([200, 'installed']);
    darktable = await startDarktable({ configDir: real.configDir, cacheDir: real.cacheDir, conf, ...testedDarktable });
    await until(async () =>
      expect(await bridge()).toMatchObject({ state: 'ready', darktable: { pid: darktable.pid } }),
    );
  });
  afterAll(() => darktable.kill());

  test('refreshes, exports and edits go through it', async () => {
    await rendersEdits(2);
    const status = await bridge();
    expect(status.done).toBeGreaterThan(0);
    expect(status.renderer).toMatchObject({ state: 'waiting' });
    const { items } = await app.get<{ items: { route: string }[] }>('/api/v1/images/2/edits');
    expect(items.map(({ route }) => route)).toEqual(items.map(() => 'bridge'));
  });

  test('an edit: library row, sidecar and picture agree', async () => {
    for (const backup of backups()) rmSync(backup, { recursive: true });
    const answer = await app.ask('PATCH', '/api/v1/images/3/modules/exposure', { body: { params: { exposure: 1 } } });
    expect(answer.status).toBe(204);
    expect(backups()).toHaveLength(1);
    expect(await ev(3)).toBe(1);
    await libraryHolds(3, 1);
    await sidecarSays(3, 1);
    const full = await exported(3);
    expect(await brightness(full)).toBeGreaterThan((await brightness(await exported(4))) + 20);
  });

  test('taking it back goes through it, too', async () => {
    const undone = await app.ask<ModuleEntry>('POST', '/api/v1/images/3/modules/exposure/undo');
    expect([undone.status, undone.body.params!.exposure]).toEqual([200, 0]);
    await libraryHolds(3, 0);
    await sidecarSays(3, 0);
    expect((await app.ask('POST', '/api/v1/images/3/modules/exposure/undo')).status).toBe(200);
    await libraryHolds(3, 1);
  });

  test('an album keeps its order through the plugin, which gives its tag another id', async () => {
    const scopes = ['images:read', 'images:write'];
    const ask = <Body = AlbumChanged>(method: string, path: string, body?: object) =>
      app.ask<Body>(method, path, { scopes, ...(body && { body }) });
    const inOrder = async (name: string) => {
      await app.app.services.index.settled();
      const { items } = await app.get<{ items: { id: number }[] }>(`/api/v1/images?album=${name}&sort_by=album`);
      return items.map(({ id }) => id);
    };
    const made = await ask('POST', '/api/v1/albums', { name: 'Wales', ids: [4, 2, 5] });
    expect([made.status, await inOrder('Wales')]).toEqual([201, [4, 2, 5]]);
    const renamed = await ask('PATCH', `/api/v1/albums/${made.body.id}`, { name: 'Cymru' });
    expect([renamed.status, await inOrder('Cymru')]).toEqual([200, [4, 2, 5]]);
    expect(renamed.body.id).not.toBe(made.body.id);
    const undo = await ask<UndoResult>('POST', `/api/v1/changes/${renamed.body.change}/undo`);
    expect([undo.status, await inOrder('Wales')]).toEqual([200, [4, 2, 5]]);
    // Tagged in darktable: last, by capture time.
    await darktable.lua(
      `local tag = darktable.tags.find("album|Wales") for _, id in ipairs({ 1, 3 }) do darktable.tags.attach(tag, darktable.database.get_image(id)) end return 1`,
    );
    await until(async () => expect((await inOrder('Wales')).slice(0, 3)).toEqual([4, 2, 5]));
    await until(async () => expect((await inOrder('Wales')).slice(3).toSorted()).toEqual([1, 3]));
  });

  test('ratings set in it while the service is busy are all stored', async () => {
    let isOver = false;
    const busy = Array.from({ length: 6 }, async (_, number) => {
      while (!isOver) {
        await app.get(
          ['/api/v1/images?limit=500', '/api/v1/images/2', '/api/v1/images/2/modules', '/api/v1/tags'][number % 4]!,
        );
        if (number === 5)
          await app.ask('PATCH', '/api/v1/images/6/modules/exposure', {
            body: { params: { exposure: Math.random() } },
          });
      }
    });
    const lost: unknown[] = [];
    let forgotten = 0;
    for (let turn = 0; turn < 60; turn++) {
      const ratings = await darktable.lua(`
        local all = {}
        for id = 1, 5 do
          local image = darktable.database.get_image(id)
          image.rating = (id + ${turn}) % 6
          all[id] = image.rating
        end
        return table.concat(all, " ")`);
      const held = await Promise.all(
        [1, 2, 3, 4, 5].map(async (id) => (await app.get<{ rating: number }>(`/api/v1/images/${id}`)).rating),
      );
      if (held.join(' ') === ratings) continue;
      // See "Stars" in docs/compatibility.md: the ones that darktable itself has forgotten. What it knows must be stored.
      const known = await darktable.lua(`
        local all = {}
        for id = 1, 5 do all[id] = darktable.database.get_image(id).rating end
        return table.concat(all, " ")`);
      if (held.join(' ') === known) forgotten += 1;
      else lost.push({ turn, ratings, held, known });
    }
    isOver = true;
    await Promise.all(busy);
    expect(lost).toEqual([]);
    expect(forgotten).toBeLessThanOrEqual(2);
    expect(darktable.output()).not.toContain('database is locked');
  });

  test('after closing it the edit is still there, and edits go straight into the file again', async () => {
    await darktable.quit();
    await libraryHolds(3, 1);
    await until(async () => expect((await bridge()).state).toBe('closed'));
    expect(await ev(3)).toBe(1);
    await rendersEdits(3);
    const { items } = await app.get<{ items: { route: string }[] }>('/api/v1/images/3/edits');
    expect(items[0]!.route).toBe('direct');
    expect(statSync(real.library).size).toBeGreaterThan(0);
  });
});
