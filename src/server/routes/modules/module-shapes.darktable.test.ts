/** Outlines of shapes on the picture, against the mask that darktable itself makes of each shape. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModuleShapes, ShapeOnPicture, ShapePoint } from '../../../contract/module-shapes.ts';
import { dng } from '../../../testing/pictures/dng.ts';
import { blendParams, exposureParams, packParams } from '../../../testing/pictures/params.ts';
import { colourQuarters } from '../../../testing/pictures/pixels.ts';
import { openTestApp } from '../../../testing/start-app.ts';
import { usualParams } from '../../../testing/usual-params.ts';

const [CIRCLE, PATH, GRADIENT, ELLIPSE, BRUSH, CLONE] = [1, 2, 16, 32, 64, 8];
/** A corner with its two controls, a border, a state; a brush also has a density and a hardness. */
const corner = (x: number, y: number, [dx, dy]: [number, number], border: number) =>
  [x, y, x - dx, y - dy, x + dx, y + dy, border, border] as const;
const path = [
  corner(0.35, 0.35, [0.06, -0.06], 0.05),
  corner(0.65, 0.4, [0.05, 0.08], 0.05),
  corner(0.55, 0.7, [-0.08, 0.03], 0.05),
].map((numbers) => packParams('ffffffffi', ...numbers, 2));
const brush = [corner(0.3, 0.4, [0.08, 0.05], 0.06), corner(0.7, 0.55, [0.08, -0.05], 0.06)].map((numbers) =>
  packParams('ffffffffffi', ...numbers, 1, 0.6, 2),
);
const SHAPES: readonly [string, number, Buffer, number][] = [
  ['circle', CIRCLE, packParams('ffff', 0.45, 0.5, 0.2, 0.06), 1],
  ['ellipse', ELLIPSE, packParams('ffffffi', 0.5, 0.5, 0.3, 0.12, 30, 0.08, 0), 1],
  ['proportional ellipse', ELLIPSE, packParams('ffffffi', 0.55, 0.5, 0.1, 0.25, -20, 0.4, 1), 1],
  ['gradient', GRADIENT, packParams('ffffffi', 0.5, 0.5, 25, 0.08, 0, 0.2, 1), 1],
  ['path', PATH, Buffer.concat(path), 3],
  ['brush', BRUSH, Buffer.concat(brush), 2],
];

let app: Awaited<ReturnType<typeof openTestApp>>;
let film: string;

/** For each shape an image that is flipped, turned by 6° and cropped; then those with retouch, spot removal and liquify. */
beforeAll(async () => {
  film = mkdtempSync(join(tmpdir(), 'safelight-shapes-'));
  writeFileSync(join(film, 'one.dng'), dng(colourQuarters(1200, 800)));
  const plain = { blend: blendParams({ maskMode: 0, colourSpace: 4 }), blendVersion: 11 };
  const masked = { blend: blendParams({ maskMode: 3, colourSpace: 4, maskId: 1001 }), blendVersion: 11 };
  const rotated = Buffer.from(usualParams('ashift', 5));
  rotated.writeFloatLE(6, 0);
  const moves = [
    { operation: 'ashift', module: 5, params: rotated, ...plain },
    { operation: 'flip', module: 2, num: 1, params: packParams('i', 2), ...plain },
    { operation: 'crop', module: 1, num: 2, params: packParams('ffffii', 0.05, 0.1, 0.95, 0.97, 0, 0), ...plain },
  ];
  const exposure = { operation: 'exposure', module: 6, num: 3, params: exposureParams(1), ...masked };
  const forms = Buffer.alloc(13_260);
  forms.writeInt32LE(1000, 0);
  forms.writeInt32LE(1, 8);
  const retouch = { operation: 'retouch', module: 3, num: 0, params: forms, ...masked };
  // Of each of 64 spots its shape, then what is done with it: cloned.
  const removed = Buffer.alloc(512);
  removed.writeInt32LE(1000, 0);
  removed.writeInt32LE(1, 64 * 4);
  const warp = Buffer.alloc(7600);
  warp.writeInt32LE(1, 0);
  warp.writeInt8(-1, 16);
  [600, 400, 660, 400, 700, 400].forEach((value, at) => warp.writeFloatLE(value, 20 + at * 4));
  const liquify = { operation: 'liquify', module: 1, num: 0, params: warp, ...plain };
  const image = (id: number, history: typeof moves) => ({
    id,
    film,
    filename: 'one.dng',
    version: id,
    history,
    isComplete: true,
  });
  app = await openTestApp({
    library: [
      ...SHAPES.map((_shape, at) => image(at + 1, [...moves, exposure])),
      image(10, [retouch]),
      image(11, [liquify]),
      image(13, [{ operation: 'spots', module: 2, num: 0, params: removed, ...masked }]),
      image(12, [{ ...liquify, operation: 'exposure', module: 6, params: exposureParams(0) }]),
    ],
  });
  const insert = (imageId: number, num: number, shape: readonly [string, number, Buffer, number], source: Buffer) => {
    const sql =
      'INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source) VALUES (?, ?, ?, ?, ?, 6, ?, ?, ?)';
    const [name, type, points, count] = shape;
    app.library.change(sql, imageId, num, 1000, type, name, points, count, source);
    const member = packParams('iiif', 1000, 1001, 3, 1);
    app.library.change(sql, imageId, num, 1001, 4, 'grp', member, 1, packParams('ff', 0, 0));
  };
  SHAPES.forEach((shape, at) => insert(at + 1, 3, shape, packParams('ff', 0, 0)));
  insert(10, 0, ['spot', CIRCLE | CLONE, packParams('ffff', 0.6, 0.5, 0.1, 0.02), 1], packParams('ff', 0.3, 0.25));
  insert(13, 0, ['spot', CIRCLE | CLONE, packParams('ffff', 0.7, 0.7, 0.1, 0.02), 1], packParams('ff', 0.3, 0.3));
  app.library.change('INSERT OR REPLACE INTO module_order (imgid, version) SELECT id, 2 FROM images');
});
afterAll(async () => {
  await app.close();
  rmSync(film, { recursive: true });
});

