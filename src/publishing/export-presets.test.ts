import { expect, test } from 'vitest';
import { recipeOf } from './export-presets.ts';

interface Preset {
  width?: number;
  height?: number;
  intent?: number;
  profile?: number;
  /** Version 8 only: 3 for a scale. */
  dimensions?: number;
  scale?: string;
  metadata?: string;
  format?: string;
  style?: string;
  options?: readonly number[];
  pattern?: string;
}

/** As darktable's export module stores one: the facts are from export.c of 4.2.1 (7) and 5.4.1 (8). */
function preset(version: 7 | 8, preset: Preset = {}): Buffer {
  const { width = 0, height = 0, intent = -1, profile = 1, dimensions = 0, scale = '1', metadata = '2f' } = preset;
  const { format = 'jpeg', style = '', options = [92], pattern = '/home/ada/$(FILE_NAME)' } = preset;
  const ints = (...numbers: readonly number[]) => Buffer.from(Int32Array.from(numbers).buffer);
  const text = (words: string) => Buffer.from(`${words}\0`);
  const padded = (words: string, length: number) => Buffer.concat([Buffer.from(words)], length);
  const formatBlob = Buffer.concat([ints(0, 0, 0, 0), padded(style, 128), ints(0, ...options)]);
  const storageBlob = Buffer.concat([padded(pattern, 4096), ints(0)]);
  return Buffer.concat([
    ints(width, height, 0, 1, 0, intent, profile),
    ...(version === 8 ? [ints(dimensions, 300), text(scale)] : []),
    ...[metadata, '', format, 'disk'].map(text),
    ints(2, 3, formatBlob.length, storageBlob.length),
    formatBlob,
    storageBlob,
  ]);
}

const usual = {
  name: 'web',
  format: 'jpeg',
  quality: 92,
  size: { by: 'full' },
  profile: 'SRGB',
  intent: 'PERCEPTUAL',
  high_quality: true,
  style: null,
  keep: ['camera', 'time', 'place', 'texts', 'tags'],
  drop_tags: [],
  pattern: '$(FILE_NAME)',
};

test.each<[what: string, version: 7 | 8, stored: Preset, told: object]>([
  ['as usual in 4.2', 7, {}, {}],
  ['as usual in 5.4', 8, { options: [92, 0] }, {}],
  ['a long edge', 7, { width: 2400, height: 2400 }, { size: { by: 'long-edge', pixels: 2400 } }],
  ['a box', 7, { width: 1920, height: 1080 }, { size: { by: 'box', width: 1920, height: 1080 } }],
  ['a width alone', 7, { width: 800 }, { size: { by: 'box', width: 800, height: 65_535 } }],
  ['a scale', 8, { dimensions: 3, scale: '1/4' }, { size: { by: 'factor', factor: 0.25 } }],
  ['Adobe RGB, relative', 7, { profile: 2, intent: 1 }, { profile: 'ADOBERGB', intent: 'RELATIVE_COLORIMETRIC' }],
  ['a profile of one’s own', 7, { profile: 0 }, { profile: 'SRGB' }],
  ['16 bits', 7, { format: 'png', options: [16, 5] }, { format: 'png', bits: 16 }],
  ['lossy WebP', 7, { format: 'webp', options: [0, 70, 0] }, { format: 'webp', quality: 70 }],
  ['AVIF', 8, { format: 'avif', options: [10, 0, 1, 60, 0, 0] }, { format: 'avif', bits: 10, quality: 60 }],
  ['a style', 7, { style: 'watermark' }, { style: 'watermark' }],
  ['no metadata, but formulas', 8, { metadata: '0\u0001Xmp.dc.title\u0001$(FILE_NAME)' }, { keep: [] }],
  ['a name', 7, { pattern: '/x/$(EXIF_YEAR)-$(SEQUENCE)' }, { pattern: '$(EXIF_YEAR)-$(SEQUENCE)' }],
  ['a variable that we do not know', 7, { pattern: '/x/$(LENS)' }, { pattern: '$(FILE_NAME)' }],
])('%s', (_what, version, stored, told) => {
  expect(recipeOf('web', version, preset(version, stored))).toEqual({ ...usual, ...told });
});

test.each<[what: string, version: number, stored: Buffer]>([
  ['another version', 6, preset(7)],
  ['a format that no recipe has', 7, preset(7, { format: 'xcf' })],
  ['one that is cut off', 7, preset(7).subarray(0, 60)],
  ['one that is too long', 7, Buffer.concat([preset(7), Buffer.alloc(1)])],
  ['the layout of another version', 8, preset(7)],
  ['nothing', 7, Buffer.alloc(0)],
])('%s is left out', (_what, version, stored) => {
  expect(recipeOf('web', version, stored)).toBeNull();
});
