import { z } from 'zod';
import { OWN_NAME } from './archive-names.ts';
import { ArchivePattern } from './archive-query.ts';
import { BIT_DEPTHS, BITS, INTENTS, KEPT, RECIPE_FORMATS, RECIPE_PROFILES } from './recipe-formats.ts';
import { IMAGES_ASKED } from './many-images.ts';
import { MOST_MISSING } from './most-ids.ts';

/** More than anybody finds their way in. */
export const MOST_RECIPES = 100;

const pixels = z.int().min(16).max(65_535);
export const RecipeSize = z
  .discriminatedUnion('by', [
    z.strictObject({ by: z.literal('full') }),
    z.strictObject({ by: z.literal('long-edge'), pixels }),
    z.strictObject({ by: z.literal('box'), width: pixels, height: pixels }),
    z.strictObject({ by: z.literal('megapixels'), megapixels: z.number().min(0.01).max(1000) }),
    z.strictObject({ by: z.literal('factor'), factor: z.number().min(0.01).max(1) }),
  ])
  .describe('Pictures are never enlarged');
export type RecipeSize = z.infer<typeof RecipeSize>;

const fields = z.strictObject({
  name: z.string().trim().min(1, 'a name').max(100, 'at most 100 characters'),
  format: z.enum(RECIPE_FORMATS).default('jpeg').describe('`original`: the file as it is, with all that is in it'),
  quality: z.int().min(1).max(100).default(92).describe('For `jpeg`, `webp` and `avif`'),
  bits: z
    .literal(BIT_DEPTHS)
    .optional()
    .describe('Bits a color: png 8 or 16, tiff 8, 16 or 32, avif 8, 10 or 12; if omitted, 8'),
  size: RecipeSize.default({ by: 'full' }),
  profile: z
    .enum(RECIPE_PROFILES)
    .default('SRGB')
    .describe("The output profile, as darktable-cli's `--icc-type` names it"),
  intent: z
    .enum(INTENTS)
    .default('PERCEPTUAL')
    .describe("The rendering intent, as darktable-cli's `--icc-intent` names it"),
  high_quality: z.boolean().default(true).describe('Develops at full size and scales last: slower, and finer'),
  style: z.string().min(1).nullable().default(null).describe('A style of darktable put on top, such as a watermark'),
  keep: z
    .array(z.enum(KEPT))
    .default(['camera', 'time', 'texts', 'tags'])
    .describe('The metadata in the file; nothing else is in it. Not for originals, which leave as they are'),
  drop_tags: z
    .array(z.string().trim().min(1).max(500))
    .max(100)
    .default([])
    .describe(
      'Tags that stay, with all below them. Tags below `darktable|` and `album|`, and private ones with all below them, always stay',
    ),
  pattern: ArchivePattern.default(OWN_NAME),
});

export const NewRecipe = fields
  .superRefine(({ format, bits }, context) => {
    if (bits !== undefined && !BITS[format].includes(bits))
      context.addIssue({
        code: 'custom',
        path: ['bits'],
        message: BITS[format].length === 0 ? `not for ${format}` : `one of ${BITS[format].join(', ')} for ${format}`,
      });
  })
  .meta({ id: 'NewRecipe' });
export type NewRecipe = z.infer<typeof NewRecipe>;
export const Recipe = fields.extend({ id: z.int().min(1) }).meta({ id: 'Recipe' });
export type Recipe = z.infer<typeof Recipe>;
export const ExportPresetList = z.object({ items: z.array(NewRecipe) }).meta({ id: 'ExportPresetList' });
export const RecipeList = z.object({ items: z.array(Recipe) }).meta({ id: 'RecipeList' });

const recipe = z.int().describe('The id of the recipe; later changes of it change nothing');
/** Images to export by a recipe. */
export const NewExport = z
  .union([z.strictObject({ recipe, ...IMAGES_ASKED.ids }), z.strictObject({ recipe, ...IMAGES_ASKED.filter })])
  .meta({ id: 'NewExport' });
export type NewExport = z.infer<typeof NewExport>;

export const ExportsAccepted = z
  .object({
    status: z.literal('accepted'),
    batch: z.uuid().nullable().describe('For `GET /api/v1/exports/:batch` and its archive; null if no image was found'),
    images: z.int().min(0).describe('Images that will be exported'),
    missing: z.int().min(0).describe('Ids of images that do not exist'),
    missing_ids: z.array(z.int()).describe(`The first ${MOST_MISSING} of them`),
  })
  .meta({ id: 'ExportsAccepted' });
