import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CollectionPresetList } from '../../contract/collection-presets.ts';
import type { NewSearch, SavedSearchList } from '../../contract/saved-searches.ts';
import { get, send } from './request.ts';

export const searchesQuery = queryOptions({
  queryKey: ['searches'],
  queryFn: ({ signal }) => get<z.infer<typeof SavedSearchList>>('/api/v1/searches', signal),
});

/** What was saved in darktable. */
export const collectionPresetsQuery = queryOptions({
  queryKey: ['searches', 'presets'],
  queryFn: ({ signal }) => get<CollectionPresetList>('/api/v1/searches/presets', signal),
});

export const saveSearch = (search: NewSearch) =>
  send('/api/v1/searches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(search),
  });

export const deleteSearch = (id: number) => send(`/api/v1/searches/${id}`, { method: 'DELETE' });
