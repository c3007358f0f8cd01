import { z } from 'zod';
import { FacetQuery } from './image-overview.ts';
import { integer } from './image-query.ts';
import { FIELD_NAMES } from './search-fields.ts';

/** Which images, and where in their `search` somebody is typing. */
export const SuggestionsQuery = FacetQuery.extend({
  at: integer(0, 4000)
    .optional()
    .describe('The place in `search`, counted in UTF-16 units: suggestions are for the word there. Default: its end'),
});
export type SuggestionsQuery = z.infer<typeof SuggestionsQuery>;

export const Suggestions = z
  .object({
    from: z.int().min(0).describe('Where the word begins in `search`, with its minus'),
    to: z.int().min(0).describe('Where it ends'),
    known: z
      .boolean()
      .describe('false: the word asks for a tag, film roll, camera or lens, and none in the library has that name'),
    items: z.array(
      z.object({
        word: z.string().describe('What to put there instead'),
        field: z.enum(FIELD_NAMES),
        value: z.string().describe('What the field is asked for: a name as it is, or a number in its neutral form'),
        count: z.int().min(1).describe('The images that are found then'),
      }),
    ),
  })
  .meta({ id: 'Suggestions' });
export type Suggestions = z.infer<typeof Suggestions>;
