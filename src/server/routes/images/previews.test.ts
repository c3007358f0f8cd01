import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Rendering } from '../../../contract/rendering.ts';
import { ALL_SCOPES, type Scope } from '../../../contract/scopes.ts';
import { ExportAccepted, ExportQueued, PreviewGenerating, RefreshAccepted } from '../../../contract/preview.ts';
import { Events } from '../../../platform/events.ts';
import { openLibrary } from '../../../library/library.ts';
import { silentLog } from '../../../platform/log.ts';
import { openFailedPreviews } from '../../../previews/failed-previews.ts';
import { PictureDecoder } from '../../../previews/picture-decoder.ts';
import { openPreviews } from '../../../previews/previews.ts';
import { openQueues } from '../../../queues/queues.ts';
import { makeLibrary, type FixtureImage } from '../../../testing/library-fixture.ts';
import { errorAnswer } from '../../responses/error-answer.ts';
import { openExportFolder } from '../../../exports/export-folder.ts';
import { noFilmRolls } from '../../../testing/no-film-rolls.ts';
import { authenticate } from '../../middleware/guard.ts';
import type { Services } from '../../services.ts';
import { routerOf } from '../../routing/router.ts';
import { exportRoutes } from '../exports/exports.ts';
import { previewRoutes } from './previews.ts';

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer };

const NOBODY: Rendering = {
  state: 'darktable-missing',
  is_rendering: false,
  cli_could: false,
  version: null,
  reason: null,
  message: 'Nobody renders: darktable was not found on this computer.',
};

/** The routes alone: everything is real except the client and the renderer. */
async function open(images: (FixtureImage & { id: number })[] = [{ id: 7, filename: 'IMG_7.CR2' }]) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-routes-'));
  const dataDir = join(folder, 'data');
  const cache = join(folder, 'cache');
  const exportDir = join(dataDir, 'exports');
  const photos = join(folder, 'photos');
  mkdirSync(photos);
  const { file } = makeLibrary({
    folder: join(folder, 'darktable'),
    images: images.map((image) => ({ film: photos, ...image })),
  });
  const events = new Events();
  const log = silentLog();
  const library = openLibrary({ file, isSample: false, log, events });
  const decoder = new PictureDecoder();
  const previews = openPreviews({
    dataDir,
    decoder,
    cacheDir: () => cache,
    libraryFile: () => file,
    pictureFile: (image) => library.pictureFile(image),
    events,
    log,
  });
  const queues = openQueues({
    refreshFile: join(dataDir, 'queues', 'refresh.queue'),
    exportFile: join(dataDir, 'queues', 'export.queue'),
    events,
    log,
  });
  const exports = openExportFolder({ dataDir, setting: null, rolls: noFilmRolls, log });
  await exports.check();
  const failedPreviews = openFailedPreviews({ queue: queues.refresh, library, events });
  const rendering = () => NOBODY;
  const parts = {
    library,
    previews,
    failedPreviews,
    queues,
    rendering,
    // No index: the library is asked.
    index: { presentHistory: () => null },
    exports: () => exports,
    whyReadOnly: () => null,
  } as unknown as Services;
  let scopes: readonly Scope[] = ALL_SCOPES;

  const app = express();
  app.disable('etag');
  const auth = { authenticate: () => ({ clientId: 'test', scopes: new Set(scopes), via: 'bearer' as const }) };
  app.use(authenticate(auth));
  app.use(routerOf([...previewRoutes, ...exportRoutes], parts));
  app.use(errorAnswer(log));
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    failedPreviews.close();
    await previews.close();
    decoder.close();
    queues.close();
    library.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (method: string, path: string, headers: OutgoingHttpHeaders = {}) => {
    const { port } = server.address() as AddressInfo;
    return request({ port, host: '127.0.0.1', method, path: `/api/v1/images/${path}`, headers });
  };
  const answer = async (method: string, path: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> => {
    const asked = ask(method, path, headers).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
  };
  return {
    photos,
    previews,
    refreshFile: queues.refresh.file,
    exportFile: queues.exports.file,
    ask,
    answer,
    get: (path: string, headers?: OutgoingHttpHeaders) => answer('GET', path, headers),
    post: (path: string) => answer('POST', path),
    as: (...only: Scope[]) => (scopes = only),
    rendered: (level: number, id: number, content: Buffer) => {
      const at = join(dataDir, 'previews', String(level), `${id}.jpg`);
      writeFileSync(at, content);
      return at;
    },
    exported: (id: number, content: Buffer) => {
      mkdirSync(exportDir, { recursive: true });
      const at = join(exportDir, `${id}.jpg`);
      writeFileSync(at, content);
      return at;
    },
    exportDir,
  };
}

