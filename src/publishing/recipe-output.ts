import type { ImageRecord } from '../contract/image-record.ts';
import { shapeOf } from '../contract/image-shape.ts';
import { hasQuality } from '../contract/recipe-formats.ts';
import type { Recipe, RecipeSize } from '../contract/recipes.ts';
import type { RenderOutput } from '../renderer/darktable-cli.ts';

/** darktable's formats: their endings, and the names of their settings (imageio/format). */
export function outputOf({ format, quality, bits, profile, intent, style, size }: Recipe): RenderOutput {
  const ending = { jpeg: 'jpg', tiff: 'tif' }[format as string] ?? format;
  const settings = {
    ...(hasQuality(format) && { quality }),
    ...(bits !== undefined && { bpp: bits }),
    // Lossy: by default both are lossless.
    ...(format === 'webp' && { comp_type: 0 }),
    ...(format === 'avif' && { compression_type: 1 }),
    ...(format === 'tiff' && { compress: 1 }),
  };
  const scaled =
    size.by === 'factor'
      ? {
          'plugins/lighttable/export/resizing': 'scaling',
          'plugins/lighttable/export/resizing_factor': String(size.factor),
        }
      : {};
  return {
    ending,
    args: [
      '--icc-type',
      profile,
      '--icc-intent',
      intent,
      '--upscale',
      'false',
      ...(style === null ? [] : ['--style', style]),
    ],
    conf: {
      ...Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [`plugins/imageio/format/${format}/${name}`, String(value)]),
      ),
      ...scaled,
    },
  };
}

/** null: full size, or by a factor. */
export function boxOf(size: RecipeSize, record: ImageRecord): { width: number; height: number } | null {
  switch (size.by) {
    case 'long-edge':
      return { width: size.pixels, height: size.pixels };
    case 'box':
      return { width: size.width, height: size.height };
    case 'megapixels': {
      const width = Math.round(Math.sqrt(size.megapixels * 1e6 * shapeOf(record)));
      return { width, height: Math.round((size.megapixels * 1e6) / width) };
    }
    default:
      return null;
  }
}
