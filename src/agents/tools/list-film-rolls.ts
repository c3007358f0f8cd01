import { z } from 'zod';
import type { Film } from '../../contract/image-record.ts';
import { thatFit } from '../answers.ts';
import { known } from '../image-facts.ts';
import { pageFields, pageOutput } from '../paging.ts';
import { placesField, placesFor } from '../places.ts';
import { Refusal } from '../refusal.ts';
import { tool } from '../tool.ts';

export const listFilmRolls = tool({
  name: 'safelight_list_film_rolls',
  title: 'List film rolls',
  description:
    'The film rolls of the library, which are its folders: number of images, first and last day. Newest first. safelight_search_images takes a film_id. Names of folders often tell places, so they come only with include_places, and if the photographer allows it.',
  input: z.strictObject({
    search: z.string().max(250).optional().describe('Part of the folder; needs include_places'),
    ...pageFields(500, 100),
    ...placesField,
  }),
  output: z.object({
    summary: z.string(),
    ...pageOutput,
    film_rolls: z
      .array(
        z.object({
          film_id: z.number().int(),
          images: z.number().int(),
          first_taken: z.string().optional(),
          last_taken: z.string().optional(),
          name: z.string().optional(),
          folder: z.string().optional(),
        }),
      )
      .optional(),
  }),
  scopes: ['films:read'],
  kind: 'reads',
  async run({ search, offset = 0, limit = 100, ...asked }, call) {
    const places = placesFor(asked, call);
    if (search !== undefined && !places.mayTell)
      throw new Refusal(
        `Folders cannot be searched without include_places, as their names often tell places.${places.note}`,
      );
    const { items: films, total } = await call.api.json<{ items: Film[]; total: number }>({
      path: '/films',
      query: { search, offset, limit, sort_by: 'last_taken' },
    });
    const told = films.map(({ id, count, first_taken, last_taken, name, folder }) => ({
      film_id: id,
      images: count,
      first_taken: known(first_taken),
      last_taken: known(last_taken),
      ...(places.mayTell && { name, folder }),
    }));
    const { items, next_offset } = thatFit(told, { offset, total });
    return {
      summary: `${total} film roll${total === 1 ? '' : 's'}; ${items.length} in this answer.${places.note}`,
      data: { total, film_rolls: items, next_offset: next_offset ?? undefined },
    };
  },
});