const jsonOf = ({ body }: Answer) => JSON.parse(body.toString()) as unknown;
const text = (file: string) => readFileSync(file, 'utf8');

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><image href="marker.png"/></svg>';

/** A thumbnail, which is kept in memory, and a picture, which is streamed. */
let thumb: Buffer;
let large: Buffer;
beforeAll(async () => {
  const noise = (width: number, height: number) =>
    sharp(
      Buffer.alloc(width * height * 3).map((_, at) => (at * 7919) % 251),
      { raw: { width, height, channels: 3 } },
    )
      .jpeg({ quality: 95 })
      .toBuffer();
  thumb = await noise(90, 60);
  large = await noise(1440, 900);
  expect(thumb.length).toBeLessThan(64 * 1024);
  expect(large.length).toBeGreaterThan(512 * 1024);
});

describe('a preview', () => {
  test('that is cached is sent with where it comes from', async () => {
    const { rendered, get, refreshFile } = await open();
    rendered(2, 7, large);
    const { status, headers, body } = await get('7/preview');
    expect(status).toBe(200);
    expect(body.equals(large)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(large.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-preview-source': 'bridge',
    });
    expect(headers['x-preview-warning']).toBeUndefined();
    expect(() => text(refreshFile)).toThrow();
  });

  test('is the local file when there is none cached, a PNG by its name', async () => {
    const { photos, get } = await open([{ id: 7, filename: 'a.PNG' }]);
    const png = await sharp(thumb).png().toBuffer();
    writeFileSync(join(photos, 'a.PNG'), png);
    const { status, headers, body } = await get('7/preview?size=thumb');
    expect(status).toBe(200);
    expect(body.equals(png)).toBe(true);
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-preview-source': 'local' });
  });

  test('is scaled down when it should fit', async () => {
    const { photos, get } = await open([{ id: 7, filename: 'a.jpg' }]);
    writeFileSync(join(photos, 'a.jpg'), large);
    expect((await get('7/preview?size=thumb')).body.equals(large)).toBe(true);
    const { body, headers } = await get('7/preview?size=thumb&fit=1');
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 176, height: 110 });
    expect(headers['content-type']).toBe('image/jpeg');
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['an AVIF', () => plain(1500, 1500).avif({ effort: 0 }).toBuffer()],
    ['a GIF', () => plain(1500, 1500).gif().toBuffer()],
    ['an SVG that names a file beside it', () => Promise.resolve(Buffer.from(svg))],
    ['a JPEG that was cut off', async () => (await plain(1500, 1500).jpeg().toBuffer()).subarray(0, 2000)],
  ])('is not made of %s that is called .jpg: darktable is asked for one', async (_what, make) => {
    const { get, photos, refreshFile } = await open([{ id: 7, filename: 'a.jpg' }]);
    const content = await make();
    writeFileSync(join(photos, 'a.jpg'), content);
    writeFileSync(join(photos, 'marker.png'), await plain(1500, 1500).png().toBuffer());
    const before = process.memoryUsage.rss();
    expect((await get('7/preview?size=thumb&fit=1')).status).toBe(202);
    expect((process.memoryUsage.rss() - before) / 1024 ** 2).toBeLessThan(50);
    expect(text(refreshFile)).toBe('7\n');
    // The file is sent as it is; nothing here opens it.
    const { body, headers } = await get('7/preview?size=thumb');
    expect([body.equals(content), headers['content-type']]).toEqual([true, 'image/jpeg']);
  });

  test('as the camera made it passes the rendered ones by, and is never queued', async () => {
    const { photos, rendered, get, refreshFile } = await open([
      { id: 7, filename: 'a.jpg' },
      { id: 8, filename: 'b.cr2' },
    ]);
    rendered(2, 7, thumb);
    rendered(2, 8, thumb);
    writeFileSync(join(photos, 'a.jpg'), large);
    // Twice: a rendered one that was sent before is remembered under another address.
    for (let time = 0; time < 2; time++) {
      expect(await get('7/preview')).toMatchObject({ status: 200, headers: { 'x-preview-source': 'bridge' } });
      const original = await get('7/preview?original=1');
      expect(original).toMatchObject({
        status: 200,
        headers: { 'content-type': 'image/jpeg', 'x-preview-source': 'local', 'cache-control': 'private, no-cache' },
      });
      expect(original.body.equals(large)).toBe(true);
      expect((await get('7/preview?original=0')).body.equals(thumb)).toBe(true);
    }
    const fitted = await get('7/preview?original=1&fit=1&size=thumb');
    expect(await sharp(fitted.body).metadata()).toMatchObject({ width: 176, height: 110 });

    const none = await get('8/preview?original=1');
    expect(none.status).toBe(404);
    expect(jsonOf(none)).toMatchObject({ error: 'not_found' });
    expect((await get('7/preview?original=maybe')).status).toBe(400);
    expect(() => text(refreshFile)).toThrow();
  });

  test('that nobody has is queued, each time it is asked for', async () => {
    const { get, refreshFile } = await open();
    const answer = await get('7/preview?size=large&fit=1');
    expect(answer.status).toBe(202);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '4',
      'cache-control': 'no-store',
    });
    expect(PreviewGenerating.parse(jsonOf(answer))).toMatchObject({ image_id: 7 });
    await get('7/preview');
    expect(text(refreshFile)).toBe('7\n7\n');
  });

  test('that could not be made is not tried again for a look, until its file is there or somebody asks', async () => {
    const { get, post, refreshFile, photos } = await open();
    await get('7/preview');
    // What a worker does: takes the job, and records that it failed.
    const fail = () => {
      rmSync(refreshFile);
      appendFileSync(`${refreshFile}.failed`, `7\tthe file is missing: ${join(photos, 'IMG_7.CR2')}\n`);
    };
    fail();
    for (let look = 0; look < 12; look += 1) {
      const answer = await get('7/preview?size=small&fit=1');
      expect([answer.status, answer.headers['retry-after'], answer.headers['x-preview-failure']]).toEqual([
        202,
        '4',
        'file-missing',
      ]);
      expect(PreviewGenerating.parse(jsonOf(answer)).message).toMatch(/^No preview can be made: the file is missing: /);
    }
    expect(() => text(refreshFile)).toThrow();

    await post('7/refresh');
    expect(text(refreshFile)).toBe('7\n');
    expect((await get('7/preview')).headers['x-preview-failure']).toBeUndefined();
    fail();
    expect((await get('7/preview')).headers['x-preview-failure']).toBe('file-missing');
    writeFileSync(join(photos, 'IMG_7.CR2'), 'back again, and not readable without darktable');
    expect((await get('7/preview')).headers['x-preview-failure']).toBeUndefined();
    expect(text(refreshFile)).toBe('7\n');
  });

  test('that a worker is making just now is not queued once more for a look', async () => {
    const { get, refreshFile } = await open();
    await get('7/preview');
    renameSync(refreshFile, `${refreshFile}.working`);
    expect((await get('7/preview')).status).toBe(202);
    expect(() => text(refreshFile)).toThrow();
  });

  test('that nobody makes says so', async () => {
    const { get, post } = await open();
    expect(jsonOf(await get('7/preview'))).toMatchObject({
      message:
        'There is no preview yet; it was queued. Nobody renders: darktable was not found on this computer. Ask again in 4 seconds.',
    });
    expect(jsonOf(await post('7/refresh'))).toMatchObject({
      message: 'New previews were queued. Nobody renders: darktable was not found on this computer.',
    });
  });

  test('older than the last change comes with a warning, and nothing is queued', async () => {
    const history = [{ operation: 'exposure' }];
    const { rendered, get, refreshFile } = await open([
      { id: 7, filename: 'a.cr2', history, changed: Date.parse('2024-05-01T12:00:00Z') },
    ]);
    const file = rendered(2, 7, thumb);
    utimesSync(file, new Date('2024-05-01T11:00:00Z'), new Date('2024-05-01T11:00:00Z'));
    const stale = await get('7/preview');
    expect(stale.status).toBe(200);
    expect(stale.headers['x-preview-warning']).toMatch(/older than the last change/);
    const known = await get('7/preview', { 'if-none-match': stale.headers.etag });
    expect(known).toMatchObject({ status: 304, headers: { 'x-preview-warning': stale.headers['x-preview-warning'] } });
    expect(() => text(refreshFile)).toThrow();
    utimesSync(file, new Date('2024-05-01T12:00:01Z'), new Date('2024-05-01T12:00:01Z'));
    expect((await get('7/preview')).headers['x-preview-warning']).toBeUndefined();
  });

  test('under its present version may be kept for ever, under another not at all', async () => {
    const { rendered, get, previews } = await open();
    rendered(2, 7, thumb);
    const version = previews.versionOf(7, '0');
    expect(version).not.toBe('0-0');
    const cacheControl = async (v: string) => (await get(`7/preview?v=${v}`)).headers['cache-control'];
    expect(await cacheControl(version)).toBe('private, max-age=31536000, immutable');
    expect(await cacheControl('0-0')).toBe('private, no-cache');
    expect(await cacheControl('')).toBe('private, no-cache');
  });

  test('a size that is none, a wrong or unknown parameter: 400, all of them named', async () => {
    const { get } = await open();
    for (const query of ['size=tiny', 'size=6', 'size=', 'size=-1', 'size=00', 'fit=2', 'sizes=1', 'size=1&size=2']) {
      const answer = await get(`7/preview?${query}`);
      expect(answer.status, query).toBe(400);
      expect(jsonOf(answer)).toMatchObject({ error: 'invalid_query' });
    }
    expect(jsonOf(await get('7/preview?size=tiny&fit=maybe'))).toMatchObject({
      detail: expect.stringMatching(/size.*fit/) as string,
    });
  });

  test('scope, id, image and query are checked in this order', async () => {
    const { get, post, as } = await open();
    as('images:read');
    expect((await get('x/preview?size=tiny')).status).toBe(403);
    expect((await get('x/full')).status).toBe(403);
    as('previews:read');
    expect(jsonOf(await get('x/preview?size=tiny'))).toMatchObject({ error: 'invalid_id' });
    expect(jsonOf(await get('99/preview?size=tiny'))).toMatchObject({ error: 'not_found' });
    expect(jsonOf(await get('7/preview?size=tiny'))).toMatchObject({ error: 'invalid_query' });
    expect((await post('7/refresh')).status).toBe(403);
    expect((await post('7/export')).status).toBe(403);
    as('cache:refresh');
    expect((await post('x/refresh')).status).toBe(400);
    expect((await post('99/export')).status).toBe(404);
    expect((await get('7/preview')).status).toBe(403);
  });

  test('that is replaced is the new one from the next request on', async () => {
    const { rendered, get } = await open();
    rendered(0, 7, thumb);
    const before = await get('7/preview?size=thumb');
    const other = await sharp(thumb).negate().jpeg().toBuffer();
    rendered(0, 7, other);
    const after = await get('7/preview?size=thumb', { 'if-none-match': before.headers.etag });
    expect(after.status).toBe(200);
    expect(after.body.equals(other)).toBe(true);
    expect((await get('7/preview?size=thumb', { 'if-none-match': after.headers.etag })).status).toBe(304);
  });
});

