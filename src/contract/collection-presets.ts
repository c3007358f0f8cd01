import { z } from 'zod';

/** Why a preset of darktable's collections is no view of the gallery. */
export const WHY_UNSAID = ['other_version', 'cut', 'mixed', 'field', 'nothing', 'branch', 'case'] as const;
export type WhyUnsaid = (typeof WHY_UNSAID)[number];

export const CollectionPreset = z
  .object({
    name: z.string(),
    query: z
      .string()
      .nullable()
      .describe('As in a saved search: it finds the same as in darktable now. null: no view does'),
    why_not: z
      .enum(WHY_UNSAID)
      .nullable()
      .describe(
        'other_version: of another version of darktable, or damaged; cut: a text without an end; mixed: rules together that no view has; field: a field or value that no view has; nothing: it finds nothing in this library; branch: a tag without those below it; case: it depends on whether darktable minds the case of tags',
      ),
  })
  .meta({ id: 'CollectionPreset' });
export type CollectionPreset = z.infer<typeof CollectionPreset>;

export const CollectionPresetList = z.object({ items: z.array(CollectionPreset) }).meta({ id: 'CollectionPresetList' });
export type CollectionPresetList = z.infer<typeof CollectionPresetList>;
