import { useEffect, useRef, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import { type ListParameters, type Outline, PAGE_SIZE, pageQuery } from '../api/images.ts';
import { queryClient } from '../api/query-client.ts';
import type { RowLayout } from './row-layout.ts';

/** Pictures scrolled past more quickly than this are not loaded. */
const STAY_MS = 40;

/** The records of the visible pictures, as far as they have arrived. */
export function useRecords(
  parameters: ListParameters,
  outline: Outline,
  layout: RowLayout,
  shown: { first: number; last: number },
) {
  const from = layout.count > 0 ? layout.firstOf(Math.min(shown.first, layout.count - 1)) : 0;
  const to = layout.count > 0 && shown.last >= 0 ? layout.firstOf(Math.min(shown.last + 1, layout.count)) - 1 : 0;
  const pageOf = (index: number) => Math.floor(Math.max(0, index) / PAGE_SIZE);
  const [wanted, setWanted] = useState({ first: pageOf(from), last: pageOf(to) });
  const next = { first: pageOf(from), last: pageOf(to) };
  useEffect(() => {
    const timer = setTimeout(() => setWanted({ first: next.first, last: next.last }), STAY_MS);
    return () => clearTimeout(timer);
  }, [next.first, next.last]);

  const count = Math.max(0, Math.min(wanted.last, pageOf(outline.ids.length - 1)) - wanted.first + 1);
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, at) => pageQuery(parameters, wanted.first + at)),
  });

  // The next page is loaded only after somebody has moved.
  const reached = useRef(wanted);
  useEffect(() => {
    const step = wanted.first - reached.current.first || wanted.last - reached.current.last;
    reached.current = wanted;
    const beyond = step > 0 ? wanted.last + 1 : wanted.first - 1;
    if (step !== 0 && beyond >= 0 && beyond * PAGE_SIZE < outline.ids.length)
      queryClient.query(pageQuery(parameters, beyond)).catch(() => undefined);
  }, [wanted, parameters, outline]);

  // Page and outline belong to two states of the library: both are requested again.
  const isTorn = pages.some(({ data }) => data !== undefined && data.total !== outline.ids.length);
  const newest = Math.max(0, ...pages.map(({ dataUpdatedAt }) => dataUpdatedAt));
  useEffect(() => {
    if (isTorn) void queryClient.invalidateQueries({ queryKey: ['images'] });
  }, [isTorn, newest]);

  return (index: number): ImageRecord | undefined => {
    const items = pages[pageOf(index) - wanted.first]?.data?.items;
    const image = items?.[index % PAGE_SIZE];
    const id = outline.ids[index];
    return image?.id === id ? image : items?.find((other) => other.id === id);
  };
}