describe.each([
  ['from memory', () => thumb],
  ['streamed', () => large],
])('a file %s', (_name, content) => {
  const lastModified = new Date('2024-05-01T10:00:00Z');
  const served = async () => {
    const opened = await open();
    utimesSync(opened.rendered(2, 7, content()), lastModified, lastModified);
    const first = await opened.get('7/preview');
    return { ...opened, etag: first.headers.etag! };
  };
  const size = () => content().length;

  test('has a strong tag and a date', async () => {
    const { get, etag } = await served();
    const { headers } = await get('7/preview');
    expect(headers['last-modified']).toBe('Wed, 01 May 2024 10:00:00 GMT');
    expect(headers.etag).toBe(etag);
    expect(etag).toMatch(/^"[^"]+"$/);
  });

  type Row = [string, (etag: string) => OutgoingHttpHeaders, number];
  test.each<Row>([
    ['its own tag', (etag) => ({ 'if-none-match': etag }), 304],
    ['its own tag, weakened', (etag) => ({ 'if-none-match': `W/${etag}` }), 304],
    ['its tag among others', (etag) => ({ 'if-none-match': `"a", ${etag}` }), 304],
    ['any tag', () => ({ 'if-none-match': '*' }), 304],
    ['another tag', () => ({ 'if-none-match': '"a"' }), 200],
    ['its date', () => ({ 'if-modified-since': 'Wed, 01 May 2024 10:00:00 GMT' }), 304],
    ['an earlier date', () => ({ 'if-modified-since': 'Wed, 01 May 2024 09:59:59 GMT' }), 200],
    ['no date', () => ({ 'if-modified-since': 'yesterday' }), 200],
    [
      'another tag and its date: the tag counts',
      () => ({ 'if-none-match': '"a"', 'if-modified-since': 'Wed, 01 May 2024 10:00:00 GMT' }),
      200,
    ],
    ['If-Match with its tag', (etag) => ({ 'if-match': etag }), 200],
    ['If-Match with any tag', () => ({ 'if-match': '*' }), 200],
    ['If-Match with another tag', () => ({ 'if-match': '"a"' }), 412],
    ['If-Match with its tag, weakened', (etag) => ({ 'if-match': `W/${etag}` }), 412],
    ['If-Unmodified-Since its date', () => ({ 'if-unmodified-since': 'Wed, 01 May 2024 10:00:00 GMT' }), 200],
    ['If-Unmodified-Since before', () => ({ 'if-unmodified-since': 'Wed, 01 May 2024 09:59:59 GMT' }), 412],
  ])('asked for with %s', async (_asked, headers, status) => {
    const { answer, etag } = await served();
    for (const method of ['GET', 'HEAD']) {
      const given = await answer(method, '7/preview', headers(etag));
      expect(given.status).toBe(status);
      if (status === 412) continue;
      expect(given.headers.etag).toBe(etag);
      expect(given.headers['cache-control']).toBe('private, no-cache');
      expect(given.body.length).toBe(status === 200 && method === 'GET' ? size() : 0);
    }
  });

  type Part = [string, () => OutgoingHttpHeaders, () => [number, number] | null | 'outside'];
  test.each<Part>([
    ['the first bytes', () => ({ range: 'bytes=0-99' }), () => [0, 99]],
    ['one byte', () => ({ range: 'bytes=5-5' }), () => [5, 5]],
    ['from the middle on', () => ({ range: 'bytes=1000-' }), () => [1000, size() - 1]],
    ['the last bytes', () => ({ range: 'bytes=-10' }), () => [size() - 10, size() - 1]],
    ['more than there is', () => ({ range: 'bytes=10-99999999' }), () => [10, size() - 1]],
    ['more of the end than there is', () => ({ range: 'bytes=-99999999' }), () => [0, size() - 1]],
    ['beyond the end', () => ({ range: `bytes=${size()}-` }), () => 'outside'],
    ['several parts', () => ({ range: 'bytes=0-1,5-6' }), () => null],
    ['none of the last bytes', () => ({ range: 'bytes=-0' }), () => 'outside'],
    ['backwards', () => ({ range: 'bytes=9-1' }), () => null],
    ['without numbers', () => ({ range: 'bytes=-' }), () => null],
    ['in another unit', () => ({ range: 'lines=1-2' }), () => null],
    ['nonsense', () => ({ range: 'bytes' }), () => null],
  ])('a range: %s', async (_asked, headers, expected) => {
    const { get } = await served();
    const given = await get('7/preview', headers());
    const range = expected();
    if (range === 'outside') {
      expect(given.status).toBe(416);
      expect(given.headers['content-range']).toBe(`bytes */${size()}`);
      expect(jsonOf(given)).toMatchObject({ error: 'range_not_satisfiable' });
    } else if (range === null) {
      expect(given.status).toBe(200);
      expect(given.body.equals(content())).toBe(true);
    } else {
      const [start, end] = range;
      expect(given.status).toBe(206);
      expect(given.headers['content-range']).toBe(`bytes ${start}-${end}/${size()}`);
      expect(given.body.equals(content().subarray(start, end + 1))).toBe(true);
    }
  });

  test('a range of the file that was, or else the whole one that is', async () => {
    const { get, etag } = await served();
    const status = async (condition: string) =>
      (await get('7/preview', { range: 'bytes=0-9', 'if-range': condition })).status;
    expect(await status(etag)).toBe(206);
    expect(await status('Wed, 01 May 2024 10:00:00 GMT')).toBe(206);
    expect(await status('"a"')).toBe(200);
    expect(await status(`W/${etag}`)).toBe(200);
    expect(await status('Wed, 01 May 2024 09:00:00 GMT')).toBe(200);
    expect(await status('nonsense')).toBe(200);
  });

  test('HEAD tells all but the bytes, and knows no ranges', async () => {
    const { answer, get } = await served();
    const { headers } = await get('7/preview');
    const head = await answer('HEAD', '7/preview', { range: 'bytes=0-9' });
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
    for (const name of ['content-length', 'content-type', 'etag', 'last-modified', 'x-preview-source']) {
      expect(head.headers[name], name).toBe(headers[name]);
    }
  });

  test('twenty at once are all whole', async () => {
    const { get } = await served();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('7/preview')));
    expect(answers.every(({ body }) => body.equals(content()))).toBe(true);
  });
});

