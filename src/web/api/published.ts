import { queryOptions } from '@tanstack/react-query';
import type { PublishedList } from '../../contract/publications.ts';
import { get } from './request.ts';

/** News of the library and of publications tell when it is another one. */
export const publishedQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['published', ids.join()],
    queryFn: async ({ signal }) =>
      (await get<PublishedList>(`/api/v1/images/published?ids=${ids.join()}`, signal)).items,
  });
