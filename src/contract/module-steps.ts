import { z } from 'zod';

/** 128 bytes with the one that ends the text (darktable's imageop.h). */
const MOST_NAME_BYTES = 127;

/** A further instance of a module. */
export const NewInstance = z
  .strictObject({
    from: z
      .int('must be the number of an instance')
      .min(0, 'must be 0 or more')
      .optional()
      .describe("The instance whose parameters and blending it gets. Left out: darktable's defaults"),
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
