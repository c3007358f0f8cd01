import { z } from 'zod';
import { CopiedModules, LookTargets, WhenPut } from './history.ts';
import { UNFIT, UNFIT_IN_TEXTS } from './image-change.ts';
import { hasEmptyLevel } from './tag-names.ts';

/** What a style does with one instance of a module. */
export const StyleItem = z
  .object({
    operation: z.string().describe("darktable's name, such as exposure"),
    label: z.string().describe('The name shown in darktable'),
    multi_name: z.string().describe('The name of the instance'),
    enabled: z.boolean(),
    module_version: z.int().describe('Version of the parameters'),
  })
  .meta({ id: 'StyleItem' });

export const Style = z
  .object({
    id: z.int(),
    name: z.string().describe('Full name, with `|` between the branches'),
    description: z.string(),
    sets_module_order: z.boolean().describe('It also sets the order of modules in the pixel pipe'),
    items: z.array(StyleItem).describe('In the order in which darktable applies them'),
  })
  .meta({ id: 'Style' });
export type Style = z.infer<typeof Style>;

export const StyleList = z.object({ items: z.array(Style).describe('Sorted by name') }).meta({ id: 'StyleList' });

/** Bytes. With more, darktable cuts the tag that it gives to images with the style. */
const LONGEST_NAME = 480;
const LONGEST_DESCRIPTION = 10_000;

export const StyleName = z
  .string()
  .min(1, 'must not be empty')
  .refine((name) => new TextEncoder().encode(name).length <= LONGEST_NAME, `must be at most ${LONGEST_NAME} bytes long`)
  .refine((name) => !UNFIT.test(name), 'must be one line of plain text')
  .refine((name) => !hasEmptyLevel(name), 'must not have empty levels: each | stands between two names')
  .describe('Full name, with `|` between the branches');

export const StyleDescription = z
  .string()
  .max(LONGEST_DESCRIPTION, `must be at most ${LONGEST_DESCRIPTION} characters long`)
  .refine((text) => !UNFIT_IN_TEXTS.test(text), 'must be plain text');

/** The look of an image, to be kept under a name. */
export const NewStyle = z
  .strictObject({
    name: StyleName,
    description: StyleDescription.default(''),
    from: z.int('must be the id of an image').describe('The image: the newest step of each instance is taken'),
    modules: CopiedModules,
    module_order: z.boolean().default(false).describe('true: the style also sets the order of modules'),
  })
  .meta({ id: 'NewStyle' });

export const StylePatch = z
  .strictObject({ name: StyleName.optional(), description: StyleDescription.optional() })
  .refine(
    ({ name, description }) => name !== undefined || description !== undefined,
    'give name or description, or both',
  )
  .meta({ id: 'StylePatch' });

/** The style as it is afterwards. */
export const StyleChanged = Style.extend({
  change: z.int().nullable().describe('Id of the change, for its undo; null if nothing was changed'),
}).meta({ id: 'StyleChanged' });
export type StyleChanged = z.infer<typeof StyleChanged>;

export const StyleCreated = StyleChanged.extend({
  masks_left: z
    .array(z.string())
    .describe(
      'Operations whose drawn mask was left behind, since no style can hold shapes: they act on the whole picture',
    ),
}).meta({ id: 'StyleCreated' });
export type StyleCreated = z.infer<typeof StyleCreated>;

export const StyleDeleted = z
  .object({ change: z.int().describe('Id of the change, for its undo'), name: z.string() })
  .meta({ id: 'StyleDeleted' });
export type StyleDeleted = z.infer<typeof StyleDeleted>;

/** As it is; not every name is one that Safelight would give. */
export const StyleApply = z
  .strictObject({
    name: z.string().min(1, 'must not be empty').max(1_000).describe('Full name of the style'),
    to: LookTargets.describe('The images that get it'),
    when: WhenPut,
  })
  .meta({ id: 'StyleApply' });
