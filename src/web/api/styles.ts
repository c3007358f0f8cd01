import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { NewStyle, Style, StyleCreated } from '../../contract/styles.ts';
import { get, send } from './request.ts';

export type { Style };

/** All styles of darktable, by name. */
export const stylesQuery = () =>
  queryOptions({
    queryKey: ['styles'],
    queryFn: ({ signal }) => get<{ items: Style[] }>('/api/v1/styles', signal),
    // Another tab may have made one; no news tells it.
    staleTime: 0,
  });

/** The look of an image, kept under a name. */
export async function createStyle(style: z.input<typeof NewStyle>): Promise<StyleCreated> {
  const answer = await post('/api/v1/styles', style);
  return (await answer.json()) as StyleCreated;
}

const post = (path: string, body: object): Promise<Response> =>
  send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
