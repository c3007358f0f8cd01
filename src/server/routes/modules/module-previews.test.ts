import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { exposureParams } from '../../../testing/pictures/params.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { paramsIn } from '../../../testing/start-edits.ts';

const history = [{ operation: 'exposure', module: 6, params: exposureParams(0.5) }];
const short = { timeoutMs: 1_000, pollMs: 20 };

let old: Buffer;
let fresh: Buffer;
beforeAll(async () => {
  const plain = (grey: number) =>
    sharp({ create: { width: 180, height: 110, channels: 3, background: { r: grey, g: grey, b: grey } } })
      .jpeg()
      .toBuffer();
  [old, fresh] = [await plain(80), await plain(160)];
});

async function start(previewWait: typeof short | null = short, images = 1) {
  const app = await startApp({
    library: Array.from({ length: images }, (_, at) => ({ id: at + 1, history })),
    ...(previewWait ? { previewWait } : {}),
  });
  const bridgeFile = (level: number, id = 1) => join(app.dataDir, 'previews', String(level), `${id}.jpg`);
  const sha = createHash('sha1').update(app.library.file).digest('hex');
  const darktableFile = (level: number) => join(app.folder, 'cache', `mipmaps-${sha}.d`, String(level), '1.jpg');
  return { app, bridgeFile, darktableFile };
}

