import { queryOptions } from '@tanstack/react-query';
import type { PlaceholderList } from '../../contract/placeholders.ts';
import { get } from './request.ts';

/**
 * Addresses of tiny pictures by image id, for images with a preview. They are rarely outdated, and never for long,
 * because previews cover them.
 */
export const placeholdersQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['placeholders', ids.join()],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> => {
      const { items } = await get<PlaceholderList>(`/api/v1/images/placeholders?ids=${ids.join()}`, signal);
      return new Map(items.map(({ id, webp }) => [id, `data:image/webp;base64,${webp}`]));
    },
    staleTime: Infinity,
    structuralSharing: false,
  });
