import { useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import { imageQuery, type ListParameters, PAGE_SIZE, pageQuery } from '../api/images.ts';
import { ApiError } from '../api/request.ts';

/** From this many pictures in a page of the list, the page is requested instead of each picture. */
const WORTH_A_PAGE = 4;

/** In which page of the list each of these pictures is; without those whose page would bring too few of them. */
export function pagesOf(ids: readonly number[], list: Int32Array): Map<number, number> {
  const pageOf = new Map(ids.map((id) => [id, Math.floor(list.indexOf(id) / PAGE_SIZE)]));
  const counts = new Map<number, number>();
  for (const page of pageOf.values()) counts.set(page, (counts.get(page) ?? 0) + 1);
  return new Map([...pageOf].filter(([, page]) => page >= 0 && (counts.get(page) ?? 0) >= WORTH_A_PAGE));
}

/** The records of some pictures as they arrive, and which of them are no longer in the library. */
export function useRecords(
  ids: readonly number[],
  parameters: ListParameters,
  list: Int32Array,
): { recordOf: (id: number) => ImageRecord | undefined; isGone: (id: number) => boolean } {
  const pageOf = pagesOf(ids, list);
  const pages = [...new Set(pageOf.values())];
  const fromPages = useQueries({ queries: pages.map((page) => pageQuery(parameters, page)) });

  const found = new Map<number, ImageRecord>();
  for (const { data } of fromPages) for (const image of data?.items ?? []) found.set(image.id, image);
  const isComing = (id: number) => {
    const page = fromPages[pages.indexOf(pageOf.get(id) ?? NaN)];
    return page !== undefined && page.data === undefined && !page.isError;
  };
  // Alone in their part of the list, or no longer in it.
  const others = ids.filter((id) => !found.has(id) && !isComing(id));
  const single = useQueries({ queries: others.map((id) => imageQuery(id)) });
  const gone = new Set<number>();
  for (const [at, id] of others.entries()) {
    const { data, error } = single[at] ?? {};
    if (error instanceof ApiError && error.code === 'not_found') gone.add(id);
    else if (data) found.set(id, data);
  }

  // When the list shifts, another page is requested; until it arrives, the last record serves.
  const [last, setLast] = useState<ReadonlyMap<number, ImageRecord>>(found);
  const isNew = ids.some((id) => found.has(id) && found.get(id) !== last.get(id));
  if (isNew)
    setLast(new Map(ids.flatMap((id) => [found.get(id) ?? last.get(id) ?? []].flat().map((one) => [id, one]))));
  const recordOf = (id: number) => (gone.has(id) ? undefined : (found.get(id) ?? last.get(id)));
  return { recordOf, isGone: (id) => gone.has(id) };
}