/** Like the bridge: writes under a temporary name, then renames. */
function put(file: string, bytes: Buffer, ageSeconds = 0): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.tmp`, bytes);
  const time = new Date(Date.now() - ageSeconds * 1000);
  if (ageSeconds > 0) utimesSync(`${file}.tmp`, time, time);
  renameSync(`${file}.tmp`, file);
}

const edit = (app: TestApp, preview: string, exposure = 1, id = 1) =>
  app.ask<Buffer>('PATCH', `/api/v1/images/${id}/modules/exposure?preview=${preview}`, {
    body: { params: { exposure } },
  });

/** Resolves once the edit has been written and the request waits. */
async function untilQueued(app: TestApp, times = 1): Promise<void> {
  const queue = join(app.dataDir, 'queues', 'refresh.queue');
  const lines = () =>
    statSync(queue, { throwIfNoEntry: false }) ? readFileSync(queue, 'utf8').split('\n').length - 1 : 0;
  await vi.waitUntil(() => lines() >= times, { interval: 5 });
}

describe('a PATCH with preview', () => {
  test.each([
    ['thumb', 0],
    ['small', 1],
    ['medium', 2],
    ['large', 3],
    ['xlarge', 4],
  ])('%s answers with the new picture of level %i as soon as it is there', async (name, level) => {
    const { app, bridgeFile } = await start();
    put(bridgeFile(level), old, 60);
    const answer = edit(app, name);
    await untilQueued(app);
    put(bridgeFile(level), fresh);
    const { status, headers, body } = await answer;
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('x-preview-warning')).toBeNull();
    expect(headers.get('x-preview-source')).toBe('bridge');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.equals(fresh)).toBe(true);
    expect(paramsIn(app.library.file, 1, 'exposure')).toMatchObject({ exposure: 1 });
  });

  test('also one that darktable puts into its own cache, where there was none', async () => {
    const { app, darktableFile } = await start();
    const answer = edit(app, 'small');
    await untilQueued(app);
    put(darktableFile(1), fresh);
    const { status, headers, body } = await answer;
    expect([status, headers.get('x-preview-source')]).toEqual([200, 'darktable']);
    expect(body.equals(fresh)).toBe(true);
  });

  test('without a new one in time: the old one, with a warning', async () => {
    const { app, bridgeFile } = await start({ timeoutMs: 150, pollMs: 20 });
    put(bridgeFile(2), old, 60);
    const { status, headers, body } = await edit(app, 'medium');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(headers.get('x-preview-warning')).toMatch(/timed out.*may be stale/);
    expect(body.equals(old)).toBe(true);
  });

  test('without any in time: preview_timeout, and the edit is stored', async () => {
    const { app } = await start({ timeoutMs: 150, pollMs: 20 });
    const answer = await edit(app, 'medium');
    expect(answer).toMatchObject({ status: 504, body: { error: 'preview_timeout' } });
    expect((answer as unknown as { body: ErrorBody }).body.detail).toMatch(/^The edit is stored/);
    expect(paramsIn(app.library.file, 1, 'exposure')).toMatchObject({ exposure: 1 });
  });

  test("darktable's old thumbnail goes out of its cache, and is still what people see until there is a new one", async () => {
    const { app, darktableFile, bridgeFile } = await start({ timeoutMs: 150, pollMs: 20 });
    for (const level of [0, 2, 8]) put(darktableFile(level), old, 60);
    const { mtimeMs } = statSync(darktableFile(2));
    const { headers, body } = await edit(app, 'medium');
    expect(headers.get('x-preview-warning')).not.toBeNull();
    expect(body.equals(old)).toBe(true);
    for (const level of [0, 2, 8]) expect(statSync(darktableFile(level), { throwIfNoEntry: false })).toBeUndefined();
    expect(statSync(bridgeFile(2)).mtimeMs).toBe(mtimeMs);

    const stale = await app.ask<Buffer>('GET', '/api/v1/images/1/preview?size=medium');
    expect(stale.headers.get('x-preview-warning')).not.toBeNull();
    expect(stale.body.equals(old)).toBe(true);
    put(bridgeFile(2), fresh);
    const current = await app.ask<Buffer>('GET', '/api/v1/images/1/preview?size=medium');
    expect(current.headers.get('x-preview-warning')).toBeNull();
    expect(current.body.equals(fresh)).toBe(true);
  });

  test('a new picture of a larger size is not the one that was asked for', async () => {
    const { app, bridgeFile } = await start({ timeoutMs: 400, pollMs: 20 });
    put(bridgeFile(2), old, 60);
    const answer = edit(app, 'medium');
    await untilQueued(app);
    put(bridgeFile(3), fresh);
    const { headers, body } = await answer;
    expect(headers.get('x-preview-warning')).not.toBeNull();
    expect(body.equals(old)).toBe(true);
  });

  test('a larger one of before stands in when the time is over', async () => {
    const { app, bridgeFile } = await start({ timeoutMs: 150, pollMs: 20 });
    put(bridgeFile(4), old, 60);
    const { status, headers } = await edit(app, 'small');
    expect([status, headers.get('x-preview-warning') === null]).toEqual([200, false]);
  });

  test('a picture from before the edit that merely gets another name or half a file is not a new one', async () => {
    const { app, bridgeFile, darktableFile } = await start({ timeoutMs: 400, pollMs: 20 });
    put(bridgeFile(2), old, 60);
    const answer = edit(app, 'medium');
    await untilQueued(app);
    put(darktableFile(2), fresh, 30);
    writeFileSync(bridgeFile(2), fresh.subarray(0, 100));
    const { headers } = await answer;
    expect(headers.get('x-preview-warning')).not.toBeNull();
  });

  test('the photograph itself is not a preview of an edit, but stands in with a warning when the time is over', async () => {
    const { app } = await start({ timeoutMs: 150, pollMs: 20 });
    const film = join(app.folder, 'photos');
    put(join(film, 'local.jpg'), old, 60);
    app.library.add([{ id: 50, film, filename: 'local.jpg', history }]);
    expect((await app.ask('GET', '/api/v1/images/50/preview')).status).toBe(200);
    put(join(film, 'local.jpg'), fresh);
    const { status, headers, body } = await edit(app, 'medium', 1, 50);
    expect([status, headers.get('x-preview-source')]).toEqual([200, 'local']);
    expect(headers.get('x-preview-warning')).toMatch(/timed out.*may be stale/);
    expect(body.equals(fresh)).toBe(true);
  });

  test('conditions and ranges are those of the module, not of the picture', async () => {
    const { app, bridgeFile } = await start();
    const { headers } = await app.ask('GET', '/api/v1/images/1/modules/exposure');
    const answer = app.ask<Buffer>('PATCH', '/api/v1/images/1/modules/exposure?preview=thumb', {
      body: { params: { exposure: 1 } },
      headers: { 'if-match': headers.get('etag')!, 'if-none-match': '*', range: 'bytes=0-9' },
    });
    await untilQueued(app);
    put(bridgeFile(0), fresh);
    const { status, body } = await answer;
    expect([status, body.length]).toEqual([200, fresh.length]);
  });

  test('a picture that vanishes before it is sent is none', async () => {
    const { app, bridgeFile } = await start({ timeoutMs: 300, pollMs: 20 });
    put(bridgeFile(2), old, 60);
    const answer = edit(app, 'medium');
    await untilQueued(app);
    rmSync(bridgeFile(2));
    expect((await answer).status).toBe(504);
  });
});

/** How often the requests that wait for a preview of that level have checked, by image. */
function countLooks(app: TestApp, wanted: number): (id: number) => number {
  const { previews } = app.app.services;
  const { rendered } = previews;
  const looks = new Map<number, number>();
  previews.rendered = (image, level) => {
    // Whoever wants to know the shape of the picture looks at all levels.
    if (level === wanted) looks.set(image.id, (looks.get(image.id) ?? 0) + 1);
    return rendered(image, level);
  };
  return (id) => looks.get(id) ?? 0;
}

describe('a waiting PATCH', () => {
  test('ends when the client goes away, and other requests go on', async () => {
    const { app } = await start({ timeoutMs: 60_000, pollMs: 10 }, 2);
    const looks = countLooks(app, 0);
    const gone = new AbortController();
    const request = fetch(`${app.url}/api/v1/images/1/modules/exposure?preview=thumb`, {
      method: 'PATCH',
      signal: gone.signal,
      headers: { authorization: `Bearer ${await app.token()}`, 'content-type': 'application/json' },
      body: '{"params":{"exposure":1}}',
    });
    const ending = request.catch((error: unknown) => (error as Error).name);
    await untilQueued(app);
    await vi.waitUntil(() => looks(1) >= 5);
    gone.abort();
    expect(await ending).toBe('AbortError');
    // While another one goes on looking, the first has stopped.
    void edit(app, 'thumb', 1, 2).catch(() => undefined);
    await vi.waitFor(async () => {
      const [former, other] = [looks(1), looks(2)];
      await vi.waitUntil(() => looks(2) > other + 10);
      expect(looks(1)).toBe(former);
    });
    expect(paramsIn(app.library.file, 1, 'exposure')).toMatchObject({ exposure: 1 });
  });

  test('holds nothing up: with a hundred of them waiting, everything else is answered and edits go on', async () => {
    const { app, bridgeFile } = await start(null, 100);
    await app.app.services.index.settled();
    const ids = Array.from({ length: 100 }, (_, at) => at + 1);
    let answered = 0;
    const waiting = ids.map((id) => edit(app, 'thumb', 1, id).finally(() => (answered += 1)));
    await untilQueued(app, 100);
    for (let round = 0; round < 20; round += 1) {
      expect((await app.ask('GET', '/health', { scopes: null })).status).toBe(200);
      expect((await app.get<{ total: number }>('/api/v1/images?limit=10')).total).toBe(100);
      await app.get('/api/v1/images/7');
    }
    // The images that are waited for can be edited and viewed meanwhile.
    const body = { enabled: false };
    expect((await app.ask('PATCH', '/api/v1/images/7/modules/exposure', { body })).status).toBe(204);
    expect(answered).toBe(0);
    for (const id of ids) put(bridgeFile(0, id), fresh);
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('x-preview-warning')}`))).toEqual(
      new Set(['200 null']),
    );
  });

  test('does not keep Safelight from ending', async () => {
    const { app } = await start({ timeoutMs: 60_000, pollMs: 10 });
    const ending = edit(app, 'thumb').catch(() => 'cut off');
    await untilQueued(app);
    await app.stop();
    expect(await ending).toBe('cut off');
  });

  test('waits 30 seconds, as the contract says, and looks about every half second', { timeout: 60_000 }, async () => {
    const { app } = await start(null);
    const looks = countLooks(app, 2);
    const begin = performance.now();
    const answer = await edit(app, 'medium');
    const seconds = (performance.now() - begin) / 1000;
    expect(answer).toMatchObject({ status: 504, body: { error: 'preview_timeout' } });
    expect(seconds).toBeGreaterThan(29.9);
    expect(looks(1)).toBeGreaterThan(30);
    expect(looks(1)).toBeLessThan(70);
  });
});