const shapesOf = async (id: number, module: string) =>
  (await app.get<ModuleShapes>(`/api/v1/images/${id}/modules/${module}/shapes`)).items;

/** The light of the mask at places, 0 to 255; null outside of the picture. */
async function maskAt(id: number, places: readonly ShapePoint[]): Promise<(number | null)[]> {
  const { body } = await app.ask<Buffer>('POST', `/api/v1/images/${id}/render`, {
    body: { width: 1200, height: 1200, mask: { operation: 'exposure' }, quality: 100 },
  });
  const { data, info } = await sharp(body).greyscale().raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const [left, top] = [Math.round(x * (info.width - 1)), Math.round(y * (info.height - 1))];
    const isIn = left >= 0 && top >= 0 && left < info.width && top < info.height;
    return isIn ? data[top * info.width + left]! : null;
  });
}

const middleOf = (line: readonly ShapePoint[]): ShapePoint => [
  line.reduce((sum, [x]) => sum + x, 0) / line.length,
  line.reduce((sum, [, y]) => sum + y, 0) / line.length,
];
/** Moved toward a place, or for a negative share away from it. */
const towards = (line: readonly ShapePoint[], [x, y]: ShapePoint, share: number): ShapePoint[] =>
  line.map(([fromX, fromY]) => [fromX + (x - fromX) * share, fromY + (y - fromY) * share]);
const known = (lights: (number | null)[]) => lights.filter((light) => light !== null);

test.each(['circle', 'ellipse', 'proportional ellipse', 'path'])(
  'within the outline of a %s the mask is white, and beyond its border black',
  async (name) => {
    const id = SHAPES.findIndex(([shape]) => shape === name) + 1;
    const [shape] = await shapesOf(id, 'exposure');
    const [line, border] = [shape!.lines[0]!, shape!.border[0]!];
    const middle = middleOf(line);
    const [inside, outside, between] = await Promise.all([
      maskAt(id, towards(line, middle, 0.06)),
      maskAt(id, towards(border, middle, -0.06)),
      maskAt(
        id,
        line.map(([x, y], k) => [(x + border[k]![0]) / 2, (y + border[k]![1]) / 2]),
      ),
    ]);
    expect(known(inside).length).toBeGreaterThan(40);
    expect(Math.min(...known(inside))).toBeGreaterThan(245);
    expect(Math.max(...known(outside))).toBeLessThan(10);
    expect(Math.min(...known(between))).toBeGreaterThan(10);
    expect(Math.max(...known(between))).toBeLessThan(245);
  },
);

test('a gradient is half on its line, none at one border, and full at the other', async () => {
  const id = SHAPES.findIndex(([shape]) => shape === 'gradient') + 1;
  const [{ lines, border }] = (await shapesOf(id, 'exposure')) as [ShapeOnPicture];
  const [half, one, other] = await Promise.all([lines[0]!, border[0]!, border[1]!].map((line) => maskAt(id, line)));
  expect(known(half!).length).toBeGreaterThan(10);
  // Half of the light is 188 on a screen.
  for (const light of known(half!)) expect(Math.abs(light - 188)).toBeLessThan(8);
  const [least, most] = [known(one!), known(other!)].toSorted((a, b) => a[0]! - b[0]!) as [number[], number[]];
  expect(Math.max(...least)).toBeLessThan(60);
  expect(Math.min(...most)).toBeGreaterThan(235);
});

