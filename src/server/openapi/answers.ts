/** What the descriptions of many operations have in common. */

export const json = ['application/json'] as const;
export const jsonOrForm = ['application/x-www-form-urlencoded', 'application/json'] as const;
export const jpeg = ['image/jpeg'] as const;
export const jpegOrPng = ['image/jpeg', 'image/png'] as const;

/** `{origin}` is the address of the server. */
export const FROM_OUR_PAGE = '-H "Origin: {origin}"';

export const noStore = { 'Cache-Control': 'always' } as const;
export const jsonHeaders = { ETag: 'always', 'Cache-Control': 'always' } as const;
/** The history, which has an address of its own. */
export const changedHistoryHeaders = { ...jsonHeaders, 'Content-Location': 'always', 'X-Change': 'sometimes' } as const;

export const notModified = {
  description: 'Unchanged: the `ETag` is still the one in `If-None-Match`.',
  headers: jsonHeaders,
} as const;
export const fileHeaders = { ETag: 'always', 'Last-Modified': 'always', 'Cache-Control': 'always' } as const;
export const bytesHeaders = { ...fileHeaders, 'Accept-Ranges': 'always' } as const;
export const previewHeaders = { 'X-Preview-Source': 'always', 'X-Preview-Warning': 'sometimes' } as const;
export const fileNotModified = {
  description: 'Unchanged since the version that `If-None-Match` or `If-Modified-Since` names.',
  headers: fileHeaders,
} as const;
export const pageHeaders = { ...jsonHeaders, Link: 'always' } as const;
