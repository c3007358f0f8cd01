import { queryOptions } from '@tanstack/react-query';
import type { AlbumChanged, AlbumList, AlbumOrderChange, AlbumWithImages, NewAlbum } from '../../contract/albums.ts';
import type { TagDeleted } from '../../contract/tag-change.ts';
import { get, send } from './request.ts';

const path = (id: number) => `/api/v1/albums/${id}`;
const write = (method: string, address: string, body: object, headers: Record<string, string> = {}) =>
  send(address, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

export const albumsQuery = queryOptions({
  queryKey: ['albums'],
  queryFn: ({ signal }) => get<AlbumList>('/api/v1/albums', signal),
  staleTime: 30_000,
});

/** An album as it is now, and the `ETag` for `orderAlbum`. */
export async function albumNow(id: number): Promise<{ album: AlbumWithImages; etag: string | null }> {
  const answer = await send(path(id), { cache: 'no-store' });
  return { album: (await answer.json()) as AlbumWithImages, etag: answer.headers.get('etag') };
}

export const createAlbum = async (album: NewAlbum): Promise<AlbumChanged> =>
  (await (await write('POST', '/api/v1/albums', album)).json()) as AlbumChanged;

export const changeAlbum = async (
  id: number,
  change: { name?: string; cover?: number | null },
): Promise<AlbumChanged> => (await (await write('PATCH', path(id), change)).json()) as AlbumChanged;

export const deleteAlbum = async (id: number): Promise<TagDeleted> =>
  (await (await send(path(id), { method: 'DELETE' })).json()) as TagDeleted;

/** Only while it is still the one with this tag; else throws `precondition_failed`. */
export const orderAlbum = async (
  id: number,
  change: AlbumOrderChange,
  etag: string | null = null,
): Promise<{ album: AlbumWithImages; etag: string | null }> => {
  const answer = await write('PUT', `${path(id)}/order`, change, etag === null ? {} : { 'if-match': etag });
  return { album: (await answer.json()) as AlbumWithImages, etag: answer.headers.get('etag') };
};