describe('a client or a disk that goes away', () => {
  /** How often this process has a file open, where the system tells (Linux). */
  const openedOf = (file: string) => {
    try {
      return readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === file;
        } catch {
          return false;
        }
      }).length;
    } catch {
      return 0;
    }
  };

  const huge = 64 * 1024 ** 2;

  test('leaves no file open', async () => {
    const { ask, exported, get } = await open();
    const file = exported(7, Buffer.alloc(huge, 1));
    for (let time = 0; time < 5; time++) {
      const asked = ask('GET', '7/full').end();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      await once(response, 'data');
      asked.destroy();
    }
    await vi.waitFor(() => expect(openedOf(file)).toBe(0), 5000);
    expect((await get('7/full', { range: 'bytes=0-9' })).body).toEqual(Buffer.alloc(10, 1));
  });

  test('cuts the connection instead of letting it hang', async () => {
    const { ask, exported } = await open();
    const file = exported(7, Buffer.alloc(huge, 1));
    const asked = ask('GET', '7/full').end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.pause();
    truncateSync(file, 1000);
    const failed = once(response, 'error');
    response.resume();
    expect(String((await failed)[0])).toMatch(/aborted|reset/i);
    await vi.waitFor(() => expect(openedOf(file)).toBe(0), 5000);
  });
});

