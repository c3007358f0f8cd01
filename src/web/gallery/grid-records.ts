import { useEffect, useRef, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import { imageQuery, type ListParameters, PAGE_SIZE, pageQuery } from '../api/images.ts';
import { queryClient } from '../api/query-client.ts';
import { forgetVersions } from './folds/new-versions.ts';
import { isUnfoldedAt, type ShownList } from './folds/groups.ts';
import type { RowLayout } from './row-layout.ts';

/** Pictures scrolled past more quickly than this are not loaded. */
const STAY_MS = 40;

/** The records of the visible pictures, as far as they have arrived. */
export function useRecords(
  parameters: ListParameters,
  list: ShownList,
  layout: RowLayout,
  shown: { first: number; last: number },
) {
  const from = layout.count > 0 ? layout.firstOf(Math.min(shown.first, layout.count - 1)) : 0;
  const to = layout.count > 0 && shown.last >= 0 ? layout.firstOf(Math.min(shown.last + 1, layout.count)) - 1 : 0;
  const placeOf = (index: number) => list.places?.[index] ?? index;
  const pageOf = (index: number) => Math.floor(Math.max(0, placeOf(index)) / PAGE_SIZE);
  const [wanted, setWanted] = useState({ first: pageOf(from), last: pageOf(to) });
  const next = { first: pageOf(from), last: pageOf(to) };
  useEffect(() => {
    const timer = setTimeout(() => setWanted({ first: next.first, last: next.last }), STAY_MS);
    return () => clearTimeout(timer);
  }, [next.first, next.last]);

  const count = Math.max(0, Math.min(wanted.last, Math.floor((list.listed - 1) / PAGE_SIZE)) - wanted.first + 1);
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, at) => pageQuery(parameters, wanted.first + at)),
  });

  // The next page is loaded only after somebody has moved.
  const reached = useRef(wanted);
  useEffect(() => {
    const step = wanted.first - reached.current.first || wanted.last - reached.current.last;
    reached.current = wanted;
    const beyond = step > 0 ? wanted.last + 1 : wanted.first - 1;
    if (step !== 0 && beyond >= 0 && beyond * PAGE_SIZE < list.listed)
      queryClient.query(pageQuery(parameters, beyond)).catch(() => undefined);
  }, [wanted, parameters, list]);

  // Page and outline belong to two states of the library: both are requested again.
  const isTorn = pages.some(({ data }) => data !== undefined && data.total !== list.listed);
  const newest = Math.max(0, ...pages.map(({ dataUpdatedAt }) => dataUpdatedAt));
  useEffect(() => {
    if (isTorn) void queryClient.invalidateQueries({ queryKey: ['images'] });
  }, [isTorn, newest]);

  // The list of the service has none of those that were unfolded.
  const unfolded = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((at) => isUnfoldedAt(list, at));
  const members = useQueries({ queries: unfolded.map((at) => imageQuery(list.ids[at] ?? 0)) });

  const gone = unfolded.filter((_, at) => members[at]?.isError === true).map((at) => list.ids[at] ?? 0);
  useEffect(() => {
    if (gone.length > 0) forgetVersions(gone);
  });

  return (index: number): ImageRecord | undefined => {
    const single = unfolded.indexOf(index);
    if (single >= 0) return members[single]?.data;
    const items = pages[pageOf(index) - wanted.first]?.data?.items;
    const image = items?.[placeOf(index) % PAGE_SIZE];
    const id = list.ids[index];
    return image?.id === id ? image : items?.find((other) => other.id === id);
  };
}
