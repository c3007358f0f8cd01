import { expect, test } from 'vitest';
import { blendParams } from '../testing/pictures/params.ts';
import { blendingChoices, blendingOf, changedBlending, isSameBlending, withBlendingOf } from './blending.ts';

/** Where the fields are in the 420 bytes of darktable 4.2 to 5.4 (blend.h). */
const [MASK_MODE, SPACE, MODE, FULCRUM, OPACITY, COMBINE, SOURCE, RASTER_INVERT] = [0, 4, 8, 12, 16, 20, 388, 416];

const entry = (
  stored: Parameters<typeof blendParams>[0],
  { operation = 'exposure', blendVersion = 11 }: { operation?: string; blendVersion?: number } = {},
) => ({ operation, blendVersion, blendParams: blendParams(stored) });
const uniform = { maskMode: 1, colourSpace: 4 };
const problemsOf = (...args: Parameters<typeof changedBlending>) =>
  changedBlending(...args).problems?.map(({ path, message }) => `${path}: ${message}`);

/** 11: darktable 4.2. 13: 5.0. 14: 5.4. */
test.each([11, 13, 14])('blending of version %i changes in four places, and every other byte stays', (blendVersion) => {
  const noise = Buffer.from(Uint8Array.from({ length: 420 }, (_, at) => (at * 37 + 11) % 251));
  noise.writeUInt32LE(1, MASK_MODE);
  noise.writeInt32LE(4, SPACE);
  noise.writeUInt32LE(24, MODE);
  const stored = { operation: 'exposure', blendVersion, blendParams: noise };
  const { params } = changedBlending(stored, { opacity: 40, mode: 'multiply', reversed: true, fulcrum: -1.5 });
  const wanted = Buffer.from(noise);
  wanted.writeUInt32LE(0x8000_0004, MODE);
  wanted.writeFloatLE(-1.5, FULCRUM);
  wanted.writeFloatLE(40, OPACITY);
  expect(Buffer.from(params!)).toEqual(wanted);
  expect(blendingOf({ ...stored, blendParams: params })).toEqual({
    mask: 'uniform',
    opacity: 40,
    mode: 'multiply',
    reversed: true,
    fulcrum: -1.5,
    inverted: false,
    space: 'rgb_scene',
  });
});

test.each([
  [0, 'none'],
  [1, 'uniform'],
  [3, 'drawn'],
  [5, 'parametric'],
  [7, 'drawn_and_parametric'],
  [9, 'raster'],
  // A drawn mask that is switched off.
  [2, 'none'],
])('mask mode %i is told as %s', (maskMode, mask) => {
  expect(blendingOf(entry({ maskMode, colourSpace: 4 }))?.mask).toBe(mask);
});

test.each([
  ['exposure', 'rgb_scene', 4],
  ['sharpen', 'lab', 2],
  ['highlights', 'raw', 1],
])('switching on the blending of %s sets the colors that darktable blends it in', (operation, space, stored) => {
  const off = entry({ maskMode: 0 }, { operation });
  expect(blendingOf(off)).toMatchObject({ mask: 'none', space });
  const { params } = changedBlending(off, { mask: 'uniform', opacity: 50 });
  expect(Buffer.from(params!).readInt32LE(SPACE)).toBe(stored);
  expect(blendingOf({ ...off, blendParams: params })).toMatchObject({ mask: 'uniform', opacity: 50, space });
});

test.each([
  ['drawn', 3],
  ['parametric', 5],
  ['drawn_and_parametric', 7],
])('a %s mask is inverted by one bit, and back', (_mask, maskMode) => {
  const stored = entry({ maskMode, colourSpace: 4, maskId: 1001 });
  stored.blendParams.writeUInt32LE(6, COMBINE);
  const { params } = changedBlending(stored, { inverted: true });
  const wanted = Buffer.from(stored.blendParams);
  wanted.writeUInt32LE(7, COMBINE);
  expect(Buffer.from(params!)).toEqual(wanted);
  expect(blendingOf({ ...stored, blendParams: params })?.inverted).toBe(true);
  const back = changedBlending({ ...stored, blendParams: params }, { inverted: false });
  expect(Buffer.from(back.params!)).toEqual(stored.blendParams);
});

test('a raster mask has an inversion of its own; where there is no mask, there is none', () => {
  const raster = entry({ maskMode: 9, colourSpace: 4 });
  raster.blendParams.write('exposure', SOURCE);
  const { params } = changedBlending(raster, { inverted: true });
  expect(Buffer.from(params!).readInt32LE(RASTER_INVERT)).toBe(1);
  expect(Buffer.from(params!).readUInt32LE(COMBINE)).toBe(0);
  expect(blendingOf({ ...raster, blendParams: params })?.inverted).toBe(true);
  const none = ['blend.inverted: there is no mask to invert while the mask is uniform'];
  expect(problemsOf(entry(uniform), { inverted: true })).toEqual(none);
  expect(problemsOf(entry(uniform), { inverted: false })).toBeUndefined();
});

test('the same values change no byte', () => {
  const stored = entry(uniform);
  const { params } = changedBlending(stored, { mask: 'uniform', opacity: 100, mode: 'NORMAL', reversed: false });
  expect(Buffer.from(params!)).toEqual(stored.blendParams);
});

test('modes are known by the name in the panel and the one in the source, in any case', () => {
  const modes = ['Divide', 'DEVELOP_BLEND_DIVIDE', 'divide'].map((mode) => {
    const { params } = changedBlending(entry(uniform), { mode });
    return blendingOf({ ...entry(uniform), blendParams: params })?.mode;
  });
  expect(modes).toEqual(['divide', 'divide', 'divide']);
});

