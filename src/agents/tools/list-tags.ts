import { z } from 'zod';
import type { Tag } from '../../contract/image-record.ts';
import { thatFit } from '../answers.ts';
import type { Api } from '../api.ts';
import { isPlaceTag } from '../../contract/place-tags.ts';
import { pageFields, pageOutput } from '../paging.ts';
import { placesField, placesFor } from '../places.ts';
import { tool } from '../tool.ts';

const PAGE = 500;

export const listTags = tool({
  name: 'safelight_list_tags',
  title: 'List tags',
  description:
    'The tags of the library by name, with how many images carry each. A full name has | between its branches. Look here before you add tags, so that one thing keeps one name.',
  input: z.strictObject({
    search: z.string().max(250).optional().describe('Part of the name'),
    ...pageFields(500, 200),
    ...placesField,
  }),
  output: z.object({
    summary: z.string(),
    ...pageOutput,
    tags: z.array(z.object({ name: z.string(), images: z.number().int() })).optional(),
  }),
  scopes: ['tags:read'],
  kind: 'reads',
  async run({ search, offset = 0, limit = 200, ...asked }, call) {
    const places = placesFor(asked, call);
    const all = await tagsOf(call.api, search);
    const told = places.mayTell ? all : all.filter(({ name }) => !isPlaceTag(name));
    const page = told.slice(offset, offset + limit).map(({ name, count: images }) => ({ name, images }));
    const { items, total, next_offset } = thatFit(page, { offset, total: told.length });
    return {
      summary: `${total} tag${total === 1 ? '' : 's'}; ${items.length} in this answer.${places.note}`,
      data: { total, tags: items, next_offset: next_offset ?? undefined },
    };
  },
});

/** All of them: which are places decides what a page and the total are. */
async function tagsOf(api: Api, search: string | undefined): Promise<Tag[]> {
  const tags: Tag[] = [];
  for (;;) {
    const { items, total } = await api.json<{ items: Tag[]; total: number }>({
      path: '/tags',
      query: { search, limit: PAGE, offset: tags.length },
    });
    tags.push(...items);
    if (items.length === 0 || tags.length >= total) return tags;
  }
}
