import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Facets, Timeline } from '../../contract/image-overview.ts';
import type { Film, ImageList, ImageRecord, Tag, TagBranch, TagList } from '../../contract/image-record.ts';
import type { Suggestions } from '../../contract/suggestions.ts';
import { livePollMs } from './live-state.ts';
import { get, send } from './request.ts';

export type ImagePage = z.infer<typeof ImageList>;

/** Filters and order as the service's query parameters, in a fixed order: part of every cache key. */
export type ListParameters = Readonly<Record<string, string>>;

export const PAGE_SIZE = 100;
/** Long scrolling passes thousands of pages; those out of sight are soon dropped. */
const KEEP_PAGES_MS = 60_000;

/** A whole list without its texts: the images in their order, and their shapes in thousandths of width by height. */
export interface Outline {
  ids: Int32Array;
  shapes: Uint16Array;
  /** Of a list with one picture of each group: all pictures of groups of two or more. */
  members?: Members;
}
export interface Members {
  ids: Int32Array;
  /** Where in the list the groups are. */
  places: Int32Array;
  shapes: Uint16Array;
  /** 1 for those that the filters let through. */
  fits: Uint8Array;
}

const url = (path: string, parameters: ListParameters) => `${path}?${new URLSearchParams(parameters)}`;

export const outlineQuery = (parameters: ListParameters) =>
  queryOptions({
    queryKey: ['images', 'outline', parameters],
    queryFn: async ({ signal }): Promise<Outline> => {
      const members = 'group' in parameters;
      const answer = await send(url('/api/v1/images/outline', { ...parameters, ...(members && { members: 'true' }) }), {
        signal,
      });
      return readOutline(await answer.arrayBuffer(), members);
    },
    placeholderData: keepPreviousData,
    // When a library comes back, it appears again without a click.
    refetchInterval: ({ state }) => (state.status === 'error' ? 3000 : livePollMs()),
    staleTime: 30_000,
    // Comparing typed arrays in parts is useless.
    structuralSharing: false,
  });

/** See contract/image-overview.ts. Every computer that runs a browser is little endian. */
export function readOutline(bytes: ArrayBuffer, members = false): Outline {
  const total = new DataView(bytes).getUint32(0, true);
  const list = { ids: new Int32Array(bytes, 4, total), shapes: new Uint16Array(bytes, 4 + 4 * total, total) };
  return members ? { ...list, members: readMembers(bytes.slice(4 + 6 * total)) } : list;
}

function readMembers(bytes: ArrayBuffer): Members {
  const count = new DataView(bytes).getUint32(0, true);
  return {
    ids: new Int32Array(bytes, 4, count),
    places: new Int32Array(bytes, 4 + 4 * count, count),
    shapes: new Uint16Array(bytes, 4 + 8 * count, count),
    fits: new Uint8Array(bytes, 4 + 10 * count, count),
  };
}

/** The records of one part of the list; `page` counts parts of PAGE_SIZE from 0. */
export const pageQuery = (parameters: ListParameters, page: number) =>
  queryOptions({
    queryKey: ['images', 'page', parameters, page],
    queryFn: ({ signal }) =>
      get<ImagePage>(
        url('/api/v1/images', { ...parameters, limit: String(PAGE_SIZE), offset: String(page * PAGE_SIZE) }),
        signal,
      ),
    refetchInterval: livePollMs,
    staleTime: 30_000,
    gcTime: KEEP_PAGES_MS,
  });

export const imageQuery = (id: number) =>
  queryOptions({
    queryKey: ['image', id],
    queryFn: ({ signal }) => get<ImageRecord>(`/api/v1/images/${id}`, signal),
    refetchInterval: livePollMs,
    staleTime: 10_000,
  });

export const timelineQuery = (parameters: ListParameters) =>
  queryOptions({
    queryKey: ['images', 'timeline', parameters],
    queryFn: ({ signal }) => get<Timeline>(url('/api/v1/images/timeline', parameters), signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const facetsQuery = (parameters: ListParameters) =>
  queryOptions({
    queryKey: ['images', 'facets', parameters],
    queryFn: ({ signal }) => get<Facets>(url('/api/v1/images/facets', parameters), signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const suggestionsQuery = (parameters: ListParameters) =>
  queryOptions({
    queryKey: ['images', 'suggestions', parameters],
    queryFn: ({ signal }) => get<Suggestions>(url('/api/v1/images/suggestions', parameters), signal),
    staleTime: 30_000,
  });

/** `limit` at most 500. */
export const tagsQuery = (search: string, limit: number) =>
  queryOptions({
    queryKey: ['tags', search, limit],
    queryFn: ({ signal }) =>
      get<z.infer<typeof TagList>>(url('/api/v1/tags', { search, limit: String(limit) }), signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** Lists that load page by page while scrolling. */
const PANEL_PAGE = 100;
interface NamePage<Item> {
  items: Item[];
  total: number;
  offset: number;
}
const paged = { initialPageParam: 0, placeholderData: keepPreviousData, staleTime: 30_000 };
const nextOffset = ({ items, total, offset }: NamePage<unknown>) => {
  const next = offset + items.length;
  return items.length > 0 && next < total ? next : undefined;
};

/** Newest first, by the last picture of each. */
const filmPage = (search: string, limit: number, offset: number, signal: AbortSignal) =>
  get<NamePage<Film>>(
    url('/api/v1/films', { search, sort_by: 'last_taken', limit: String(limit), offset: String(offset) }),
    signal,
  );

export const filmPagesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['films', 'pages', search],
    queryFn: ({ signal, pageParam }) => filmPage(search, PANEL_PAGE, pageParam, signal),
    getNextPageParam: nextOffset,
    ...paged,
  });

export const tagPagesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['tags', 'pages', search],
    queryFn: ({ signal, pageParam }) =>
      get<NamePage<Tag>>(url('/api/v1/tags', { search, limit: String(PANEL_PAGE), offset: String(pageParam) }), signal),
    getNextPageParam: nextOffset,
    ...paged,
  });

/** One level of the tag tree; the top level is below ''. */
export const tagBranchesQuery = (parent: string) =>
  infiniteQueryOptions({
    queryKey: ['tags', 'branches', parent],
    queryFn: ({ signal, pageParam }) =>
      get<NamePage<TagBranch>>(
        url('/api/v1/tags/branches', {
          ...(parent !== '' && { parent }),
          limit: String(PANEL_PAGE),
          offset: String(pageParam),
        }),
        signal,
      ),
    getNextPageParam: nextOffset,
    ...paged,
  });

/** The name of a film roll, taken from its pictures: a library may have more rolls than a list can hold. */
export const filmNameQuery = (film: number) =>
  queryOptions({
    queryKey: ['films', 'name', film],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { items } = await get<ImagePage>(url('/api/v1/images', { film_id: String(film), limit: '1' }), signal);
      const folder = items[0]?.film_roll;
      return folder === undefined ? null : (/[^/\\]+(?=[/\\]*$)/.exec(folder)?.[0] ?? folder);
    },
    staleTime: 30_000,
  });
