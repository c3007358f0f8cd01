import { useCallback, useMemo } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import { outlineQuery, PAGE_SIZE, pageQuery } from '../api/images.ts';
import { type GalleryView, listParameters } from '../gallery/gallery-view.ts';

/** Pictures on either side that the filmstrip shows. */
const AROUND = 18;

/** The list around an image, as in the gallery behind it. */
export function useNeighbourhood(id: number, view: GalleryView) {
  const parameters = listParameters(view);
  const outline = useQuery(outlineQuery(parameters));
  const ids = outline.isPlaceholderData ? undefined : outline.data?.ids;
  const at = useMemo(() => ids?.indexOf(id) ?? -1, [ids, id]);
  const total = ids?.length ?? 0;
  const first = Math.max(0, at - AROUND);
  const last = Math.min(total - 1, at + AROUND);
  const firstPage = Math.floor(first / PAGE_SIZE);
  const count = at < 0 ? 0 : Math.floor(last / PAGE_SIZE) - firstPage + 1;
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, page) => pageQuery(parameters, firstPage + page)),
  });
  const recordAt = (index: number): ImageRecord | undefined => {
    if (index < 0) return undefined;
    const items = pages[Math.floor(index / PAGE_SIZE) - firstPage]?.data?.items;
    const found = items?.[index % PAGE_SIZE];
    return found?.id === ids?.[index] ? found : undefined;
  };
  const idAt = useCallback((index: number): number | undefined => (index < 0 ? undefined : ids?.[index]), [ids]);
  const around =
    at < 0 || !ids
      ? []
      : [...ids.slice(first, last + 1)].map((one, step) => ({
          index: first + step,
          id: one,
          image: recordAt(first + step),
        }));
  return { at, total, around, recordAt, idAt };
}
