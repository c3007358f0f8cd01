import { hasQuality, isRendered, KEPT } from '../../contract/recipe-formats.ts';
import type { NewRecipe, RecipeSize } from '../../contract/recipes.ts';
import { number } from '../i18n/words.ts';
import { t } from './words.ts';

/** The names that people know, the same in every language. */
export const FORMAT_NAMES = { jpeg: 'JPEG', png: 'PNG', tiff: 'TIFF', webp: 'WebP', avif: 'AVIF' } as const;
export const PROFILE_NAMES: Readonly<Record<NewRecipe['profile'], string>> = {
  SRGB: 'sRGB',
  ADOBERGB: 'Adobe RGB',
  REC709: 'Rec. 709',
  PROPHOTO_RGB: 'ProPhoto RGB',
  LIN_REC2020: 'Rec. 2020, linear',
};

export const formatWords = (format: NewRecipe['format']): string =>
  format === 'original' ? t('original') : format === 'original-and-sidecar' ? t('withSidecar') : FORMAT_NAMES[format];

export function sizeWords(size: RecipeSize): string {
  switch (size.by) {
    case 'full':
      return t('sizeFull');
    case 'long-edge':
      return t('sizePixels', { pixels: number(size.pixels) });
    case 'box':
      return `${number(size.width)} × ${number(size.height)}`;
    case 'megapixels':
      return t('sizeMegapixels', { megapixels: number(size.megapixels) });
    case 'factor':
      return number(size.factor, { style: 'percent' });
  }
}

/** What leaves, in a line. */
export function recipeWords(recipe: NewRecipe): string {
  const { format, quality, bits, size, profile, style, keep } = recipe;
  if (!isRendered(format)) return t('asIs');
  const kept = KEPT.filter((one) => keep.includes(one)).map((one) => t(`keep.${one}`));
  return [
    hasQuality(format) ? `${formatWords(format)} ${number(quality)}` : formatWords(format),
    ...(bits !== undefined && bits !== 8 ? [t('bitsMany', { bits: number(bits) })] : []),
    sizeWords(size),
    PROFILE_NAMES[profile],
    ...(style === null ? [] : [style]),
    kept.length === 0 ? t('keepsNothing') : kept.join(', '),
  ].join(' · ');
}
