import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ImageList, ImageRecord } from '../../contract/image-record.ts';
import { get } from './request.ts';

export type ImagePage = z.infer<typeof ImageList>;

/** Filters and order as the service's query parameters, in a fixed order: part of every cache key. */
export type ListParameters = Readonly<Record<string, string>>;

export const PAGE_SIZE = 100;
const AROUND = 30;

const listPath = (parameters: ListParameters, offset: number, limit: number) =>
  `/api/v1/images?${new URLSearchParams({ ...parameters, limit: String(limit), offset: String(offset) })}`;

/** The whole list, page after page as one scrolls. */
export const imagesQuery = (parameters: ListParameters) =>
  infiniteQueryOptions({
    queryKey: ['images', parameters],
    queryFn: ({ pageParam, signal }) => get<ImagePage>(listPath(parameters, pageParam, PAGE_SIZE), signal),
    initialPageParam: 0,
    getNextPageParam: (last: ImagePage) => {
      const next = last.offset + last.items.length;
      return last.items.length > 0 && next < last.total ? next : undefined;
    },
    placeholderData: keepPreviousData,
    // A library that comes back shows itself again without a click.
    refetchInterval: ({ state }) => (state.status === 'error' ? 3000 : false),
    staleTime: 30_000,
  });

/** The stretch of the list around a place in it: what lies before and after the image that one looks at. */
export const stretchQuery = (parameters: ListParameters, place: number) => {
  // Whole stretches, not one per place, so that stepping through a list asks only now and then.
  const offset = Math.max(0, Math.floor(place / AROUND) * AROUND - AROUND);
  return queryOptions({
    queryKey: ['images', parameters, 'stretch', offset],
    queryFn: ({ signal }) => get<ImagePage>(listPath(parameters, offset, 3 * AROUND), signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
};

export const imageQuery = (id: number) =>
  queryOptions({
    queryKey: ['image', id],
    queryFn: ({ signal }) => get<ImageRecord>(`/api/v1/images/${id}`, signal),
    staleTime: 10_000,
  });
