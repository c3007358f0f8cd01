/** What the answers of many routes have in common. */
import type { z } from 'zod';
import type { Answer } from './route.ts';

export const jpeg = ['image/jpeg'] as const;
export const jpegOrPng = ['image/jpeg', 'image/png'] as const;

export const noStore = { 'Cache-Control': 'always' } as const;
export const jsonHeaders = { ETag: 'always', 'Cache-Control': 'always' } as const;
export const fileHeaders = { ETag: 'always', 'Last-Modified': 'always', 'Cache-Control': 'always' } as const;
export const bytesHeaders = { ...fileHeaders, 'Accept-Ranges': 'always' } as const;
export const previewHeaders = { 'X-Preview-Source': 'always', 'X-Preview-Warning': 'sometimes' } as const;
/** The history, which has an address of its own. */
export const changedHistoryHeaders = { ...jsonHeaders, 'Content-Location': 'always', 'X-Change': 'sometimes' } as const;

export const notModified = {
  id: 'NotModified',
  description: 'Unchanged: the `ETag` is still the one in `If-None-Match`.',
  headers: jsonHeaders,
} as const;
export const fileNotModified = {
  description: 'Unchanged since the version that `If-None-Match` or `If-Modified-Since` names.',
  headers: fileHeaders,
} as const;

type Body<Json extends z.ZodType> = Omit<Answer<Json>, 'headers'> & { json: Json };
const unkept = <Json extends z.ZodType>(answer: Body<Json>) => ({ ...answer, headers: noStore });

/** JSON with an `ETag`, or 304. */
export const tagged = <Json extends z.ZodType>(answer: Body<Json>) =>
  ({ 200: { ...answer, headers: jsonHeaders }, 304: notModified }) as const;
/** Bytes with an `ETag`, or 304. */
export const taggedBytes = (description: string, types: readonly string[]) =>
  ({ 200: { description, types, headers: jsonHeaders }, 304: notModified }) as const;
/** JSON with an `ETag` and links to the neighboring pages, or 304. */
export const paged = <Json extends z.ZodType>(answer: Body<Json>) =>
  ({ 200: { ...answer, headers: { ...jsonHeaders, Link: 'always' } }, 304: notModified }) as const;
/** Of a list with a `search`: see warnOfSearch. */
export const searched = <Found extends Answer>(answers: { 200: Found; 304: typeof notModified }) =>
  ({
    ...answers,
    200: { ...answers[200], headers: { ...answers[200].headers, 'X-Search-Warning': 'sometimes' } },
  }) as const;
/** JSON that no cache may keep. */
export const ok = <Json extends z.ZodType>(answer: Body<Json>) => ({ 200: unkept(answer) }) as const;
export const created = <Json extends z.ZodType>(answer: Body<Json>) => ({ 201: unkept(answer) }) as const;
export const accepted = <Json extends z.ZodType>(answer: Body<Json>) => ({ 202: unkept(answer) }) as const;
/** No body. */
export const done = (description: string) => ({ 204: { description, headers: noStore } }) as const;
