import { useQueries } from '@tanstack/react-query';
import { placeholdersQuery } from '../api/placeholders.ts';

/** The tiny pictures of these ids, as far as they have arrived. */
export function usePlaceholders(blocks: readonly (readonly number[])[]): (id: number) => string | undefined {
  const found = useQueries({ queries: blocks.map(placeholdersQuery) });
  return (id) => {
    for (const { data } of found) {
      const address = data?.get(id);
      if (address !== undefined) return address;
    }
    return undefined;
  };
}
