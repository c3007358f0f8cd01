import { useQuery } from '@tanstack/react-query';
import type { Rendering } from '../../contract/rendering.ts';
import { libraryQuery } from './library.ts';
import { queryClient } from './query-client.ts';

/** Who renders, or why nobody does; null while unknown. */
export function useRendering(): Rendering | null {
  // The part that shows the library makes the request; this one only reads the result.
  const { data } = useQuery({ ...libraryQuery, enabled: false, select: ({ rendering }) => rendering });
  return data ?? null;
}

/** The last known value, for code outside components. */
export const renderingNow = (): Rendering | null => queryClient.getQueryData(libraryQuery.queryKey)?.rendering ?? null;

export function renderingChanged(rendering: Rendering): void {
  queryClient.setQueryData(libraryQuery.queryKey, (library) => library && { ...library, rendering });
}
