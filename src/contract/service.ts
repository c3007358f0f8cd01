import { z } from 'zod';
import { Rendering } from './rendering.ts';

export const Health = z
  .object({ status: z.literal('ok'), timestamp: z.int().describe('Unix seconds') })
  .meta({ id: 'Health' });

/** The status of the library. */
export const LibraryStatus = z
  .object({
    state: z.enum(['ready', 'indexing', 'unavailable']),
    message: z.string().describe('A sentence for people: what is shown, or what is wrong and what to do'),
    is_sample: z.boolean().describe("Whether this is the sample library that comes with Safelight, not the user's own"),
    library: z.string().nullable().describe('The path of the library file'),
    read_only: z.boolean().describe('Whether edits, new previews and exports are refused (`read_only`)'),
    is_newer: z
      .literal(true)
      .optional()
      .describe('The library is of a newer darktable than this Safelight knows: it is shown, and never changed'),
    publishes: z.literal(true).optional().describe('There are publications of its images'),
    schema_version: z.int().nullable().describe("darktable's db_info version"),
    images: z.int().nullable(),
    progress: z.object({ done: z.int(), total: z.int() }).nullable(),
    rendering: Rendering.nullable().describe(
      'Which program renders now, or why none does; null just after the start, while this is not known yet',
    ),
  })
  .meta({ id: 'LibraryStatus' });
export type LibraryStatus = z.infer<typeof LibraryStatus>;
