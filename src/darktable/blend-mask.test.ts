import { expect, test } from 'vitest';
import { BLEND_CHANNELS } from '../contract/blend-mask-fields.ts';
import { blendParams } from '../testing/pictures/params.ts';
import { changedBlending, maskShape } from './blending.ts';

/** Where the fields are in the 420 bytes of darktable 4.2 to 5.4 (blend.h). */
const [COMBINE, BLENDIF, FEATHERING, GUIDE, BLUR, CONTRAST, BRIGHTNESS, DETAILS] = [20, 28, 32, 36, 40, 44, 48, 52];
const [PARAMETERS, BOOSTS] = [68, 324];

const entry = (colourSpace: number, operation = 'exposure', blendVersion = 11) => ({
  operation,
  blendVersion,
  blendParams: blendParams({ maskMode: 5, colourSpace }),
});

test.each([11, 13, 14])('the refinement of version %i changes in its places, and every other byte stays', (version) => {
  const stored = entry(4, 'exposure', version);
  const { params } = changedBlending(stored, {
    details: -0.25,
    feathering_radius: 12.5,
    feathering_guide: 'input_after_blur',
    blur_radius: 3,
    mask_opacity: 0.5,
    mask_contrast: -0.75,
  });
  const wanted = Buffer.from(stored.blendParams);
  wanted.writeFloatLE(-0.25, DETAILS);
  wanted.writeFloatLE(12.5, FEATHERING);
  wanted.writeUInt32LE(5, GUIDE);
  wanted.writeFloatLE(3, BLUR);
  wanted.writeFloatLE(0.5, BRIGHTNESS);
  wanted.writeFloatLE(-0.75, CONTRAST);
  expect(Buffer.from(params!)).toEqual(wanted);
  expect(maskShape({ ...stored, blendParams: params })).toMatchObject({
    details: -0.25,
    feathering_radius: 12.5,
    feathering_guide: 'input_after_blur',
    blur_radius: 3,
    mask_opacity: 0.5,
    mask_contrast: -0.75,
    combine: 'exclusive',
  });
});

/** The bits of blend.h: DEVELOP_BLENDIF_GRAY_in … hz_out, L_in … h_out. */
test.each([
  [4, 'exposure', 'g', 'input', 0],
  [4, 'exposure', 'B', 'output', 7],
  [4, 'exposure', 'Jz', 'input', 8],
  [4, 'exposure', 'hz', 'output', 14],
  [3, 'rgbcurve', 'S', 'input', 9],
  [2, 'sharpen', 'b', 'output', 6],
  [2, 'sharpen', 'C', 'input', 8],
  [2, 'sharpen', 'h', 'output', 13],
] as const)('in space %i of %s, channel %s of the %s is number %i', (space, operation, channel, side, number) => {
  const stored = entry(space, operation);
  const range: [number, number, number, number] = [0.125, 0.25, 0.5, 0.75];
  const { params } = changedBlending(stored, { channels: [{ channel, side, range, inverted: true, boost: 0 }] });
  const wanted = Buffer.from(stored.blendParams);
  wanted.writeUInt32LE(((1 << number) | (1 << (16 + number))) >>> 0, BLENDIF);
  range.forEach((value, at) => wanted.writeFloatLE(value, PARAMETERS + number * 16 + at * 4));
  expect(Buffer.from(params!)).toEqual(wanted);
  const read = maskShape({ ...stored, blendParams: params })!.channels!;
  expect(read.find((one) => one.channel === channel && one.side === side)).toEqual({
    channel,
    side,
    range,
    inverted: true,
    boost: 0,
  });
  expect(read.filter(({ inverted }) => inverted)).toHaveLength(1);
  const open = { channel, side, range: [0, 0, 1, 1] as [number, number, number, number], inverted: false, boost: 0 };
  const back = changedBlending({ ...stored, blendParams: params }, { channels: [open] });
  expect(Buffer.from(back.params!)).toEqual(stored.blendParams);
});

test('a boost is that of both sides', () => {
  const stored = entry(4);
  const range: [number, number, number, number] = [0, 0, 1, 1];
  const { params } = changedBlending(stored, {
    channels: [{ channel: 'R', side: 'input', range, inverted: false, boost: 2 }],
  });
  const boosts = Array.from({ length: 16 }, (_, at) => Buffer.from(params!).readFloatLE(BOOSTS + at * 4));
  expect(boosts.flatMap((boost, at) => (boost === 2 ? [at] : []))).toEqual([1, 5]);
});

test('where one channel is enough, those that restrict nothing let nothing through, and back', () => {
  const stored = entry(4);
  const range: [number, number, number, number] = [0.1, 0.2, 0.5, 0.6];
  const one = changedBlending(stored, {
    channels: [{ channel: 'g', side: 'input', range, inverted: false, boost: 0 }],
  });
  const before = { ...stored, blendParams: one.params! };
  const inclusive = { ...stored, blendParams: changedBlending(before, { combine: 'inclusive' }).params! };
  expect(Buffer.from(inclusive.blendParams).readUInt32LE(COMBINE)).toBe(2);
  const { combine, channels } = maskShape(inclusive)!;
  expect(combine).toBe('inclusive');
  expect(channels!.filter(({ inverted }) => !inverted).map(({ channel, side }) => `${channel} ${side}`)).toEqual([
    'g input',
  ]);
  const back = changedBlending(inclusive, { combine: 'exclusive' });
  expect(Buffer.from(back.params!)).toEqual(Buffer.from(before.blendParams));
});

test('what darktable does not have is told, and the inversion of a mask stays with how it is combined', () => {
  const range: [number, number, number, number] = [0, 0, 1, 1];
  const wrong = { channel: 'C', side: 'input' as const, range, inverted: false, boost: 0 };
  expect(changedBlending(entry(4), { channels: [wrong] }).problems).toEqual([
    { path: 'blend.channels[0].channel', message: `one of ${BLEND_CHANNELS.rgb_scene.join(', ')}` },
  ]);
  expect(maskShape(entry(1, 'highlights'))?.channels).toEqual([]);
  const { params } = changedBlending(entry(4), { combine: 'inclusive', inverted: true });
  expect(Buffer.from(params!).readUInt32LE(COMBINE)).toBe(3);
});
