import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { Tiles } from '../../../contract/tiles.ts';
import { dng } from '../../../testing/pictures/dng.ts';
import { exposureParams, packParams } from '../../../testing/pictures/params.ts';
import { colourQuarters } from '../../../testing/pictures/pixels.ts';
import { openTestApp } from '../../../testing/start-app.ts';

type Opened = Awaited<ReturnType<typeof openTestApp>>;

describe('GET /images/:id/tiles', () => {
  let app: Opened;
  let film: string;
  beforeAll(async () => {
    film = mkdtempSync(join(tmpdir(), 'safelight-tiles-'));
    writeFileSync(join(film, 'one.dng'), dng(colourQuarters(1200, 800)));
    const exposure = { operation: 'exposure', module: 6, params: exposureParams(0) };
    const crop = { operation: 'crop', module: 1, params: packParams('ffffii', 0, 0, 0.5, 0.5, 0, 0), num: 1 };
    // The default steps of 5.0.1 are left to darktable-cli.
    const isComplete = true;
    app = await openTestApp({
      library: [
        { id: 1, film, filename: 'one.dng', history: [exposure], isComplete },
        { id: 2, film, filename: 'missing.dng', history: [exposure], isComplete },
        { id: 3, film, filename: 'one.dng', version: 1, history: [exposure, crop], isComplete },
      ],
    });
  });
  afterAll(async () => {
    await app.close();
    rmSync(film, { recursive: true });
  });

  const tiles = (id = 1) => app.get<Tiles>(`/api/v1/images/${id}/tiles`);
  const tile = (path: string, headers: Record<string, string> = {}) =>
    app.ask<Buffer>('GET', `/api/v1/images/${path}`, { headers });
  const refusal = async (path: string) => {
    const { status, body } = await app.ask<ErrorBody>('GET', `/api/v1/images/${path}`);
    return [status, body.error];
  };
  const kept = () => {
    const folder = join(app.dataDir, 'renderer', 'tiles');
    return existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jpg'))
      : [];
  };

  test('tells the size of the edited picture, crop included', async () => {
    expect(await tiles()).toMatchObject({ width: 1200, height: 800, tile_size: 512, scale_factors: [1, 2, 4] });
    expect(await tiles(3)).toMatchObject({ width: 600, height: 400, scale_factors: [1, 2] });
  });

  test('tiles put together are the picture, without seams', async () => {
    const { width, height, tile_size: size } = await tiles();
    const parts = [];
    for (let row = 0; row * size < height; row++)
      for (let column = 0; column * size < width; column++) {
        const { status, body } = await tile(`1/tiles/1/${column}/${row}`);
        expect(status).toBe(200);
        parts.push({ input: body, left: column * size, top: row * size });
      }
    const joined = await sharp({ create: { width, height, channels: 3, background: 'black' } })
      .composite(parts)
      .removeAlpha()
      .raw()
      .toBuffer();
    const { body } = await app.ask<Buffer>('POST', '/api/v1/images/1/render', {
      body: { region: { x: 0, y: 0, width, height }, quality: 100 },
    });
    const whole = await sharp(body).raw().toBuffer();
    expect(joined.length).toBe(whole.length);
    let sum = 0;
    for (const [at, value] of joined.entries()) sum += Math.abs(value - whole[at]!);
    expect(sum / joined.length).toBeLessThan(0.5);
    const { width: half } = await sharp((await tile('1/tiles/2/1/0')).body).metadata();
    expect(half).toBe(600 - 512);
  });

  test('are kept by browsers for good under their version, and another one after an edit', async () => {
    const before = await tiles(3);
    const address = `3/tiles/1/0/0?v=${before.version}`;
    const first = await tile(address);
    expect(first.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const etag = first.headers.get('etag')!;
    expect((await tile(address, { 'if-none-match': etag })).status).toBe(304);
    expect((await tile('3/tiles/1/0/0')).headers.get('cache-control')).toBe('private, no-cache');

    const patched = await app.ask('PATCH', '/api/v1/images/3/modules/exposure', {
      body: { params: { exposure: 1.5 } },
    });
    expect(patched.status).toBe(204);
    const after = await tiles(3);
    expect(after.version).not.toBe(before.version);
    const second = await tile(address, { 'if-none-match': etag });
    expect([second.status, second.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const lightOf = async (picture: Buffer) => (await sharp(picture).stats()).channels[1]!.mean;
    expect(await lightOf(second.body)).toBeGreaterThan((await lightOf(first.body)) + 20);
  });

  test('come from the disk the second time, and the picture of a changed file is another', async () => {
    const { body: first } = await tile('1/tiles/4/0/0');
    const names = kept();
    const { body: second } = await tile('1/tiles/4/0/0');
    expect(second.equals(first)).toBe(true);
    expect(kept()).toEqual(names);
    const { version } = await tiles();
    const now = new Date(statSync(join(film, 'one.dng')).mtimeMs + 5000);
    utimesSync(join(film, 'one.dng'), now, now);
    expect((await tiles()).version).not.toBe(version);
  });

  test('that the browser has are neither made nor read again', async () => {
    const etag = (await tile('1/tiles/2/0/0')).headers.get('etag')!;
    for (const name of kept()) rmSync(join(app.dataDir, 'renderer', 'tiles', name));
    expect((await tile('1/tiles/2/0/0', { 'if-none-match': etag })).status).toBe(304);
    expect(kept()).toEqual([]);
    expect((await tile('1/tiles/2/0/0', { 'if-none-match': '"another"' })).status).toBe(200);
    expect(kept()).toHaveLength(1);
  });

  test('are answered when they cannot be kept', async () => {
    rmSync(join(app.dataDir, 'renderer', 'tiles'), { recursive: true, force: true });
    writeFileSync(join(app.dataDir, 'renderer', 'tiles'), 'in the way');
    expect((await tile('1/tiles/2/0/0')).status).toBe(200);
    rmSync(join(app.dataDir, 'renderer', 'tiles'));
    mkdirSync(join(app.dataDir, 'renderer', 'tiles'));
  });

  test.each([
    ['99/tiles', 404, 'not_found'],
    ['2/tiles', 422, 'not_rendered'],
    ['2/tiles/1/0/0', 422, 'not_rendered'],
    ['1/tiles/1/3/0', 404, 'not_found'],
    ['1/tiles/1/0/2', 404, 'not_found'],
    ['1/tiles/1/-1/0', 404, 'not_found'],
    ['1/tiles/3/0/0', 404, 'not_found'],
    ['1/tiles/8/0/0', 404, 'not_found'],
    ['1/tiles/1/x/0', 400, 'invalid_id'],
    ['1/tiles/0.5/0/0', 400, 'invalid_id'],
    ['1/tiles?v=1', 400, 'invalid_query'],
  ])('refuses %s', async (path, status, error) => {
    expect(await refusal(path)).toEqual([status, error]);
  });

  test('needs the scope previews:read', async () => {
    const { status } = await app.ask('GET', '/api/v1/images/1/tiles', { scopes: ['images:read'] });
    expect(status).toBe(403);
  });

  test('of which nobody waits any more are not made', async () => {
    const token = await app.token();
    const gone = new AbortController();
    const { version } = await tiles();
    const before = kept().length;
    const answered = () => app.get('/api/v1/images/1');
    // These keep darktable busy, so that the tiles have not begun when the viewer goes.
    const busy = Array.from({ length: 8 }, (_, k) =>
      app.ask('POST', '/api/v1/images/1/render', { body: { modules: { exposure: { params: { exposure: k / 9 } } } } }),
    );
    await answered();
    const unwanted = Array.from({ length: 4 }, (_, k) =>
      fetch(`${app.url}/api/v1/images/1/tiles/1/${k % 2}/1?v=${version}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: gone.signal,
      }).catch((error: unknown) => (error as Error).name),
    );
    await answered();
    gone.abort();
    expect(await Promise.all(unwanted)).toEqual(Array(4).fill('AbortError'));
    await Promise.all(busy);
    // A request of ours that comes after theirs is answered after theirs would have been.
    await app.ask('POST', '/api/v1/images/1/render', { body: { size: 'thumb' } });
    expect(kept().length).toBe(before);
  });
});
