import { queryOptions } from '@tanstack/react-query';
import type { ImagesSummary } from '../../contract/images-summary.ts';
import { MOST_IDS } from '../../contract/most-ids.ts';
import { COORDINATES, TEXTS } from '../../contract/image-texts.ts';
import { send } from './request.ts';

/** What these pictures have in common. More than one request takes are asked for in parts. */
export const summaryQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['summary', ids],
    queryFn: async ({ signal }): Promise<ImagesSummary> => {
      const parts: ImagesSummary[] = [];
      for (let from = 0; from < ids.length; from += MOST_IDS) {
        const answer = await send('/api/v1/images/summary', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          signal,
          body: JSON.stringify({ ids: ids.slice(from, from + MOST_IDS) }),
        });
        parts.push((await answer.json()) as ImagesSummary);
      }
      return parts.reduce(together);
    },
    gcTime: 60_000,
  });

function together(one: ImagesSummary, other: ImagesSummary): ImagesSummary {
  const counts = new Map(one.tags.map(({ name, count }) => [name, count]));
  for (const { name, count } of other.tags) counts.set(name, (counts.get(name) ?? 0) + count);
  const both = {
    ...one,
    images: one.images + other.images,
    ratings: [...one.ratings, ...other.ratings],
    color_labels: [...one.color_labels, ...other.color_labels],
  };
  for (const name of [...TEXTS, ...COORDINATES])
    if (one[name].value !== other[name].value || !other[name].is_shared)
      Object.assign(both, { [name]: { value: null, is_shared: false } });
  return { ...both, tags: [...counts].map(([name, count]) => ({ name, count })) };
}
