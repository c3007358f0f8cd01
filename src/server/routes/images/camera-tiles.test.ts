import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { Tiles } from '../../../contract/tiles.ts';
import { dng } from '../../../testing/pictures/dng.ts';
import { image, type Pixels } from '../../../testing/pictures/jpeg.ts';
import { colourQuarters } from '../../../testing/pictures/pixels.ts';
import { openTestApp } from '../../../testing/start-app.ts';

type Opened = Awaited<ReturnType<typeof openTestApp>>;

const [WIDTH, HEIGHT] = [1300, 700];
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];

/** No two quarters of it are alike, and each is a ramp. */
function scene(width: number, height: number): Pixels {
  const { data } = colourQuarters(width, height);
  for (let at = 0; at < width * height; at++) data[at * 3] = Math.round((255 * (at % width)) / width);
  return { data, width, height };
}

describe('GET /images/:id/tiles?source=camera', () => {
  let app: Opened;
  let film: string;
  const written = new Map<number, Buffer>();
  beforeAll(async () => {
    film = mkdtempSync(join(tmpdir(), 'safelight-camera-tiles-'));
    const pixels = scene(WIDTH, HEIGHT);
    const plain = () => image(pixels, {}).jpeg({ quality: 95 });
    const raw = (jpeg: Buffer) => dng(scene(400, 300), {}, { preview: { jpeg, width: WIDTH, height: HEIGHT } });
    for (const orientation of ORIENTATIONS) {
      const jpeg = await plain().withMetadata({ orientation }).toBuffer();
      written.set(orientation, jpeg);
      writeFileSync(join(film, `${orientation}.dng`), raw(jpeg));
    }
    writeFileSync(join(film, 'plain.jpg'), await plain().toBuffer());
    writeFileSync(join(film, 'wide.jpg'), await plain().withIccProfile('p3').toBuffer());
    writeFileSync(join(film, 'without.dng'), dng(scene(400, 300)));
    writeFileSync(join(film, 'damaged.jpg'), 'no picture');
    app = await openTestApp({
      library: [
        ...ORIENTATIONS.map((id) => ({ id, film, filename: `${id}.dng`, raw: true })),
        { id: 11, film, filename: 'plain.jpg' },
        { id: 12, film, filename: 'wide.jpg' },
        { id: 13, film, filename: 'without.dng', raw: true },
        { id: 14, film, filename: 'damaged.jpg' },
        { id: 15, film, filename: 'missing.jpg' },
      ],
    });
  });
  afterAll(async () => {
    await app.close();
    rmSync(film, { recursive: true });
  });

  const describeTiles = (id: number) => app.get<Tiles>(`/api/v1/images/${id}/tiles?source=camera`);
  const tile = (path: string, headers: Record<string, string> = {}) =>
    app.ask<Buffer>('GET', `/api/v1/images/${path}`, { headers });
  /** The tiles of one factor, put together. */
  async function whole(id: number, factor: number) {
    const { width, height, tile_size: size } = await describeTiles(id);
    const [across, down] = [Math.floor(width / factor), Math.floor(height / factor)];
    const parts: OverlayOptions[] = [];
    for (let row = 0; row * size < down; row++)
      for (let column = 0; column * size < across; column++) {
        const { body } = await tile(`${id}/tiles/${factor}/${column}/${row}?source=camera`);
        parts.push({ input: body, left: column * size, top: row * size });
      }
    const canvas = sharp({ create: { width: across, height: down, channels: 3, background: 'black' } });
    return canvas.composite(parts).removeAlpha().raw().toBuffer();
  }
  async function difference(made: Buffer, jpeg: Buffer, size?: { width: number; height: number }) {
    const upright = sharp(jpeg).autoOrient();
    const wanted = await (size ? upright.resize({ ...size, fit: 'fill' }) : upright).raw().toBuffer();
    expect(made.length).toBe(wanted.length);
    let sum = 0;
    for (const [at, value] of made.entries()) sum += Math.abs(value - wanted[at]!);
    return sum / made.length;
  }
  const refusal = async (path: string) => {
    const { status, body } = await app.ask<ErrorBody>('GET', `/api/v1/images/${path}`);
    return [status, body.error];
  };

  test.each(ORIENTATIONS)(
    'put together they are the camera’s picture in a raw file, upright from orientation %i',
    async (id) => {
      const isTurned = id > 4;
      const size = isTurned ? { width: HEIGHT, height: WIDTH } : { width: WIDTH, height: HEIGHT };
      expect(await describeTiles(id)).toMatchObject({ ...size, tile_size: 512, scale_factors: [1, 2, 4] });
      expect(await difference(await whole(id, 1), written.get(id)!)).toBeLessThan(1.5);
    },
  );

  test('are scaled down without seams', async () => {
    expect(await difference(await whole(6, 2), written.get(6)!, { width: 350, height: 650 })).toBeLessThan(1.5);
  });

  test('of a file that is shown as it is are parts of that file, in its own colors', async () => {
    expect(await describeTiles(11)).toMatchObject({ width: WIDTH, height: HEIGHT });
    const profiles = await Promise.all(
      [11, 12].map(async (id) => (await sharp((await tile(`${id}/tiles/1/0/0?source=camera`)).body).metadata()).icc),
    );
    expect(profiles.map((icc) => icc !== undefined)).toEqual([false, true]);
  });

  test('are kept by browsers for good under their version, and answered with 304', async () => {
    const { version } = await describeTiles(1);
    const first = await tile(`1/tiles/1/0/0?source=camera&v=${version}`);
    expect(first.headers.get('cache-control')).toContain('immutable');
    const again = await tile('1/tiles/1/0/0?source=camera', { 'if-none-match': first.headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  test.each([
    ['99/tiles?source=camera', 404, 'not_found'],
    ['13/tiles?source=camera', 404, 'not_found'],
    ['15/tiles?source=camera', 404, 'not_found'],
    ['14/tiles/1/0/0?source=camera', 422, 'not_rendered'],
    ['1/tiles/1/3/0?source=camera', 404, 'not_found'],
    ['1/tiles/1/-1/0?source=camera', 404, 'not_found'],
    ['1/tiles/8/0/0?source=camera', 404, 'not_found'],
    ['1/tiles?source=film', 400, 'invalid_query'],
  ])('refuses %s with %i', async (path, status, error) => {
    expect(await refusal(path)).toEqual([status, error]);
  });
});
