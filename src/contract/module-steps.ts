import { z } from 'zod';
import { ModuleEntry } from './modules.ts';

const instance = () => z.int('must be the number of an instance').min(0, 'must be 0 or more').optional();

/** 128 bytes with the one that ends the text (darktable's imageop.h). */
const MOST_NAME_BYTES = 127;

/** A further instance of a module. */
export const NewInstance = z
  .strictObject({
    from: instance().describe("The instance whose parameters and blending it gets. Left out: darktable's defaults"),
    name: z
      .string('must be a text')
      .min(1, 'must not be empty')
      .refine((name) => new TextEncoder().encode(name).length <= MOST_NAME_BYTES, {
        message: `must have at most ${MOST_NAME_BYTES} bytes`,
      })
      .optional()
      .describe('Its name. Left out: its number, as in darktable'),
  })
  .meta({ id: 'NewInstance' });

/** An instance of an older version. */
export const Conversion = z
  .strictObject({ instance: instance().describe('Left out: the instance with the newest step') })
  .meta({ id: 'Conversion' });

/** A module as darktable converts it to its own version. */
export const ConvertedModule = ModuleEntry.extend({
  why_not_converted: z.string().optional().describe('Why one of an older version is as it is stored'),
}).meta({ id: 'ConvertedModule' });
export type ConvertedModule = z.infer<typeof ConvertedModule>;
