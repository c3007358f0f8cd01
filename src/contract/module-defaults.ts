import { z } from 'zod';
import { BlendMaskShape } from './blend-mask.ts';
import { Blending } from './blending.ts';

/** What darktable's reset of a module would give for an image. */
export const ModuleDefaults = z
  .object({
    image_id: z.int(),
    operation: z.string(),
    module_version: z.int().describe('Version of the parameters: that of the entry'),
    multi_priority: z.int().describe('Number of the instance, 0 for the first'),
    source: z
      .enum(['darktable', 'general'])
      .nullable()
      .describe(
        'darktable: it told them for this picture. general: they are the same for every picture. null: not known',
      ),
    why_none: z.string().optional().describe('Why darktable did not tell them'),
    params: z.record(z.string(), z.unknown()).optional().describe('As in the entry of the module'),
    params_b64: z.string().optional(),
    blend: Blending.extend(BlendMaskShape.shape)
      .nullable()
      .optional()
      .describe('Only of darktable. null: of a version that is not known'),
  })
  .meta({ id: 'ModuleDefaults' });
export type ModuleDefaults = z.infer<typeof ModuleDefaults>;
