import { z } from 'zod';

/** A preset of a module, from darktable's data.db. */
export const Preset = z
  .object({
    name: z.string().describe('Its name, as `POST …/modules/:op/preset` takes it'),
    label: z.string().describe('The name shown in darktable, before it is translated'),
    description: z.string(),
    built_in: z.boolean().describe('Made by darktable; otherwise by its user'),
    module_version: z.int().describe('Version of the parameters'),
    enabled: z.boolean().describe('Whether it switches the module on'),
    has_params: z.boolean().describe("false: it stands for darktable's defaults"),
    has_blending: z.boolean().describe('false: it stands for the default blending'),
    auto_applied: z
      .boolean()
      .describe('darktable applies it by itself to pictures that it fits, when they are developed for the first time'),
  })
  .meta({ id: 'Preset' });
export type Preset = z.infer<typeof Preset>;

export const PresetList = z.object({ operation: z.string(), items: z.array(Preset) }).meta({ id: 'PresetList' });

export const PresetApply = z
  .strictObject({
    name: z.string('must be the name of a preset').min(1, 'must be the name of a preset').max(1000),
    instance: z
      .int('must be the number of an instance')
      .min(0, 'must be 0 or more')
      .optional()
      .describe('Left out: the instance with the newest step, or the first one of a module that is not in the history'),
  })
  .meta({ id: 'PresetApply' });