test('a brush is white along its line, and black beyond its borders', async () => {
  const id = SHAPES.findIndex(([shape]) => shape === 'brush') + 1;
  const [{ lines, border }] = (await shapesOf(id, 'exposure')) as [ShapeOnPicture];
  expect(Math.min(...known(await maskAt(id, lines[0]!)))).toBeGreaterThan(240);
  for (const side of border) {
    const beyond = side.map(([x, y], k): ShapePoint => {
      const [lineX, lineY] = lines[0]![k]!;
      return [lineX + (x - lineX) * 1.15, lineY + (y - lineY) * 1.15];
    });
    expect(Math.max(...known(await maskAt(id, beyond.slice(2, -2))))).toBeLessThan(10);
  }
});

test('what retouch mends is told with its tool and its source', async () => {
  const [shape] = await shapesOf(10, 'retouch');
  expect(shape).toMatchObject({ id: 1000, kind: 'circle', name: 'spot', tool: 'clone', is_inverted: false });
  const [from, to] = shape!.arrow!;
  expect([...from, ...to].map((value) => Math.round(value * 100) / 100)).toEqual([0.3, 0.25, 0.6, 0.5]);
  const [x, y] = middleOf(shape!.source[0]!);
  expect(x).toBeCloseTo(0.3, 1);
  expect(y).toBeCloseTo(0.25, 1);
});

test('what spot removal covers is told with its source, and has the colors of it in the picture', async () => {
  const [shape, ...others] = await shapesOf(13, 'spots');
  expect(others).toEqual([]);
  expect(shape).toMatchObject({ id: 1000, kind: 'circle', name: 'spot', tool: 'clone' });
  const [middle, source] = [middleOf(shape!.lines[0]!), middleOf(shape!.source[0]!)];
  expect([...middle, ...source].map((value) => Math.round(value * 100) / 100)).toEqual([0.7, 0.7, 0.3, 0.3]);
  const colorsAt = async (places: readonly ShapePoint[], enabled: boolean) => {
    const { body } = await app.ask<Buffer>('POST', '/api/v1/images/13/render', {
      body: { width: 1200, height: 1200, modules: { spots: { enabled } }, quality: 100 },
    });
    const { data, info } = await sharp(body).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return places.map(([x, y]) => {
      const at = 3 * (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1)));
      return [...data.subarray(at, at + 3)];
    });
  };
  const away = (one: number[], other: number[]) => Math.max(...one.map((value, at) => Math.abs(value - other[at]!)));
  // Near its middle, from which it fades, and beyond its border.
  const inside = [middle, ...towards(shape!.lines[0]!, middle, 0.9)];
  const beyond = towards(shape!.border[0]!, middle, -0.1);
  const taken = inside.map(([x, y]): ShapePoint => [x - middle[0] + source[0], y - middle[1] + source[1]]);
  const [before, now, own] = [await colorsAt(inside, false), await colorsAt(inside, true), await colorsAt(taken, true)];
  now.forEach((color, at) => {
    expect(away(before[at]!, own[at]!)).toBeGreaterThan(40);
    expect(away(color, own[at]!)).toBeLessThan(20);
  });
  const [was, is] = [await colorsAt(beyond, false), await colorsAt(beyond, true)];
  is.forEach((color, at) => expect(away(color, was[at]!)).toBeLessThan(8));
});

test("liquify's warps are told with where they pull, as the picture shows them already", async () => {
  const [warp] = await shapesOf(11, 'liquify');
  expect(warp).toMatchObject({ id: 0, kind: 'warp', name: '1' });
  const { arrow, lines } = warp!;
  expect(arrow![1][0]).toBeGreaterThan(arrow![0][0]);
  expect(lines[0]!.length).toBe(49);
});

test('a module without shapes has none, and one that is not there is told', async () => {
  expect(await shapesOf(12, 'exposure')).toEqual([]);
  expect((await app.ask('GET', '/api/v1/images/12/modules/velvia/shapes')).status).toBe(404);
  expect((await app.ask('GET', '/api/v1/images/12/modules/exposure/shapes', { scopes: ['images:read'] })).status).toBe(
    403,
  );
});
