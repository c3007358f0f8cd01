import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { orderWithTwoExposures } from '../../testing/module-order.ts';
import type { DevelopState } from '../../library/develop-state.ts';
import { blend, circle, developed, maskManager, step } from '../../testing/develop-steps.ts';
import { dng } from '../../testing/pictures/dng.ts';
import { jpeg } from '../../testing/pictures/jpeg.ts';
import { exposureParams, packParams } from '../../testing/pictures/params.ts';
import { colourQuarters } from '../../testing/pictures/pixels.ts';
import { png } from '../../testing/pictures/png.ts';
import { usualParams } from '../../testing/usual-params.ts';
import { NotRendered } from './resident-child.ts';
import { giveOutZeroedMemory, type ResidentStage, residentStage } from '../../testing/resident-stage.ts';

/** `floats`: by place. */
function changedParams(params: Uint8Array, floats: Record<number, number>): Buffer {
  const changed = Buffer.from(params);
  for (const [at, value] of Object.entries(floats)) changed.writeFloatLE(value, Number(at));
  return changed;
}

const exposed = (ev: number) => developed({ history: [step(0, { params: exposureParams(ev) })] });
const masked = (x: number, y: number) =>
  developed({
    history: [maskManager(0), step(1, { params: exposureParams(2), blendParams: blend(1001) })],
    masks: circle(x, y),
  });
const velvia = (num: number, enabled = true) =>
  step(num, { operation: 'velvia', module: 2, params: packParams('ff', 60, 1), enabled });

const cropped = (left: number, top: number, right: number, bottom: number) =>
  step(0, { operation: 'crop', module: 1, params: packParams('ffffii', left, top, right, bottom, 0, 0) });
/** ORIENTATION_ROTATE_CCW_90_DEG. */
const flipped = step(0, { operation: 'flip', module: 2, params: packParams('i', 6) });
const turned = step(0, {
  operation: 'ashift',
  module: 5,
  params: changedParams(usualParams('ashift', 5), { 0: 7 }),
});

const oldVelvia = (saturation: number) =>
  developed({
    history: [
      step(0, { params: exposureParams(0.2) }),
      step(1, { operation: 'velvia', module: 1, params: packParams('ffff', saturation, 50, 1, 0.5) }),
    ],
  });

/** In this order, so that all but the first are made from what is cached of the ones before. */
const histories: [name: string, state: DevelopState][] = [
  ['an exposure', exposed(0.5)],
  ['another exposure', exposed(1.5)],
  ['a module more', developed({ history: [step(0, { params: exposureParams(1.5) }), velvia(1)] })],
  [
    'both modules changed at once',
    developed({
      history: [
        step(0, { params: exposureParams(-0.5) }),
        step(1, { operation: 'velvia', module: 2, params: packParams('ff', 20, 0.5) }),
      ],
    }),
  ],
  ['one of them stored by an older version', oldVelvia(90)],
  ['other values in that version', oldVelvia(20)],
  ['that module switched off', developed({ history: [step(0, { params: exposureParams(1.5) }), velvia(1, false)] })],
  ['a mask', masked(0.3, 0.3)],
  ['the mask somewhere else', masked(0.7, 0.6)],
  [
    'two instances in an order of their own',
    developed({
      order: { version: 0, list: orderWithTwoExposures },
      history: [
        step(0, { params: exposureParams(0.5) }),
        step(1, { params: exposureParams(0.7), priority: 1, name: 'bright & "wide" <1>' }),
      ],
    }),
  ],
  [
    'a crop',
    developed({
      history: [
        step(0, { params: exposureParams(0.5) }),
        step(1, { operation: 'crop', module: 1, params: packParams('ffffii', 0.1, 0.2, 0.9, 0.8, 0, 0) }),
      ],
    }),
  ],
  ['the first exposure again', exposed(0.5)],
];

