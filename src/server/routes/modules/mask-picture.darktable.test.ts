/** The mask of a module as darktable makes it, against where its shape lies. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { circle } from '../../../testing/develop-steps.ts';
import { dng } from '../../../testing/pictures/dng.ts';
import { blendParams, exposureParams, packParams } from '../../../testing/pictures/params.ts';
import { colourQuarters } from '../../../testing/pictures/pixels.ts';
import { openTestApp } from '../../../testing/start-app.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
let film: string;

/** Exposure with a drawn circle; velvia with the mask of exposure; bloom with none; and a crop that leaves the right half. */
beforeAll(async () => {
  film = mkdtempSync(join(tmpdir(), 'safelight-mask-'));
  writeFileSync(join(film, 'one.dng'), dng(colourQuarters(1200, 800)));
  const masked = blendParams({ maskMode: 3, colourSpace: 4, maskId: 1001 });
  const raster = blendParams({ maskMode: 9, colourSpace: 4 });
  raster.write('exposure', 388, 'latin1');
  const history = [
    { operation: 'exposure', module: 6, params: exposureParams(0), blend: masked, blendVersion: 11 },
    { operation: 'velvia', module: 2, num: 1, params: packParams('ff', 25, 1), blend: raster, blendVersion: 11 },
    { operation: 'bloom', module: 1, num: 2, params: packParams('fff', 20, 90, 25) },
  ].map((step) => ({ blend: blendParams({ maskMode: 1, colourSpace: 2 }), blendVersion: 11, ...step }));
  const crop = { operation: 'crop', module: 1, num: 3, params: packParams('ffffii', 0.5, 0, 1, 1, 0, 0) };
  app = await openTestApp({
    library: [
      { id: 1, film, filename: 'one.dng', history, isComplete: true },
      { id: 2, film, filename: 'one.dng', version: 1, history: [...history, crop], isComplete: true },
    ],
  });
  for (const image of [1, 2]) {
    app.library.change('INSERT OR REPLACE INTO module_order (imgid, version) VALUES (?, 2)', image);
    for (const { id, type, name, points, source } of circle(0.5, 0.5))
      app.library.change(
        'INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source) VALUES (?, 0, ?, ?, ?, 6, ?, 1, ?)',
        ...[image, id, type, name, points, source],
      );
  }
});
afterAll(async () => {
  await app.close();
  rmSync(film, { recursive: true });
});

const ask = (body: object, id = 1) => app.ask<Buffer>('POST', `/api/v1/images/${id}/render`, { body });

/** The light of a mask at places of a row in the middle, in shares of the width, 0 to 255. */
async function lightAlong(body: object, across: readonly number[], id = 1): Promise<number[]> {
  const { status, body: jpeg } = await ask({ width: 600, height: 600, ...body }, id);
  expect(status, String(jpeg)).toBe(200);
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  return across.map((x) => data[Math.floor(info.height / 2) * info.width + Math.round(x * (info.width - 1))]!);
}

/** The circle has a radius of 0.15 of the height and a border of 0.05: of the width, 0.1 and 0.133. */
const [CENTER, INSIDE, BETWEEN, OUTSIDE, CORNER] = [0.5, 0.59, 0.615, 0.64, 0.05];
const PLACES = [CENTER, INSIDE, BETWEEN, OUTSIDE, CORNER];

function expectCircle([center, inside, between, outside, corner]: number[]): void {
  expect(center).toBeGreaterThan(252);
  expect(inside).toBeGreaterThan(245);
  expect(between).toBeGreaterThan(40);
  expect(between).toBeLessThan(235);
  expect(outside).toBeLessThan(4);
  expect(corner).toBeLessThan(4);
}

test('a drawn circle is white inside, falls off over its border, and is black outside, time after time', async () => {
  const mask = { mask: { operation: 'exposure' } };
  expectCircle(await lightAlong(mask, PLACES));
  // The picture in between is in darktable's cache of pixels, and so is the module's part of it.
  expect((await ask({ width: 600, height: 600 })).status).toBe(200);
  expectCircle(await lightAlong(mask, PLACES));
  expectCircle(await lightAlong({ ...mask, draft: true }, PLACES));
});

test('a mask is what it would be with changes, and the picture goes on as before', async () => {
  const inverted = { exposure: { blend: { inverted: true, opacity: 50 } } };
  const [center, , , outside] = await lightAlong({ modules: inverted, mask: { operation: 'exposure' } }, PLACES);
  expect(center).toBeLessThan(4);
  // Half of the light is 188 on a screen.
  expect(outside).toBeGreaterThan(183);
  expect(outside).toBeLessThan(193);
});

test("a raster mask is the other module's", async () => {
  expectCircle(await lightAlong({ mask: { operation: 'velvia' } }, PLACES));
});

test('a mask is cropped as the picture is', async () => {
  // Of the right half: the middle of the circle is at its left edge.
  expectCircle(
    await lightAlong(
      { mask: { operation: 'exposure' } },
      PLACES.map((x) => (x === CORNER ? 0.95 : (x - 0.5) * 2)),
      2,
    ),
  );
});

test('modules without a mask, off, or absent, are told', async () => {
  const refused = async (body: object) => {
    const { status, body: answer } = await app.ask<ErrorBody>('POST', '/api/v1/images/1/render', { body });
    return [status, answer.detail];
  };
  expect(await refused({ mask: { operation: 'bloom' } })).toEqual([409, 'bloom has no mask.']);
  expect(await refused({ modules: { exposure: { enabled: false } }, mask: { operation: 'exposure' } })).toEqual([
    409,
    'exposure is off, so its mask is not made.',
  ]);
  expect((await refused({ mask: { operation: 'sharpen' } }))[0]).toBe(404);
});
