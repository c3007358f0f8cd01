import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { type GalleryView, writeView } from '../gallery/gallery-view.ts';
import { useAddress } from '../location.ts';
import { useAllMarked } from '../organising/marks-ahead.ts';
import { burstAround } from './bursts.ts';
import { readCulling } from './culling-address.ts';
import { keptSets } from './kept-sets.ts';
import { keptPosition } from './kept-position.ts';
import { useCullingList } from './use-culling-list.ts';
import { useRecords } from './use-records.ts';
import { positionOf } from './verdict.ts';

/** The pictures whose records are asked for around the current one. */
const AROUND = 24;
const EMPTY = new Int32Array();

export type Place = ReturnType<typeof usePlace>;

/** The list, the picture in it that is current, and the records around it. */
export function usePlace(view: GalleryView) {
  const { search, state: history } = useAddress();
  const { image: inAddress, mode, shown } = readCulling(search);
  const set = useMemo(() => keptSets.of(history.set), [history.set]);
  const [start] = useState(() => inAddress ?? (set ? null : keptPosition(writeView(view))));
  const culling = useCullingList(view, shown, start, set);
  const { list, base, note } = culling;
  const ids = list?.ids ?? EMPTY;
  const [currentId, setCurrentId] = useState<number | null>(start);
  const index = useMemo(() => positionOf(currentId, ids, base), [currentId, ids, base]);
  const id = ids[index] ?? null;

  const [range, setRange] = useState({ first: 0, last: -1 });
  const from = Math.max(0, Math.min(index - AROUND, range.last < 0 ? index : range.first));
  const to = Math.min(ids.length - 1, Math.max(index + AROUND, range.last));
  const known = useMemo(() => [...ids.subarray(from, to + 1)], [ids, from, to]);
  const { recordOf, isGone } = useRecords(known, culling.parameters, base);
  const marked = useAllMarked(known.flatMap((one) => recordOf(one) ?? []));
  const byId = new Map(marked.map((image) => [image.id, image]));
  const imageAt = (at: number): ImageRecord | undefined => byId.get(ids[at] ?? -1);
  /** Those that are decided together: a burst, or the whole set. */
  const groupAt = (at: number) => (set ? { first: 0, last: ids.length - 1 } : burstAround(at, imageAt));
  useEffect(() => note(marked));

  /** Which pictures can be seen beside the current one. */
  const showRange = useCallback(
    (first: number, last: number) =>
      setRange((now) => (now.first === first && now.last === last ? now : { first, last })),
    [],
  );
  return {
    history,
    mode,
    culling,
    ids,
    index,
    id,
    image: imageAt(index),
    imageAt,
    groupAt,
    setCurrentId,
    showRange,
    isGone: id !== null && isGone(id),
    recordOf: (one: number) => byId.get(one),
    /** The last position whose picture is known. */
    last: to,
  };
}
