import type { ErrorCode } from '../../contract/errors.ts';
import { PREVIEW_FAILURES, PREVIEW_SOURCES } from '../../contract/preview.ts';
import type { Scope } from '../../contract/scopes.ts';
import { z } from 'zod';

/** Who may call: anyone, a client with its id and secret, or anyone with a token or session that has these scopes. */
export type Access = 'anyone' | 'client' | Scope | readonly Scope[];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The groups in which operations are shown, in this order. */
export const TAGS = {
  'Access tokens': 'OAuth 2.0 with the client-credentials grant.',
  Images: 'The catalog: what to list, and everything that darktable knows about one image.',
  Organising: 'Stars, color labels, tags, texts and places: decide about images, and take decisions back.',
  'Previews and exports': 'Pictures, and the jobs that make darktable render new ones.',
  'Develop modules': 'The modules that darktable applies to an image, and how to change them.',
  Styles: 'Looks that darktable keeps under a name.',
  'Tags and film rolls': 'Names to find images by.',
  Service: 'Health, library status, live events and this description.',
  Session: 'Cookie sessions of the browser client, sign-in links and paired devices.',
  Clients: 'Programs that are registered and may get tokens.',
  Administration: 'Settings, queues, the darktable plugin, backups and diagnostics. Needs the scope `admin`.',
} as const;
export type Tag = keyof typeof TAGS;

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

export interface Answer {
  description: string;
  headers?: Headers;
  /** The body, if it is JSON. */
  json?: z.ZodType;
  example?: unknown;
  /** A line of the body, for who accepts lines of JSON. */
  lines?: z.ZodType;
  /** The content types of the body, if it is not JSON. */
  types?: readonly string[];
}

export interface Operation {
  method: Method;
  path: string;
  id: string;
  tag: Tag;
  summary: string;
  description?: string;
  access: Access;
  query?: z.ZodObject;
  body?: { schema: z.ZodType; types: readonly string[]; required: boolean; example: unknown };
  answers: Record<number, Answer>;
  /** Codes besides those that follow from the access, the path and the body: see `errorsOf` in document.ts. */
  errors?: readonly ErrorCode[];
  /** Additions to the curl example, besides the address and the token. */
  curl?: { query?: string; save?: string; options?: readonly string[] };
}

/** A picture that is rendered anew changes nothing of an image, whatever else the request says. */
const changes = ({ method, path, tag }: Operation) =>
  method !== 'get' && path.startsWith('/api/v1/') && tag !== 'Previews and exports';

/** Changes that would be other ones than what is meant if a parameter or a field were ignored: then they are refused. */
export const takesNoQuery = (operation: Operation): boolean => changes(operation) && !operation.query;
export const takesNoBody = (operation: Operation): boolean => changes(operation) && !operation.body;