describe('refresh', () => {
  test('queues the id and says where', async () => {
    const { post, refreshFile } = await open();
    const answer = await post('7/refresh');
    expect(answer.status).toBe(202);
    expect(RefreshAccepted.parse(jsonOf(answer))).toMatchObject({
      image_id: 7,
      filename: 'IMG_7.CR2',
      queue: refreshFile,
    });
    expect(text(refreshFile)).toBe('7\n');
  });
});

describe('the full-size picture', () => {
  test('that is there is a download under its image’s name', async () => {
    const { exported, get, exportFile } = await open([{ id: 7, filename: 'Ísland "2".tar.CR2' }]);
    exported(7, large);
    const { status, headers, body } = await get('7/full');
    expect(status).toBe(200);
    expect(body.equals(large)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="_sland \\"2\\".tar.jpg"; filename*=UTF-8''%C3%8Dsland%20%222%22.tar.jpg`,
    });
    expect((await get('7/full', { 'if-none-match': headers.etag })).status).toBe(304);
    expect(() => text(exportFile)).toThrow();
  });

  test('that is not there is queued, and its folder made', async () => {
    const { get, exportFile, exportDir } = await open();
    const answer = await get('7/full');
    expect(answer.status).toBe(202);
    expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(ExportQueued.parse(jsonOf(answer))).toMatchObject({ image_id: 7, filename: 'IMG_7.CR2' });
    expect(text(exportFile)).toBe('7\n');
    expect(readdirSync(exportDir).filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  test('that is empty, a folder or a FIFO is not there', async () => {
    const { get, exported, exportDir } = await open([7, 8, 9].map((id) => ({ id })));
    exported(7, Buffer.alloc(0));
    mkdirSync(join(exportDir, '8.jpg'));
    spawnSync('mkfifo', [join(exportDir, '9.jpg')]);
    for (const id of [7, 8, 9]) expect((await get(`${id}/full`)).status).toBe(202);
  });

  test('asked for anew, the old one is deleted and the id queued', async () => {
    const { post, get, exported, exportFile } = await open();
    exported(7, large);
    const answer = await post('7/export');
    expect(answer.status).toBe(202);
    expect(ExportAccepted.parse(jsonOf(answer))).toMatchObject({
      image_id: 7,
      filename: 'IMG_7.CR2',
      message: expect.stringContaining('/api/v1/images/7/full') as string,
    });
    expect((await get('7/full')).status).toBe(202);
    expect(text(exportFile)).toBe('7\n7\n');
  });

  test('that cannot be deleted does not pass for the new one', async () => {
    const { post, exportDir, exportFile } = await open();
    mkdirSync(join(exportDir, '7.jpg'), { recursive: true });
    const answer = await post('7/export');
    expect(answer.status).toBe(500);
    expect(jsonOf(answer)).toMatchObject({ error: 'queue_error' });
    expect(() => text(exportFile)).toThrow();
  });
});

test('a queue that cannot be written is 500 with its path, on every route that writes it', async () => {
  const { get, post, refreshFile, exportFile } = await open();
  mkdirSync(refreshFile, { recursive: true });
  mkdirSync(exportFile, { recursive: true });
  const routes: [string, Promise<Answer>][] = [
    [refreshFile, get('7/preview')],
    [refreshFile, post('7/refresh')],
    [exportFile, get('7/full')],
    [exportFile, post('7/export')],
  ];
  for (const [file, asked] of routes) {
    const answer = await asked;
    expect(answer.status).toBe(500);
    const body = jsonOf(answer) as { error: string; detail: string };
    expect(body.error).toBe('queue_error');
    expect(body.detail).toContain(file);
  }
});
