import { isPattern, OWN_NAME } from '../contract/archive-names.ts';
import { BITS, INTENTS, type Kept, type RecipeFormat, type RECIPE_PROFILES } from '../contract/recipe-formats.ts';
import type { NewRecipe } from '../contract/recipes.ts';
import type { LibraryReader } from '../library/connection.ts';
import { presetsOf } from '../library/presets.ts';

/** The presets of darktable's export that a recipe can do, as recipes. Those of other versions and formats are left out. */
export const readExportPresets = (reader: LibraryReader): NewRecipe[] =>
  presetsOf(reader, 'export').flatMap(({ name, op_version, op_params }) => {
    const recipe = op_params && recipeOf(name, op_version, Buffer.from(op_params));
    return recipe ? [recipe] : [];
  });

/** By their places in dt_colorspaces_color_profile_type_t (colorspaces.h). Image settings and all others: sRGB. */
const PROFILES: Readonly<Record<number, (typeof RECIPE_PROFILES)[number]>> = {
  2: 'ADOBERGB',
  4: 'LIN_REC2020',
  20: 'REC709',
  21: 'PROPHOTO_RGB',
};
/** Flags of what darktable writes (metadata_export.h). */
const FLAGS: readonly (readonly [flag: number, kept: readonly Kept[]])[] = [
  [0x1, ['camera', 'time']],
  [0x4, ['place']],
  [0x2, ['texts']],
  [0x8, ['tags']],
];
/** Where a format has its quality and its bits, counted in integers. */
const OPTIONS: Readonly<Partial<Record<RecipeFormat, { quality?: number; bits?: number }>>> = {
  jpeg: { quality: 0 },
  png: { bits: 0 },
  tiff: { bits: 0 },
  webp: { quality: 1 },
  avif: { bits: 0, quality: 3 },
};
const LONGEST_NAME = 100;

/**
 * One preset, of the versions that darktable 4.2 (7) and 5.4 (8) write: little endian, no padding (export.c, legacy_params). null: another
 * version, a format that no recipe has, or not what its version says.
 */
export function recipeOf(name: string, version: number, blob: Buffer): NewRecipe | null {
  if (version !== 7 && version !== 8) return null;
  let at = 0;
  const int = () => blob.readInt32LE((at += 4) - 4);
  const text = () => {
    const end = blob.indexOf(0, at);
    if (end < 0) throw new RangeError('a text without an end');
    const read = blob.toString('utf8', at, end);
    at = end + 1;
    return read;
  };
  try {
    const [width, height] = [int(), int()];
    int(); // upscale: a recipe never enlarges
    const isHighQuality = int() !== 0;
    int(); // masks in the file
    const [intent, profile] = [int(), int()];
    const isScale = version === 8 && int() === 3;
    if (version === 8) int(); // dpi
    const scale = version === 8 ? text() : '';
    const flags = Number.parseInt(text(), 16);
    text(); // profile of the user's own
    const format = text() as RecipeFormat;
    text(); // storage
    int();
    int();
    const [formatBytes, storageBytes] = [int(), int()];
    const options = OPTIONS[format];
    if (!options || at + formatBytes + storageBytes !== blob.length) return null;
    const style = zeroEnded(blob.subarray(at + 16, at + 144));
    const option = (place: number) => blob.readInt32LE(at + 148 + 4 * place);
    const place = options.bits;
    const bits = place === undefined ? undefined : BITS[format].find((depth) => depth === option(place));
    const quality = options.quality === undefined ? 92 : Math.min(100, Math.max(1, option(options.quality)));
    const pattern =
      zeroEnded(blob.subarray(at + formatBytes))
        .split('/')
        .at(-1) ?? '';
    return {
      name: name.slice(0, LONGEST_NAME),
      format,
      quality,
      ...(bits !== undefined && { bits }),
      size: isScale ? factorOf(scale) : boxOf(width, height),
      profile: PROFILES[profile] ?? 'SRGB',
      intent: INTENTS[intent] ?? 'PERCEPTUAL',
      high_quality: isHighQuality,
      style: style === '' ? null : style,
      keep: FLAGS.flatMap(([flag, kept]) => (flags & flag ? kept : [])),
      drop_tags: [],
      pattern: isPattern(pattern) ? pattern : OWN_NAME,
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const zeroEnded = (bytes: Buffer) => bytes.toString('utf8', 0, bytes.includes(0) ? bytes.indexOf(0) : bytes.length);

/** 0: as large as the picture is. */
function boxOf(width: number, height: number): NewRecipe['size'] {
  if (width < 16 && height < 16) return { by: 'full' };
  if (width === height) return { by: 'long-edge', pixels: width };
  return { by: 'box', width: width < 16 ? MOST_PIXELS : width, height: height < 16 ? MOST_PIXELS : height };
}
const MOST_PIXELS = 65_535;

/** As it was typed: `0.5`, or `1/2`. */
function factorOf(scale: string): NewRecipe['size'] {
  const [over = 1, under = 1] = scale.split('/').map(Number);
  const factor = over / under;
  return factor >= 0.01 && factor < 1 ? { by: 'factor', factor } : { by: 'full' };
}