describe('the resident darktable makes what darktable-cli makes', () => {
  let stage: ResidentStage;
  const pictures: Record<string, string> = {};
  beforeAll(async () => {
    giveOutZeroedMemory();
    stage = residentStage();
    const pixels = colourQuarters(1200, 800);
    pictures.raw = await stage.write('raw.dng', dng(pixels));
    pictures.jpeg = await stage.write('ünd.jpg', await jpeg(pixels));
    pictures.png = await stage.write('picture.png', await png(pixels));
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  test.each(histories)('of a raw picture with %s', async (_name, state) => {
    expect(await stage.differsFromCli(pictures.raw!, state, { width: 480, height: 480 })).toBeLessThan(0.1);
  });

  test.each([
    ['default steps that darktable has yet to add', developed({ isComplete: false })],
    ['no history at all', developed({})],
  ])('of a raw picture with %s, or it leaves that to darktable-cli', async (_name, state) => {
    const difference = await stage
      .differsFromCli(pictures.raw!, state, { width: 480, height: 480 })
      .catch((error: unknown) => (error instanceof NotRendered ? error.message : Promise.reject(error as Error)));
    if (typeof difference === 'number') expect(difference).toBeLessThan(0.1);
    else expect(difference).toContain('only known to darktable-cli');
  });

  test.each([
    ['as it is', []],
    ['cropped', [cropped(0.05, 0.05, 0.95, 0.95)]],
    ['cropped at one side', [cropped(0.1, 0.2, 1, 0.83)]],
    ['turned by a quarter', [flipped]],
    ['turned by a quarter and cropped', [flipped, cropped(0.05, 0.13, 0.91, 0.95)]],
    ['turned by a few degrees', [turned]],
    ['turned by a few degrees and cropped', [turned, cropped(0.2, 0.2, 0.8, 0.7)]],
  ])('to the pixel in any size: of a raw picture %s', { timeout: 120_000 }, async (_name, steps) => {
    const state = developed({
      history: [step(0, { params: exposureParams(0.5) }), ...steps.map((one, k) => ({ ...one, num: k + 1 }))],
    });
    for (const box of [
      { width: 180, height: 110 },
      { width: 333, height: 333 },
      { width: 1001, height: 2000 },
      { width: 2000, height: 2000 },
    ]) {
      const { jpeg } = await stage.render(pictures.raw!, state, { view: { box } });
      const expected = await stage.cliPicture(pictures.raw!, state, box);
      const { width, height } = await sharp(expected).metadata();
      expect(await sharp(jpeg).metadata(), JSON.stringify(box)).toMatchObject({ width, height });
      expect(await stage.difference(jpeg, expected), JSON.stringify(box)).toBeLessThan(0.1);
    }
  });

  test('of filmic rgb', async () => {
    const params = Buffer.from(usualParams('filmicrgb', 6));
    // Color science v6, the last one that 4.2.1 knows: of a later one, it leaves the pixels unset.
    params.writeInt32LE(3, 76);
    const state = developed({ history: [step(0), step(1, { operation: 'filmicrgb', module: 6, params })] });
    expect(await stage.differsFromCli(pictures.raw!, state, { width: 480, height: 480 })).toBeLessThan(0.1);
  });

  test('of a step that this version does not know, after one that it knows', async () => {
    const withVelvia = (module: number) =>
      developed({
        history: [
          step(0, { params: exposureParams(0.3) }),
          step(1, { operation: 'velvia', module, params: packParams('ff', 60, 1) }),
        ],
      });
    const box = { width: 480, height: 480 };
    expect(await stage.differsFromCli(pictures.raw!, withVelvia(2), box)).toBeLessThan(0.1);
    expect(await stage.differsFromCli(pictures.raw!, withVelvia(99), box)).toBeLessThan(0.1);
  });

  test.each([histories[1]!, histories[4]!, histories[5]!, histories[7]!])('of a JPEG with %s', async (_name, state) => {
    expect(await stage.differsFromCli(pictures.jpeg!, state, { width: 480, height: 480 })).toBeLessThan(0.1);
  });

  test('of a PNG', async () => {
    expect(await stage.differsFromCli(pictures.png!, exposed(1), { width: 480, height: 480 })).toBeLessThan(0.1);
  });

  // Where blocks of a JPEG begin, as its losses are others elsewhere.
  test.each([
    { kind: 'a raw picture', file: 'raw', name: 'an exposure', x: 704, y: 504 },
    { kind: 'a raw picture', file: 'raw', name: 'two instances in an order of their own', x: 304, y: 104 },
    { kind: 'a raw picture', file: 'raw', name: 'a crop', x: 648, y: 248 },
    { kind: 'a JPEG', file: 'jpeg', name: 'the mask somewhere else', x: 704, y: 400 },
    { kind: 'a PNG', file: 'png', name: 'that module switched off', x: 0, y: 600 },
  ])('a region of $kind with $name is that part of a full export', async ({ file, name, x, y }) => {
    const state = histories.find(([other]) => other === name)![1];
    const region = { x, y, width: 300, height: 200 };
    const { jpeg: made, facts } = await stage.render(pictures[file]!, state, {
      view: { region: { ...region, scale: 1 } },
    });
    expect(facts).toMatchObject(region);
    const full = await stage.cliPicture(pictures[file]!, state, null);
    const part = sharp(full).extract({ left: x, top: y, width: 300, height: 200 });
    const expected = await stage.write('part.png', await part.png().toBuffer());
    expect(await stage.difference(made, expected)).toBeLessThan(0.1);
  });

  test('a region beyond the edges is moved into the picture', async () => {
    const { facts } = await stage.render(pictures.raw!, exposed(0.5), {
      view: { region: { x: 5000, y: -10, width: 3000, height: 100, scale: 0.5 } },
    });
    expect(facts).toMatchObject({ x: 0, y: 0, width: 600, height: 100 });
  });

  test('a draft is the same picture, only coarser', async () => {
    const view = { box: { width: 480, height: 480 } };
    const { jpeg: draft } = await stage.render(pictures.raw!, exposed(2), { view, isDraft: true });
    const { jpeg: whole } = await stage.render(pictures.raw!, exposed(2), { view });
    const { width, height } = await sharp(whole).metadata();
    const scaled = await sharp(draft).resize(width, height, { fit: 'fill' }).jpeg({ quality: 95 }).toBuffer();
    expect(await stage.difference(whole, await stage.write('draft.jpg', scaled))).toBeLessThan(6);
  });
});