test.each([
  ['multipy', /^blend.mode: no such blend mode, did you mean multiply\?$/],
  ['xyzzy-xyzzy', /^blend.mode: no such blend mode \(there are normal, /],
  ['screen', /^blend.mode: screen is not a mode of rgb_scene. There are normal, multiply, /],
])('the mode %s is refused', (mode, message) => {
  expect(problemsOf(entry(uniform), { mode })).toEqual([expect.stringMatching(message) as string]);
});

test('a mode that no panel offers any more is told, and stays while something else changes', () => {
  const stored = entry(uniform);
  stored.blendParams.writeUInt32LE(30, MODE);
  expect(blendingOf(stored)?.mode).toBe('DEVELOP_BLEND_LAB_L');
  const { params } = changedBlending(stored, { opacity: 10 });
  expect(blendingOf({ ...stored, blendParams: params })).toMatchObject({ mode: 'DEVELOP_BLEND_LAB_L', opacity: 10 });
  expect(blendingChoices(stored).modes).toContain('DEVELOP_BLEND_LAB_L');
});

test('what has no effect, or no mask to show, is refused in plain words', () => {
  expect(problemsOf(entry({ maskMode: 0 }), { opacity: 50, mode: 'multiply' })).toEqual([
    'blend.opacity: blending of exposure is off. Send a mask as well, such as uniform',
    'blend.mode: blending of exposure is off. Send a mask as well, such as uniform',
  ]);
  expect(problemsOf(entry(uniform), { mask: 'drawn' })).toEqual([
    'blend.mask: no shape is drawn for this module. Draw one in the darkroom first',
  ]);
  expect(problemsOf(entry(uniform), { mask: 'raster' })).toEqual([
    'blend.mask: no raster mask is chosen for this module. Choose one in the darkroom first',
  ]);
  expect(problemsOf(entry(uniform, { operation: 'retouch' }), { mask: 'drawn' })).toEqual([
    'blend.mask: retouch takes no drawn mask',
  ]);
  const raw = entry({ maskMode: 1, colourSpace: 1 }, { operation: 'highlights' });
  expect(problemsOf(raw, { mask: 'parametric', fulcrum: 1 })).toEqual([
    'blend.mask: highlights works on raw data and takes no parametric mask',
    'blend.fulcrum: only blending in rgb_scene has a fulcrum',
  ]);
});

test('modules without blending, and blending of other versions, stay as they are', () => {
  expect(problemsOf(entry({ maskMode: 0 }, { operation: 'crop' }), { mask: 'uniform' })).toEqual([
    'blend: crop has no blending',
  ]);
  expect(problemsOf(entry(uniform, { blendVersion: 9 }), { opacity: 1 })).toEqual([
    'blend: version 9 of blending cannot be changed here. Change it in the darkroom first',
  ]);
  expect(problemsOf(entry(uniform, { operation: 'unheard_of' }), { opacity: 1 })).toBeUndefined();
  expect(problemsOf(entry({ maskMode: 0 }, { operation: 'unheard_of' }), { mask: 'uniform' })).toEqual([
    'blend: it is not known how unheard_of blends',
  ]);
  expect(problemsOf({ ...entry(uniform), blendParams: null }, { opacity: 1 })).toEqual([
    'blend: darktable has stored no blending for this step of exposure. Change it in the darkroom first',
  ]);
  expect(blendingOf({ ...entry(uniform), blendParams: Buffer.alloc(12) })).toBeNull();
});

test('a mask that is there can be switched off and on again', () => {
  const drawn = entry({ maskMode: 3, colourSpace: 4, maskId: 1001 });
  const off = { ...drawn, blendParams: changedBlending(drawn, { mask: 'uniform' }).params };
  expect(blendingOf(off)?.mask).toBe('uniform');
  const on = changedBlending(off, { mask: 'drawn' });
  expect(Buffer.from(on.params!)).toEqual(drawn.blendParams);
  const raster = entry(uniform);
  raster.blendParams.write('exposure', SOURCE);
  expect(problemsOf(raster, { mask: 'raster' })).toBeUndefined();
});

test('the choices are those of the module', () => {
  const all = { masks: ['none', 'uniform', 'parametric'] };
  expect(blendingChoices(entry(uniform))).toMatchObject(all);
  expect(blendingChoices(entry({ maskMode: 0 }, { operation: 'highlights' })).masks).toEqual(['none', 'uniform']);
  expect(blendingChoices(entry({ maskMode: 3, colourSpace: 4, maskId: 7 })).masks).toEqual([
    'none',
    'uniform',
    'drawn',
    'parametric',
    'drawn_and_parametric',
  ]);
  expect(blendingChoices(entry({ maskMode: 1, colourSpace: 3 })).modes).toContain('HSV color');
  expect(blendingChoices(entry({ maskMode: 0 }, { operation: 'crop' }))).toEqual({ masks: [], modes: [] });
});

test('blending that a newer darktable wrote anew is compared and taken back by what is shown', () => {
  const [before, after] = [entry(uniform), entry({ ...uniform, opacity: 50 })];
  const rewritten = entry({ ...uniform, opacity: 50 }, { blendVersion: 14 });
  rewritten.blendParams.writeUInt32LE(1, 56);
  expect(isSameBlending(rewritten, after)).toBe(true);
  expect(isSameBlending(rewritten, before)).toBe(false);
  const back = Buffer.from(withBlendingOf(rewritten, before)!);
  expect([back.readFloatLE(OPACITY), back.readUInt32LE(56)]).toEqual([100, 1]);
});
