import { z } from 'zod';

/** The order of an image's modules in the pixel pipe. */
export const ModuleOrder = z
  .object({
    image_id: z.int(),
    version: z
      .int()
      .nullable()
      .describe(
        "darktable's number of the order: 0 is one of the image's own, others are built in; null: it cannot be told",
      ),
    items: z
      .array(
        z.object({
          operation: z.string().describe("darktable's name, such as exposure"),
          instance: z.int().describe('Number of the instance, 0 for the first'),
          in_history: z.boolean().describe('It has a step that is in force. Only such can be moved'),
          earliest: z.int().describe('The first place in this list to which darktable lets it be moved'),
          latest: z.int().describe('The last such place'),
        }),
      )
      .describe(
        'The first of the pipe first, those that are not in the history as well; empty where it cannot be told',
      ),
  })
  .meta({ id: 'ModuleOrder' });
export type ModuleOrder = z.infer<typeof ModuleOrder>;

const name = 'must be the name of a module';
const instance = z
  .int('must be the number of an instance')
  .min(0, 'must be 0 or more')
  .max(9999, 'must be at most 9999');
const Anchor = z.strictObject(
  { operation: z.string(name).min(1, name).max(20, name), instance: instance.default(0) },
  'must be an object with the operation of a module',
);

/** Where an instance of a module goes. */
export const ModuleMove = z
  .strictObject({
    instance: instance.optional().describe('Which instance moves. Left out: the one with the newest step'),
    before: Anchor.optional().describe('Right before this one, which works on what it makes of the picture'),
    after: Anchor.optional().describe('Right after this one. Either this or `before`'),
  })
  .refine(({ before, after }) => (before === undefined) !== (after === undefined), {
    message: 'must be there, or after, and not both',
    path: ['before'],
  })
  .meta({ id: 'ModuleMove' });
