import { PREVIEW_FAILURES, PREVIEW_SOURCES } from '../../contract/preview.ts';

/** Every response header that an operation can promise. */
export const HEADERS = {
  'Accept-Ranges': { description: 'Byte ranges are supported', schema: { const: 'bytes' } },
  Allow: { description: 'The methods that this path supports', schema: { type: 'string' } },
  'Cache-Control': { description: 'Who may cache the response', schema: { type: 'string' } },
  'Content-Disposition': { description: 'The name to save the file under', schema: { type: 'string' } },
  'Content-Location': { description: 'What the body and its `ETag` are of', schema: { type: 'string' } },
  'Content-Range': { description: 'Which bytes of the file these are', schema: { type: 'string' } },
  ETag: {
    description: 'Identifies this version of the response; send it back as `If-None-Match`',
    schema: { type: 'string' },
  },
  'Last-Modified': { description: 'When the file was last written', schema: { type: 'string' } },
  Link: { description: 'The first, previous, next and last page (RFC 8288)', schema: { type: 'string' } },
  Location: { description: 'The page to open next, or what was made', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds to wait before the next request',
    schema: { type: 'integer', minimum: 0 },
  },
  'Set-Cookie': { description: 'The session cookie: HttpOnly, SameSite=Strict', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'How to authenticate, and why authentication failed', schema: { type: 'string' } },
  'X-Preview-Source': {
    description: 'Where the picture comes from',
    schema: { type: 'string', enum: PREVIEW_SOURCES },
  },
  'X-Preview-Failure': {
    description:
      'Rendering this image has failed, so no new job was queued; the message says why. Safelight tries again when the file or the history changes, or when a refresh is requested',
    schema: { type: 'string', enum: PREVIEW_FAILURES },
  },
  'X-Preview-Warning': {
    description: 'The picture does not show the current edits: it is older than they are, or shows no edits at all',
    schema: { type: 'string' },
  },
  'X-Search-Warning': {
    description: 'Words of `search` that look like a form of it and were searched as text, and why',
    schema: { type: 'string' },
  },
  'X-Picture-Size': {
    description: 'Width and height of the whole picture at 100 %, such as 6000x4000',
    schema: { type: 'string' },
  },
  'X-Picture-Region': {
    description: 'What this is of the scaled picture: x, y, width and height',
    schema: { type: 'string' },
  },
  'X-Change': {
    description: 'The id of the change, for its undo; missing if nothing had to be changed',
    schema: { type: 'integer' },
  },
} as const;
export type HeaderName = keyof typeof HEADERS;

/** `always`: the header must be present. */
export type Headers = Partial<Record<HeaderName, 'always' | 'sometimes'>>;
