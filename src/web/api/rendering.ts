import { useQuery } from '@tanstack/react-query';
import type { Rendering } from '../../contract/rendering.ts';
import { libraryQuery } from './library.ts';
import { queryClient } from './query-client.ts';

/** Who renders what is asked for, or why nobody does; null while that is not known. */
export function useRendering(): Rendering | null {
  // Whoever shows the library asks; here it is only looked at.
  const { data } = useQuery({ ...libraryQuery, enabled: false, select: ({ rendering }) => rendering });
  return data ?? null;
}

/** The same for what is no component, as it was heard last. */
export const renderingNow = (): Rendering | null => queryClient.getQueryData(libraryQuery.queryKey)?.rendering ?? null;

export function renderingChanged(rendering: Rendering): void {
  queryClient.setQueryData(libraryQuery.queryKey, (library) => library && { ...library, rendering });
}
