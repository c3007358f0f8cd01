import { useCallback, useMemo } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import { imageQuery, outlineQuery, PAGE_SIZE, pageQuery } from '../api/images.ts';
import { useFolded } from '../gallery/folds/fold-switch.ts';
import { isUnfoldedAt } from '../gallery/folds/groups.ts';
import { useShownList } from '../gallery/folds/use-shown-list.ts';
import { type GalleryView, listParameters } from '../gallery/gallery-view.ts';

/** Pictures on either side that the filmstrip shows. */
const AROUND = 18;

/** The list around an image, as in the gallery behind it. */
export function useNeighbourhood(id: number, view: GalleryView) {
  const parameters = useFolded(listParameters(view));
  const outline = useQuery(outlineQuery(parameters));
  const list = useShownList(outline.isPlaceholderData ? undefined : outline.data, parameters);
  const ids = list?.ids;
  const at = useMemo(() => ids?.indexOf(id) ?? -1, [ids, id]);
  const total = ids?.length ?? 0;
  const first = Math.max(0, at - AROUND);
  const last = Math.min(total - 1, at + AROUND);
  const placeOf = (index: number) => list?.places?.[index] ?? index;
  const pageOf = (index: number) => Math.floor(placeOf(index) / PAGE_SIZE);
  const firstPage = pageOf(first);
  const count = at < 0 ? 0 : pageOf(last) - firstPage + 1;
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, page) => pageQuery(parameters, firstPage + page)),
  });
  const shown = at < 0 || !ids ? [] : Array.from({ length: last - first + 1 }, (_, step) => first + step);
  // The list of the service has none of those that were unfolded.
  const unfolded = shown.filter((index) => list && isUnfoldedAt(list, index));
  const members = useQueries({ queries: unfolded.map((index) => imageQuery(ids?.[index] ?? 0)) });
  const recordAt = (index: number): ImageRecord | undefined => {
    if (index < 0) return undefined;
    const single = unfolded.indexOf(index);
    if (single >= 0) return members[single]?.data;
    const items = pages[pageOf(index) - firstPage]?.data?.items;
    const found = items?.[placeOf(index) % PAGE_SIZE];
    return found?.id === ids?.[index] ? found : undefined;
  };
  const idAt = useCallback((index: number): number | undefined => (index < 0 ? undefined : ids?.[index]), [ids]);
  const around = shown.map((index) => ({ index, id: ids?.[index] ?? 0, image: recordAt(index) }));
  return { at, total, around, recordAt, idAt };
}
