import type { ImageRecord } from '../../contract/image-record.ts';
import { imageQuery, type ImagePage } from '../api/images.ts';
import { queryClient } from '../api/query-client.ts';
import { markedNow } from './marks-ahead.ts';

/** Those of these pictures whose records the page has, with the decisions made here. */
export function knownPictures(ids: readonly number[]): ImageRecord[] {
  const wanted = new Set(ids);
  const known = new Map<number, ImageRecord>();
  const note = (image: ImageRecord | undefined) => {
    if (image && wanted.has(image.id)) known.set(image.id, image);
  };
  const pages = queryClient.getQueryCache().findAll({ queryKey: ['images', 'page'] });
  for (const { state } of pages.toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt))
    (state.data as ImagePage | undefined)?.items.forEach(note);
  // The open picture may be on no page of a list.
  for (const id of ids) if (!known.has(id)) note(queryClient.getQueryData(imageQuery(id).queryKey));
  return [...known.values()].map(markedNow);
}
