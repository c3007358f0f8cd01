import { expect, test } from 'vitest';
import type { ImageRecord } from '../contract/image-record.ts';
import { NewRecipe, type Recipe, type RecipeSize } from '../contract/recipes.ts';
import { boxOf, outputOf } from './recipe-output.ts';

const recipe = (fields: object): Recipe => ({ id: 1, ...NewRecipe.parse({ name: 'web', ...fields }) });
const LOSSY = { 'plugins/imageio/format/webp/quality': '80', 'plugins/imageio/format/webp/comp_type': '0' };

test.each([
  ['jpeg', { quality: 80 }, 'jpg', { 'plugins/imageio/format/jpeg/quality': '80' }],
  ['webp', { quality: 80 }, 'webp', LOSSY],
  ['avif', { quality: 80, bits: 10 }, 'avif', { 'plugins/imageio/format/avif/bpp': '10' }],
  ['png', { bits: 16 }, 'png', { 'plugins/imageio/format/png/bpp': '16' }],
  [
    'tiff',
    { bits: 32 },
    'tif',
    { 'plugins/imageio/format/tiff/bpp': '32', 'plugins/imageio/format/tiff/compress': '1' },
  ],
] as const)('%s has its ending and its own settings in darktable', (format, fields, ending, conf) => {
  const output = outputOf(recipe({ format, ...fields }));
  expect(output).toMatchObject({ ending, conf });
  // Without losses there is no quality.
  expect(Object.keys(output.conf).some((name) => name.endsWith('/quality'))).toBe('quality' in fields);
});

test('a style goes on top, a factor scales in darktable itself, and nothing is enlarged', () => {
  const { args, conf } = outputOf(recipe({ style: 'my mark', size: { by: 'factor', factor: 0.5 } }));
  expect(args.slice(-4)).toEqual(['--upscale', 'false', '--style', 'my mark']);
  expect(conf).toMatchObject({ 'plugins/lighttable/export/resizing_factor': '0.5' });
  expect(outputOf(recipe({})).args).not.toContain('--style');
});

test.each<[RecipeSize, ReturnType<typeof boxOf>]>([
  [
    { by: 'long-edge', pixels: 2048 },
    { width: 2048, height: 2048 },
  ],
  [
    { by: 'box', width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
  [
    { by: 'megapixels', megapixels: 6 },
    { width: 3000, height: 2000 },
  ],
  [{ by: 'factor', factor: 0.5 }, null],
  [{ by: 'full' }, null],
])('%o of a picture of 3:2', (size, box) => {
  expect(boxOf(size, { width: 6000, height: 4000, aspect_ratio: 1.5 } as ImageRecord)).toEqual(box);
});
