import { z } from 'zod';

export const MOST_PLACEHOLDERS = 500;
const IDS = `image ids separated by commas, at most ${MOST_PLACEHOLDERS}`;

export const PlaceholderQuery = z.strictObject({
  ids: z
    .string()
    .regex(/^-?\d{1,15}(,-?\d{1,15})*$/, IDS)
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= MOST_PLACEHOLDERS, IDS)
    .meta({ override: { type: 'string' } })
    .describe(`Image ids separated by commas, at most ${MOST_PLACEHOLDERS}`),
});

export const PlaceholderList = z
  .object({
    items: z.array(
      z.object({
        id: z.int(),
        webp: z
          .string()
          .regex(/^[A-Za-z0-9+/]+=*$/)
          .describe('A Base64-encoded WebP of at most 16 × 16 pixels, to be scaled to the size of the picture'),
      }),
    ),
  })
  .meta({ id: 'PlaceholderList' });
export type PlaceholderList = z.infer<typeof PlaceholderList>;
