import { expect, test } from 'vitest';
import type { MaskChannel } from '../../../../contract/blend-mask.ts';
import { channelText } from './channel-words.ts';
import { combinationOf, isRefined, maskPatch } from './mask-changes.ts';
import { withHandle } from './range-slider.tsx';

const channel = (name: string, side: MaskChannel['side']): MaskChannel => ({
  channel: name,
  side,
  range: [0, 0.25, 1, 1],
  inverted: false,
  boost: 0,
});

test('a list of darktable sets how masks are combined and whether the result is inverted', () => {
  expect(maskPatch({ combine: 3 }, [])).toEqual({ combine: 'inclusive', inverted: true });
  expect(maskPatch({ combine: 0 }, [])).toEqual({ combine: 'exclusive', inverted: false });
  const blend = { version: 11, params_b64: '' };
  expect(combinationOf({ ...blend, combine: 'inclusive', inverted: false })).toBe(2);
  expect(combinationOf({ ...blend, combine: 'exclusive', inverted: true })).toBe(1);
});

test('a boost is that of both sides of a channel, and of no other one', () => {
  const channels = [channel('g', 'input'), channel('R', 'input'), channel('R', 'output')];
  expect(maskPatch({ 'boost R': 1.5, details: 0.5, feathering_guide: 1 }, channels)).toEqual({
    details: 0.5,
    feathering_guide: 'input_before_blur',
    channels: [
      { ...channels[1], boost: 1.5 },
      { ...channels[2], boost: 1.5 },
    ],
  });
});

test('raster masks are refined since 5.0', () => {
  const blend = { params_b64: '', mask: 'raster' as const };
  expect(isRefined({ ...blend, version: 11 })).toBe(false);
  expect(isRefined({ ...blend, version: 14 })).toBe(true);
  expect(isRefined({ ...blend, version: 14, mask: 'uniform' })).toBe(false);
});

test('a handle stays within the bar, and the others give way', () => {
  expect(withHandle([0, 0, 1, 1], 0, 0.3)).toEqual([0.3, 0.3, 1, 1]);
  expect(withHandle([0.1, 0.2, 0.8, 0.9], 2, 0.15)).toEqual([0.1, 0.15, 0.15, 0.9]);
  expect(withHandle([0.1, 0.2, 0.8, 0.9], 1, 2)).toEqual([0.1, 1, 1, 1]);
});

test('places are written as darktable writes them', () => {
  expect(channelText({ channel: 'g', boost: 0 }, 0.125)).toBe('12.5');
  expect(channelText({ channel: 'g', boost: 1 }, 0.5)).toBe('100');
  expect(channelText({ channel: 'hz', boost: 0 }, 0.5)).toBe('180°');
  expect(channelText({ channel: 'a', boost: 0 }, 0.5)).toBe('0');
});
