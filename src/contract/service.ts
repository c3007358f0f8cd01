import { z } from 'zod';
import { Rendering } from './rendering.ts';

export const Health = z
  .object({ status: z.literal('ok'), timestamp: z.int().describe('Unix seconds') })
  .meta({ id: 'Health' });

/** What the gallery tells about the library that it shows. */
export const LibraryStatus = z
  .object({
    state: z.enum(['ready', 'indexing', 'unavailable']),
    message: z.string().describe('For people: what is shown, or what is wrong and what to do'),
    is_sample: z.boolean().describe("The library that ships with Safelight, not the user's own"),
    library: z.string().nullable().describe('The file'),
    read_only: z.boolean().describe('Edits, new previews and exports are refused for everybody (`read_only`)'),
    schema_version: z.int().nullable().describe("darktable's db_info version"),
    images: z.int().nullable(),
    progress: z.object({ done: z.int(), total: z.int() }).nullable(),
    rendering: Rendering.nullable().describe(
      'Who renders what is asked for now, or why nobody does; null: not yet known, in the first moments of a start',
    ),
  })
  .meta({ id: 'LibraryStatus' });
export type LibraryStatus = z.infer<typeof LibraryStatus>;
