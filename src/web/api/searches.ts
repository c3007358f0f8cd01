import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { NewSearch, SavedSearchList } from '../../contract/saved-searches.ts';
import { get, send } from './request.ts';

export const searchesQuery = queryOptions({
  queryKey: ['searches'],
  queryFn: ({ signal }) => get<z.infer<typeof SavedSearchList>>('/api/v1/searches', signal),
});

export const saveSearch = (search: NewSearch) =>
  send('/api/v1/searches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(search),
  });

export const deleteSearch = (id: number) => send(`/api/v1/searches/${id}`, { method: 'DELETE' });
