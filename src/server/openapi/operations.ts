import { z } from 'zod';
import { BackupList, BridgeChange, BridgeStatus, Diagnostics, JobCount, QueueList } from '../../contract/admin.ts';
import { ClientChange, ClientInfo, ClientList, ClientSecret, NewClient, NewSecret } from '../../contract/clients.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { ADMIN_EVENTS, EventsQuery, LIVE_EVENTS } from '../../contract/live-events.ts';
import { FilmQuery, ImageQuery, NameQuery, PageQuery, TagBranchQuery } from '../../contract/image-query.ts';
import {
  FacetQuery,
  Facets,
  OUTLINE_TYPE,
  OutlineQuery,
  Timeline,
  TimelineQuery,
} from '../../contract/image-overview.ts';
import { FilmList, ImageList, ImageRecord, TagBranchList, TagList } from '../../contract/image-record.ts';
import { ArchiveQuery } from '../../contract/archive-names.ts';
import { ExportBatch, ExportBatchList } from '../../contract/export-batches.ts';
import { ManyAccepted, ManyExportsAccepted, ManyImages } from '../../contract/many-images.ts';
import {
  EditList,
  ModuleEntry,
  ModuleList,
  ModuleListQuery,
  ModulePatch,
  ModulePatchQuery,
  ModuleQuery,
} from '../../contract/modules.ts';
import {
  AuthorizationServerMetadata,
  Introspection,
  TokenRequest,
  TokenResponse,
  TokenToLookAt,
} from '../../contract/oauth.ts';
import { MOST_PLACEHOLDERS, PlaceholderList, PlaceholderQuery } from '../../contract/placeholders.ts';
import {
  ExportAccepted,
  ExportQueued,
  FULL_RETRY_SECONDS,
  PREVIEW_RETRY_SECONDS,
  PREVIEW_FAILURES,
  PREVIEW_SOURCES,
  PreviewGenerating,
  PreviewQuery,
  RefreshAccepted,
} from '../../contract/preview.ts';
import type { Scope } from '../../contract/scopes.ts';
import { Health, LibraryStatus } from '../../contract/service.ts';
import { NewPairing, Pairing, SessionList, SessionState, SignIn } from '../../contract/session.ts';
import { SettingsAnswer, SettingsDescription, SettingsPatch } from '../../contract/settings.ts';
import { NewSignInLink, SignInLink } from '../../contract/sign-in-link.ts';
import * as example from './examples.ts';

/** Who may call: anyone, a client with its id and secret, or whoever carries a token or a session with this scope. */
export type Access = 'anyone' | 'client' | Scope;

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** The groups that operations are shown in, in this order. */
export const TAGS = {
  'Access tokens': 'OAuth 2.0 with the client-credentials grant.',
  Images: 'The catalog: what to list, and everything that darktable knows about one image.',
  'Previews and exports': 'Pictures, and the jobs that have darktable render new ones.',
  'Develop modules': 'What darktable does to an image, step by step, and how to change it.',
  'Tags and film rolls': 'What images can be found by.',
  Service: 'This Safelight itself.',
  Session: 'The cookie of the browser page that Safelight serves.',
  Clients: 'Registrations of the programs that may ask for tokens.',
  Administration: 'Settings, queues, the plugin in darktable and the state of all of it. For the scope `admin`.',
} as const;
export type Tag = keyof typeof TAGS;

/** Every response header that an operation can promise. */
export const HEADERS = {
  'Accept-Ranges': { description: 'Ranges of bytes may be asked for', schema: { const: 'bytes' } },
  Allow: { description: 'The methods that this path has', schema: { type: 'string' } },
  'Cache-Control': { description: 'Who may keep the answer', schema: { type: 'string' } },
  'Content-Disposition': { description: 'The name to save the file under', schema: { type: 'string' } },
  'Content-Range': { description: 'Which bytes of the file these are', schema: { type: 'string' } },
  ETag: { description: 'Names this state of the answer: send it back as `If-None-Match`', schema: { type: 'string' } },
  'Last-Modified': { description: 'When the file was written', schema: { type: 'string' } },
  Link: { description: 'The first, previous, next and last page (RFC 8288)', schema: { type: 'string' } },
  Location: { description: 'Where to go on', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds after which asking again makes sense',
    schema: { type: 'integer', minimum: 0 },
  },
  'Set-Cookie': { description: 'The session: HttpOnly, SameSite=Strict', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'How to authenticate, and why it failed', schema: { type: 'string' } },
  'X-Preview-Source': { description: 'Where the pixels come from', schema: { type: 'string', enum: PREVIEW_SOURCES } },
  'X-Preview-Failure': {
    description:
      'No preview could be made of the image as it is now, so it was not queued once more; the message says why. It is tried again when the file or the history changes, or a refresh is asked for',
    schema: { type: 'string', enum: PREVIEW_FAILURES },
  },
  'X-Preview-Warning': {
    description: 'The picture does not show the present edits: it is older than they are, or shows none at all',
    schema: { type: 'string' },
  },
} as const;
export type HeaderName = keyof typeof HEADERS;

/** `always`: an answer without it is a fault. */
export type Headers = Partial<Record<HeaderName, 'always' | 'sometimes'>>;

export interface Answer {
  description: string;
  headers?: Headers;
  /** The body, when it is JSON. */
  json?: z.ZodType;
  example?: unknown;
  /** The content types of the body, when it is not JSON. */
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
  /** Codes besides those that follow from the access, the path and the body: see `errorsOf` in openapi.ts. */
  errors?: readonly ErrorCode[];
  /** The rest of a curl command that shows the operation, after the address and the token. */
  curl?: { query?: string; save?: string; options?: readonly string[] };
}

const json = ['application/json'] as const;
const jsonOrForm = ['application/x-www-form-urlencoded', 'application/json'] as const;
const jpeg = ['image/jpeg'] as const;
const jpegOrPng = ['image/jpeg', 'image/png'] as const;

/** `{origin}` is the address of the server. */
const FROM_OUR_PAGE = '-H "Origin: {origin}"';

const noStore = { 'Cache-Control': 'always' } as const;
const jsonHeaders = { ETag: 'always', 'Cache-Control': 'always' } as const;
const notModified = {
  description: 'Nothing changed since the state that `If-None-Match` names.',
  headers: jsonHeaders,
} as const;
const fileHeaders = { ETag: 'always', 'Last-Modified': 'always', 'Cache-Control': 'always' } as const;
const bytesHeaders = { ...fileHeaders, 'Accept-Ranges': 'always' } as const;
const previewHeaders = { 'X-Preview-Source': 'always', 'X-Preview-Warning': 'sometimes' } as const;
const fileNotModified = {
  description: 'Nothing changed since the state that `If-None-Match` or `If-Modified-Since` names.',
  headers: fileHeaders,
} as const;
const pageHeaders = { ...jsonHeaders, Link: 'always' } as const;

const BATCH = {
  id: '7c1d3a52-6a4e-4c0b-9a53-1f0f3f0e6d0a',
  requested_at: 1719137000000,
  total: 2,
  done: 1,
  waiting: 0,
  failed: 1,
  image_ids: [4711, 4712],
  failures: [{ image_id: 4712, filename: 'IMG_2042.CR3', reason: 'the file is missing' }],
};

/** The whole API, in the order in which people read about it. */
export const operations: readonly Operation[] = [
  // Access tokens
  {
    method: 'post',
    path: '/oauth/token',
    id: 'issueToken',
    tag: 'Access tokens',
    summary: 'Get an access token',
    description:
      'The client-credentials grant of RFC 6749. The client id and secret come in the body or in a Basic header; the header is looked at only when the body names no `client_id`. An id in the header may be form-encoded, as RFC 6749 has it, or raw. The token carries those of the requested scopes that the client has.',
    access: 'client',
    body: {
      schema: TokenRequest,
      types: jsonOrForm,
      required: true,
      example: {
        grant_type: 'client_credentials',
        client_id: 'my-frame',
        client_secret: '…',
        scope: 'images:read previews:read',
      },
    },
    answers: {
      200: {
        description: 'The token.',
        json: TokenResponse,
        headers: noStore,
        example: {
          access_token: 'eyJhbGciOi…',
          token_type: 'Bearer',
          expires_in: 3600,
          scope: 'images:read previews:read',
        },
      },
    },
    errors: ['invalid_request', 'unsupported_grant_type', 'invalid_scope', 'invalid_client', 'slow_down'],
  },
  {
    method: 'post',
    path: '/oauth/revoke',
    id: 'revokeToken',
    tag: 'Access tokens',
    summary: 'Revoke a token',
    description:
      'RFC 7009. A token that is unknown, expired or revoked already is answered like one that was revoked just now; the token of another client is refused.',
    access: 'client',
    body: { schema: TokenToLookAt, types: jsonOrForm, required: true, example: { token: 'eyJhbGciOi…' } },
    answers: {
      200: {
        description: 'The token does not work any more.',
        json: z.strictObject({}),
        headers: noStore,
        example: {},
      },
    },
    errors: ['invalid_request', 'invalid_client', 'slow_down', 'storage_error'],
  },
  {
    method: 'post',
    path: '/oauth/introspect',
    id: 'introspectToken',
    tag: 'Access tokens',
    summary: 'Ask what a token is good for',
    description: 'RFC 7662. A client sees its own tokens; every other token is answered with `active: false`.',
    access: 'client',
    body: { schema: TokenToLookAt, types: jsonOrForm, required: true, example: { token: 'eyJhbGciOi…' } },
    answers: {
      200: {
        description: 'Whether the token works, and for what.',
        json: Introspection,
        headers: noStore,
        example: { active: true, scope: 'images:read', client_id: 'my-frame', token_type: 'Bearer', exp: 1719055267 },
      },
    },
    errors: ['invalid_request', 'invalid_client', 'slow_down'],
  },
  {
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    id: 'discoverAuthorizationServer',
    tag: 'Access tokens',
    summary: 'Discover the token endpoints',
    description: 'RFC 8414, for OAuth libraries that find their way by themselves.',
    access: 'anyone',
    answers: { 200: { description: 'The addresses and what they support.', json: AuthorizationServerMetadata } },
  },

  // Images
  {
    method: 'get',
    path: '/api/v1/images',
    id: 'listImages',
    tag: 'Images',
    summary: 'List images',
    description:
      'Filters narrow each other. A page that follows another never repeats or skips an image, and `total` is exact. `Link` names the neighbouring pages.',
    access: 'images:read',
    query: ImageQuery,
    answers: {
      200: { description: 'One page of images.', json: ImageList, headers: pageHeaders, example: example.imageList },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'rating_min=4&tag=places&limit=1' },
  },
  {
    method: 'get',
    path: '/api/v1/images/outline',
    id: 'outlineImages',
    tag: 'Images',
    summary: 'Outline a whole list',
    description:
      'What laying out a list of any length needs, six bytes an image, all little endian: first how many there are (32 bits), then the ids of all in their order (32 bits each), then the shapes of all (16 bits each: thousandths of width by height).',
    access: 'images:read',
    query: OutlineQuery,
    answers: {
      200: { description: 'How many, their ids, their shapes.', types: [OUTLINE_TYPE], headers: jsonHeaders },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'rating_min=4', save: 'outline.bin' },
  },
  {
    method: 'get',
    path: '/api/v1/images/timeline',
    id: 'imageTimeline',
    tag: 'Images',
    summary: 'Count images by month',
    access: 'images:read',
    query: TimelineQuery,
    answers: {
      200: { description: 'Months in the order of the list.', json: Timeline, headers: jsonHeaders },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'tag=places' },
  },
  {
    method: 'get',
    path: '/api/v1/images/facets',
    id: 'imageFacets',
    tag: 'Images',
    summary: 'Count images by what filters ask for',
    access: 'images:read',
    query: FacetQuery,
    answers: {
      200: { description: 'How many images there are of each kind.', json: Facets, headers: jsonHeaders },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'rating_min=4' },
  },
  {
    method: 'get',
    path: '/api/v1/images/{id}',
    id: 'getImage',
    tag: 'Images',
    summary: 'Read one image',
    access: 'images:read',
    answers: {
      200: { description: 'The image.', json: ImageRecord, headers: jsonHeaders, example: example.image },
      304: notModified,
    },
    errors: ['library_unavailable'],
  },

  // Previews and exports
  {
    method: 'get',
    path: '/api/v1/images/placeholders',
    id: 'listPlaceholders',
    tag: 'Previews and exports',
    summary: 'See tiny pictures until the previews arrive',
    description: `Of at most ${MOST_PLACEHOLDERS} images at once: a WebP of a few pixels each, about 80 bytes, made of the preview that is there. Images without any preview, and ids that no image has, are left out.`,
    access: 'previews:read',
    query: PlaceholderQuery,
    answers: {
      200: { description: 'In the order of the ids.', json: PlaceholderList, headers: jsonHeaders },
      304: notModified,
    },
    errors: ['invalid_query'],
    curl: { query: 'ids=1,2,3' },
  },
  {
    method: 'get',
    path: '/api/v1/images/{id}/preview',
    id: 'getPreview',
    tag: 'Previews and exports',
    summary: 'See a preview',
    description:
      'The newest rendered preview of the bridge or of darktable; without one, the picture file itself, or the JPEG inside the raw file. When there is no picture at all, darktable is asked for one and the answer is 202: ask again after `Retry-After`. A size that is missing may be answered with a larger one, never with a smaller. A client without the scope `cache:refresh` may have 1,000 previews waiting.',
    access: 'previews:read',
    query: PreviewQuery,
    answers: {
      200: {
        description: 'The picture.',
        types: jpegOrPng,
        headers: { ...bytesHeaders, ...previewHeaders },
      },
      202: {
        description: 'There is none yet. It was queued, unless `X-Preview-Failure` says that none can be made.',
        json: PreviewGenerating,
        headers: { 'Retry-After': 'always', 'X-Preview-Failure': 'sometimes', ...noStore },
        example: {
          status: 'generating',
          image_id: 4711,
          retry_after: PREVIEW_RETRY_SECONDS,
          message: 'There is no preview yet; it was queued. darktable renders for Safelight. Ask again in 4 seconds.',
        },
      },
      206: {
        description: 'The bytes that `Range` asked for.',
        types: jpegOrPng,
        headers: { ...bytesHeaders, ...previewHeaders, 'Content-Range': 'always' },
      },
      304: { ...fileNotModified, headers: { ...fileHeaders, ...previewHeaders } },
    },
    errors: [
      'read_only',
      'invalid_query',
      'slow_down',
      'queue_error',
      'library_unavailable',
      'precondition_failed',
      'range_not_satisfiable',
    ],
    curl: { query: 'size=large', save: 'preview.jpg' },
  },
  {
    method: 'post',
    path: '/api/v1/images/{id}/refresh',
    id: 'refreshPreview',
    tag: 'Previews and exports',
    summary: 'Ask for new previews',
    access: 'cache:refresh',
    answers: {
      202: {
        description: 'The job is in the queue.',
        json: RefreshAccepted,
        headers: noStore,
        example: {
          status: 'accepted',
          image_id: 4711,
          filename: 'IMG_2041.CR3',
          queue: '/home/ada/.local/share/safelight/queues/refresh.queue',
          message: 'darktable will render new previews.',
        },
      },
    },
    errors: ['read_only', 'queue_error', 'library_unavailable'],
  },
  {
    method: 'post',
    path: '/api/v1/images/{id}/export',
    id: 'exportImage',
    tag: 'Previews and exports',
    summary: 'Ask for a new full-size export',
    description: 'An export from before is deleted, so that the full-size picture that comes next is the new one.',
    access: 'cache:refresh',
    answers: {
      202: {
        description: 'The job is in the queue.',
        json: ExportAccepted,
        headers: noStore,
        example: {
          status: 'accepted',
          image_id: 4711,
          filename: 'IMG_2041.CR3',
          message: 'The export has been queued; poll /api/v1/images/4711/full for it.',
        },
      },
    },
    errors: ['read_only', 'queue_error', 'library_unavailable'],
  },
  {
    method: 'post',
    path: '/api/v1/images/refresh',
    id: 'refreshPreviews',
    tag: 'Previews and exports',
    summary: 'Ask for new previews of many images',
    description:
      'Of up to 10 000 `ids`, or of every image that a `filter` finds at this moment, for which the scope `images:read` is needed, too. What waits already is not put into the queue twice.',
    access: 'cache:refresh',
    body: {
      schema: ManyImages,
      types: json,
      required: true,
      example: { filter: { rating_min: 4, tag: 'places' } },
    },
    answers: {
      202: {
        description: 'The jobs are in the queue.',
        json: ManyAccepted,
        headers: noStore,
        example: {
          status: 'accepted',
          queued: 312,
          waiting: 6,
          missing: 0,
          missing_ids: [],
          message: 'New previews were queued. darktable renders for Safelight.',
        },
      },
    },
    errors: ['read_only', 'invalid_body', 'queue_error', 'library_unavailable', 'index_building'],
  },
  {
    method: 'post',
    path: '/api/v1/images/export',
    id: 'exportImages',
    tag: 'Previews and exports',
    summary: 'Ask for new full-size exports of many images',
    description:
      'Of up to 10 000 `ids`, or of every image that a `filter` finds at this moment, for which the scope `images:read` is needed, too. Their exports from before are deleted. What waits already is not put into the queue twice.',
    access: 'cache:refresh',
    body: { schema: ManyImages, types: json, required: true, example: { ids: [4711, 4712, 4713] } },
    answers: {
      202: {
        description: 'The jobs are in the queue.',
        json: ManyExportsAccepted,
        headers: noStore,
        example: {
          status: 'accepted',
          queued: 2,
          waiting: 0,
          missing: 1,
          missing_ids: [4713],
          message: 'The exports were queued. Poll /api/v1/images/:id/full of each until it answers 200.',
          batch: BATCH.id,
        },
      },
    },
    errors: ['read_only', 'invalid_body', 'queue_error', 'library_unavailable', 'index_building'],
  },
  {
    method: 'get',
    path: '/api/v1/exports',
    id: 'listExportBatches',
    tag: 'Previews and exports',
    summary: 'List the exports that this client asked for together',
    description:
      'What has become of each `POST /api/v1/images/export` of this client, the newest first: the last 20, also over a restart.',
    access: 'previews:read',
    answers: {
      200: { description: 'The batches.', json: ExportBatchList, headers: noStore, example: { items: [BATCH] } },
    },
    errors: ['library_unavailable'],
  },
  {
    method: 'get',
    path: '/api/v1/exports/{batchId}',
    id: 'getExportBatch',
    tag: 'Previews and exports',
    summary: 'How far a batch of exports is',
    access: 'previews:read',
    answers: { 200: { description: 'The batch.', json: ExportBatch, headers: noStore, example: BATCH } },
    errors: ['library_unavailable'],
  },
  {
    method: 'delete',
    path: '/api/v1/exports/{batchId}',
    id: 'forgetExportBatch',
    tag: 'Previews and exports',
    summary: 'Forget a batch of exports',
    description: 'The exports stay where they are, and what waits goes on waiting.',
    access: 'previews:read',
    answers: { 204: { description: 'It is not listed any more.' } },
  },
  {
    method: 'get',
    path: '/api/v1/exports/{batchId}/archive',
    id: 'getExportArchive',
    tag: 'Previews and exports',
    summary: 'Download a batch of exports as one ZIP',
    description:
      'Those that are done by now, stored without compression and sent while they are read. When an export changes meanwhile, the answer ends early.',
    access: 'previews:read',
    query: ArchiveQuery,
    answers: {
      200: {
        description: 'The archive.',
        types: ['application/zip'],
        headers: { ...noStore, 'Content-Disposition': 'always' },
      },
    },
    errors: ['invalid_query', 'conflict', 'library_unavailable'],
    curl: { save: 'exports.zip' },
  },
  {
    method: 'get',
    path: '/api/v1/images/{id}/full',
    id: 'getFullSize',
    tag: 'Previews and exports',
    summary: 'Download the full-size picture',
    description:
      'The JPEG that darktable exported. When there is none, the export is queued and the answer is 202: ask again after `Retry-After`. A client without the scope `cache:refresh` may have 1,000 of them waiting.',
    access: 'previews:read',
    answers: {
      200: { description: 'The picture.', types: jpeg, headers: { ...bytesHeaders, 'Content-Disposition': 'always' } },
      202: {
        description: 'There is none yet; darktable has been asked for it.',
        json: ExportQueued,
        headers: { 'Retry-After': 'always', ...noStore },
        example: {
          status: 'queued',
          image_id: 4711,
          filename: 'IMG_2041.CR3',
          retry_after: FULL_RETRY_SECONDS,
          message: 'The export has been queued; ask again in 5 seconds.',
        },
      },
      206: {
        description: 'The bytes that `Range` asked for.',
        types: jpeg,
        headers: { ...bytesHeaders, 'Content-Disposition': 'always', 'Content-Range': 'always' },
      },
      304: { ...fileNotModified, headers: { ...fileHeaders, 'Content-Disposition': 'always' } },
    },
    errors: [
      'read_only',
      'slow_down',
      'queue_error',
      'library_unavailable',
      'precondition_failed',
      'range_not_satisfiable',
    ],
    curl: { save: 'IMG_2041.jpg' },
  },

  // Develop modules
  {
    method: 'get',
    path: '/api/v1/images/{id}/modules',
    id: 'listModules',
    tag: 'Develop modules',
    summary: 'List the modules of an image',
    description:
      'One entry for each active module: the newest step of each in the history of the image. `instances` numbers all of its instances, and with `instances=1` every one of them is listed.',
    access: 'images:read',
    query: ModuleListQuery,
    answers: {
      200: {
        description: 'The active modules.',
        json: ModuleList,
        headers: jsonHeaders,
        example: { image_id: 4711, items: [example.moduleEntry] },
      },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable'],
  },
  {
    method: 'get',
    path: '/api/v1/images/{id}/modules/{op}',
    id: 'getModule',
    tag: 'Develop modules',
    summary: 'Read one module',
    access: 'images:read',
    query: ModuleQuery,
    answers: {
      200: { description: 'The entry.', json: ModuleEntry, headers: jsonHeaders, example: example.moduleEntry },
      304: notModified,
    },
    errors: ['module_not_found', 'invalid_query', 'library_unavailable'],
    curl: { query: 'describe=1' },
  },
  {
    method: 'patch',
    path: '/api/v1/images/{id}/modules/{op}',
    id: 'editModule',
    tag: 'Develop modules',
    summary: 'Edit a module',
    description:
      'What is left out stays as it is. `params` names fields (`"grey[1]"` and `"points[2].x"` reach into lists and structures), `params_b64` replaces all of them. A form-encoded body may give them one by one, as `params[exposure]=0.5`.\n\nThe edit goes through a running darktable, or into the library when darktable is closed. It is reported as stored only when it was read back. New previews are queued; with `preview` the answer waits for one, up to 30 seconds.',
    access: 'cache:refresh',
    query: ModulePatchQuery,
    body: {
      schema: ModulePatch,
      types: ['application/json', 'application/x-www-form-urlencoded'],
      required: true,
      example: { enabled: true, params: { exposure: 0.5 } },
    },
    answers: {
      200: {
        description:
          'With `preview`: the newest preview of that size. `X-Preview-Warning` when it may still be the old one.',
        types: jpeg,
        headers: { ...noStore, ...previewHeaders },
      },
      204: { description: 'The edit is stored.', headers: jsonHeaders },
    },
    errors: [
      'read_only',
      'module_not_found',
      'invalid_query',
      'invalid_body',
      'invalid_params_b64',
      'unsupported_module',
      'params_required',
      'precondition_failed',
      'db_error',
      'db_write_error',
      'queue_error',
      'preview_timeout',
      'library_unavailable',
    ],
  },
  {
    method: 'post',
    path: '/api/v1/images/{id}/modules/{op}/undo',
    id: 'undoModuleEdit',
    tag: 'Develop modules',
    summary: 'Take an edit back',
    description:
      'Puts the module back to what it was before the last edit that Safelight made to it, unless it was changed since.',
    access: 'cache:refresh',
    query: ModuleQuery.pick({ instance: true }),
    answers: {
      200: {
        description: 'The entry as it is now.',
        json: ModuleEntry,
        headers: jsonHeaders,
        example: example.moduleEntry,
      },
    },
    errors: [
      'read_only',
      'module_not_found',
      'invalid_query',
      'conflict',
      'precondition_failed',
      'db_error',
      'db_write_error',
      'queue_error',
      'library_unavailable',
    ],
  },
  {
    method: 'get',
    path: '/api/v1/images/{id}/edits',
    id: 'listEdits',
    tag: 'Develop modules',
    summary: 'List the edits of an image',
    description: 'What Safelight changed, newest first: by whom, which way, and what was there before.',
    access: 'images:read',
    query: PageQuery,
    answers: {
      200: { description: 'One page of edits.', json: EditList, headers: pageHeaders },
      304: notModified,
    },
    errors: ['invalid_query', 'db_error', 'library_unavailable'],
  },

  // Tags and film rolls
  {
    method: 'get',
    path: '/api/v1/tags',
    id: 'listTags',
    tag: 'Tags and film rolls',
    summary: 'List tags',
    access: 'tags:read',
    query: NameQuery,
    answers: {
      200: {
        description: 'One page of tags, by name.',
        json: TagList,
        headers: pageHeaders,
        example: { items: [example.tag], total: 1, limit: 50, offset: 0 },
      },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'search=iceland' },
  },
  {
    method: 'get',
    path: '/api/v1/tags/branches',
    id: 'listTagBranches',
    tag: 'Tags and film rolls',
    summary: 'List one level of the tree of tags',
    description: 'Without `parent` the top level; with the `name` of a branch, what lies right below it.',
    access: 'tags:read',
    query: TagBranchQuery,
    answers: {
      200: {
        description: 'One page of branches, by name.',
        json: TagBranchList,
        headers: pageHeaders,
        example: { items: [example.tagBranch], total: 1, limit: 50, offset: 0 },
      },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'parent=places' },
  },
  {
    method: 'get',
    path: '/api/v1/films',
    id: 'listFilms',
    tag: 'Tags and film rolls',
    summary: 'List film rolls',
    access: 'films:read',
    query: FilmQuery,
    answers: {
      200: {
        description: 'One page of film rolls.',
        json: FilmList,
        headers: pageHeaders,
        example: { items: [example.film], total: 1, limit: 50, offset: 0 },
      },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'search=iceland' },
  },

  // Service
  {
    method: 'get',
    path: '/health',
    id: 'getHealth',
    tag: 'Service',
    summary: 'Is it alive?',
    access: 'anyone',
    answers: {
      200: { description: 'It is.', json: Health, headers: noStore, example: { status: 'ok', timestamp: 1719051667 } },
    },
  },
  {
    method: 'get',
    path: '/api/v1/library',
    id: 'getLibrary',
    tag: 'Service',
    summary: 'Which library is shown, and can it be read?',
    access: 'images:read',
    answers: {
      200: {
        description: 'The state of the library and of its index.',
        json: LibraryStatus,
        headers: noStore,
        example: example.libraryStatus,
      },
    },
  },
  {
    method: 'get',
    path: '/api/v1/events',
    id: 'listenToEvents',
    tag: 'Service',
    summary: 'Be told what happens, as it happens',
    description: [
      'Server-sent events: each has a name, an id, and JSON as its data. Send the last id as `Last-Event-ID` to be told what happened since; `hello`, the first event of every stream, says with `missed` when that is not remembered any more. A comment comes every 15 seconds. The stream ends when the token does. Events:',
      ...Object.entries(LIVE_EVENTS).map(
        ([name, data]) =>
          `- \`${name}\`: ${Object.keys(data.shape)
            .map((key) => `\`${key}\``)
            .join(', ')}${ADMIN_EVENTS.has(name as never) ? ' (for the scope `admin`)' : ''}`,
      ),
    ].join('\n'),
    access: 'images:read',
    query: EventsQuery,
    answers: {
      200: { description: 'The stream.', types: ['text/event-stream'], headers: noStore },
    },
    errors: ['invalid_query'],
    curl: { query: 'limit=1', options: ['-N'] },
  },
  {
    method: 'get',
    path: '/openapi.json',
    id: 'getOpenApi',
    tag: 'Service',
    summary: 'This description, for programs',
    access: 'anyone',
    answers: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        json: z.looseObject({ openapi: z.string() }),
        headers: jsonHeaders,
      },
      304: notModified,
    },
  },
  {
    method: 'get',
    path: '/docs',
    id: 'getDocs',
    tag: 'Service',
    summary: 'This description, for people',
    access: 'anyone',
    answers: {
      200: { description: 'A page.', types: ['text/html'], headers: jsonHeaders },
      304: notModified,
    },
  },

  // Session
  {
    method: 'get',
    path: '/session',
    id: 'getSession',
    tag: 'Session',
    summary: 'Is this browser signed in?',
    access: 'anyone',
    answers: {
      200: {
        description: 'The session of the browser, or that there is none.',
        json: SessionState,
        headers: { ...noStore, 'Set-Cookie': 'sometimes' },
        example: { signed_in: true, client_id: 'my-frame', scopes: ['images:read', 'previews:read'] },
      },
    },
    errors: ['forbidden_origin'],
    curl: { options: ['-b cookies.txt'] },
  },
  {
    method: 'post',
    path: '/session',
    id: 'signIn',
    tag: 'Session',
    summary: 'Sign this browser in',
    description:
      'With the one-time code of a sign-in link, or with the id and secret of a client. Only a page of this server may do so.',
    access: 'anyone',
    body: { schema: SignIn, types: json, required: true, example: { client_id: 'my-frame', client_secret: '…' } },
    answers: { 204: { description: 'The browser is signed in.', headers: { ...noStore, 'Set-Cookie': 'always' } } },
    errors: ['invalid_body', 'invalid_client', 'unauthorized', 'forbidden_origin', 'slow_down', 'storage_error'],
    curl: { options: ['-c cookies.txt', FROM_OUR_PAGE] },
  },
  {
    method: 'delete',
    path: '/session',
    id: 'signOut',
    tag: 'Session',
    summary: 'Sign this browser out',
    access: 'anyone',
    answers: { 204: { description: 'The browser is signed out.', headers: { ...noStore, 'Set-Cookie': 'always' } } },
    errors: ['forbidden_origin'],
    curl: { options: ['-b cookies.txt', FROM_OUR_PAGE] },
  },
  {
    method: 'get',
    path: '/sign-in',
    id: 'openSignInLink',
    tag: 'Session',
    summary: 'Open a sign-in link',
    description:
      'What the tray and the command line have the browser open. The code works once, within a minute, and on Linux for the user that Safelight runs as only.',
    access: 'anyone',
    query: z.object({
      code: z.string().optional().describe('The one-time code'),
      to: z.string().optional().describe('The page of Safelight to go on to'),
    }),
    answers: {
      303: {
        description: 'On to that page or the gallery, signed in, or to the sign-in page when the code is no good.',
        headers: { ...noStore, Location: 'always', 'Set-Cookie': 'sometimes' },
      },
    },
    curl: { query: 'code=pYk3vW8eQ0', options: ['-c cookies.txt'] },
    errors: ['storage_error'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/sign-in-links',
    id: 'createSignInLink',
    tag: 'Session',
    summary: 'Make a sign-in link',
    description: 'Whoever opens it is signed in with every scope: once, within a minute.',
    access: 'admin',
    body: { schema: NewSignInLink, types: json, required: false, example: { page: '/settings', only_here: true } },
    answers: {
      201: {
        description: 'The link.',
        json: SignInLink,
        headers: noStore,
        example: { url: 'http://127.0.0.1:4380/sign-in?code=pYk3vW8eQ0' },
      },
    },
    errors: ['invalid_body'],
  },

  {
    method: 'get',
    path: '/api/v1/admin/sessions',
    id: 'listSessions',
    tag: 'Session',
    summary: 'List the signed-in browsers',
    access: 'admin',
    answers: { 200: { description: 'The newest first.', json: SessionList, headers: noStore } },
  },
  {
    method: 'delete',
    path: '/api/v1/admin/sessions/{sessionId}',
    id: 'endSession',
    tag: 'Session',
    summary: 'Sign a browser out',
    access: 'admin',
    answers: { 204: { description: 'It is signed out.', headers: noStore } },
  },
  {
    method: 'post',
    path: '/api/v1/admin/pairings',
    id: 'pairDevice',
    tag: 'Session',
    summary: 'Pair a phone',
    description:
      'Makes a link, and a QR code of it, that signs a device of your network in: once, within five minutes. The device becomes a client of its own with these scopes, and is listed and removed as one. Needs LAN access.',
    access: 'admin',
    body: {
      schema: NewPairing,
      types: json,
      required: true,
      example: { name: 'My phone', scope: 'images:read previews:read' },
    },
    answers: {
      201: {
        description: 'The link and its QR code.',
        json: Pairing,
        headers: noStore,
        example: {
          url: 'http://192.168.1.20:4380/sign-in?code=pYk3vW8eQ0',
          svg: '<svg …>',
          expires: 1719055267000,
          addresses: ['http://192.168.1.20:4380'],
        },
      },
    },
    errors: ['invalid_body', 'lan_access_off'],
  },

  // Clients
  {
    method: 'get',
    path: '/api/v1/admin/clients',
    id: 'listClients',
    tag: 'Clients',
    summary: 'List the registered clients',
    access: 'admin',
    answers: {
      200: {
        description: 'Every registration; secrets are not kept, only hashes of them.',
        json: ClientList,
        headers: noStore,
      },
    },
  },
  {
    method: 'post',
    path: '/api/v1/admin/clients',
    id: 'registerClient',
    tag: 'Clients',
    summary: 'Register a client',
    description: 'The answer is the only time that the secret is shown.',
    access: 'admin',
    body: {
      schema: NewClient,
      types: json,
      required: true,
      example: { id: 'my-frame', name: 'Picture frame', scope: 'images:read previews:read' },
    },
    answers: {
      201: {
        description: 'The id and the secret.',
        json: ClientSecret,
        headers: noStore,
        example: { client_id: 'my-frame', client_secret: '…', scope: 'images:read previews:read' },
      },
    },
    errors: ['invalid_body', 'conflict', 'storage_error'],
  },
  {
    method: 'patch',
    path: '/api/v1/admin/clients/{clientId}',
    id: 'changeClient',
    tag: 'Clients',
    summary: 'Change a client',
    description: 'Tokens of a client that is switched off stop working at once.',
    access: 'admin',
    body: {
      schema: ClientChange,
      types: json,
      required: true,
      example: { enabled: false },
    },
    answers: { 200: { description: 'The client as it is now.', json: ClientInfo, headers: noStore } },
    errors: ['invalid_body', 'storage_error'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/clients/{clientId}/rotate',
    id: 'rotateClientSecret',
    tag: 'Clients',
    summary: 'Give a client a new secret',
    description:
      'The old secret and its tokens stop working at once, or after `overlap_hours`. The answer is the only time that the new one is shown.',
    access: 'admin',
    body: { schema: NewSecret, types: json, required: false, example: { overlap_hours: 24 } },
    answers: {
      200: { description: 'The id and the new secret.', json: ClientSecret, headers: noStore },
    },
    errors: ['invalid_body', 'storage_error'],
  },
  {
    method: 'delete',
    path: '/api/v1/admin/clients/{clientId}',
    id: 'removeClient',
    tag: 'Clients',
    summary: 'Remove a client',
    description: 'Its tokens stop working at once.',
    access: 'admin',
    answers: { 204: { description: 'It is gone.', headers: noStore } },
    errors: ['storage_error'],
  },

  // Administration
  {
    method: 'get',
    path: '/api/v1/admin/settings',
    id: 'getSettings',
    tag: 'Administration',
    summary: 'Read the settings',
    access: 'admin',
    answers: {
      200: { description: 'As they are stored, and what is in use.', json: SettingsAnswer, headers: noStore },
    },
  },
  {
    method: 'patch',
    path: '/api/v1/admin/settings',
    id: 'changeSettings',
    tag: 'Administration',
    summary: 'Change settings',
    description:
      'What is left out stays as it is; `null` brings a default back. Every value is tried before anything is stored (does that library open, can that folder be written, is that port free?). It takes effect at once; what cannot is named in `restart_needed`. A new port or address moves the server: `in_use.url` tells where to.',
    access: 'admin',
    body: { schema: SettingsPatch, types: json, required: true, example: { theme: 'dark', previewQuality: 92 } },
    answers: { 200: { description: 'The settings as they are now.', json: SettingsAnswer, headers: noStore } },
    errors: ['invalid_body', 'invalid_settings', 'storage_error'],
  },
  {
    method: 'get',
    path: '/api/v1/admin/settings/description',
    id: 'describeSettings',
    tag: 'Administration',
    summary: 'What settings there are',
    description: 'Names, words, defaults, and what is allowed: all that a form needs.',
    access: 'admin',
    answers: { 200: { description: 'Every setting.', json: SettingsDescription, headers: noStore } },
  },
  {
    method: 'get',
    path: '/api/v1/admin/queues',
    id: 'listQueues',
    tag: 'Administration',
    summary: 'Look into the queues',
    access: 'admin',
    answers: { 200: { description: 'What waits and what failed.', json: QueueList, headers: noStore } },
  },
  {
    method: 'post',
    path: '/api/v1/admin/queues/pause',
    id: 'pauseQueues',
    tag: 'Administration',
    summary: 'Let previews and exports wait',
    access: 'admin',
    answers: { 200: { description: 'The queues as they are now.', json: QueueList, headers: noStore } },
    errors: ['invalid_settings', 'storage_error'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/queues/resume',
    id: 'resumeQueues',
    tag: 'Administration',
    summary: 'Let previews and exports go on',
    access: 'admin',
    answers: { 200: { description: 'The queues as they are now.', json: QueueList, headers: noStore } },
    errors: ['invalid_settings', 'storage_error'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/queues/{queue}/retry',
    id: 'retryFailedJobs',
    tag: 'Administration',
    summary: 'Try failed jobs again',
    access: 'admin',
    answers: { 200: { description: 'How many are in the queue again.', json: JobCount, headers: noStore } },
    errors: ['queue_error'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/queues/{queue}/clear',
    id: 'clearQueue',
    tag: 'Administration',
    summary: 'Take all waiting jobs away',
    access: 'admin',
    answers: { 200: { description: 'How many were taken away.', json: JobCount, headers: noStore } },
    errors: ['queue_error'],
  },
  {
    method: 'delete',
    path: '/api/v1/admin/queues/{queue}/failures',
    id: 'forgetFailedJobs',
    tag: 'Administration',
    summary: 'Forget failed jobs',
    access: 'admin',
    answers: { 204: { description: 'They are forgotten.', headers: noStore } },
    errors: ['queue_error'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/queues/{queue}/failures/{failure}/retry',
    id: 'retryFailedJob',
    tag: 'Administration',
    summary: 'Try one failed job again',
    access: 'admin',
    answers: { 200: { description: 'It is in the queue again.', json: JobCount, headers: noStore } },
    errors: ['queue_error'],
  },
  {
    method: 'delete',
    path: '/api/v1/admin/queues/{queue}/failures/{failure}',
    id: 'forgetFailedJob',
    tag: 'Administration',
    summary: 'Forget one failed job',
    access: 'admin',
    answers: { 204: { description: 'It is forgotten.', headers: noStore } },
    errors: ['queue_error'],
  },
  {
    method: 'get',
    path: '/api/v1/admin/bridge',
    id: 'getBridge',
    tag: 'Administration',
    summary: 'How it stands with darktable',
    access: 'admin',
    answers: { 200: { description: 'darktable and the plugin in it.', json: BridgeStatus, headers: noStore } },
  },
  {
    method: 'post',
    path: '/api/v1/admin/bridge/install',
    id: 'installBridge',
    tag: 'Administration',
    summary: 'Install the plugin in darktable, or bring it up to date',
    access: 'admin',
    answers: { 200: { description: 'What was done.', json: BridgeChange, headers: noStore } },
    errors: ['conflict', 'storage_error'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/bridge/uninstall',
    id: 'uninstallBridge',
    tag: 'Administration',
    summary: 'Take the plugin out of darktable',
    access: 'admin',
    answers: { 200: { description: 'What was done.', json: BridgeChange, headers: noStore } },
    errors: ['conflict', 'storage_error'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/bridge/start-darktable',
    id: 'startDarktable',
    tag: 'Administration',
    summary: 'Start darktable',
    access: 'admin',
    answers: { 200: { description: 'What was done.', json: BridgeChange, headers: noStore } },
    errors: ['conflict'],
  },
  {
    method: 'get',
    path: '/api/v1/admin/backups',
    id: 'listBackups',
    tag: 'Administration',
    summary: 'List the backups of the library',
    description:
      'Safelight makes one before its first write of a day and keeps the last seven. Edits that go through darktable are darktable’s writes.',
    access: 'admin',
    answers: { 200: { description: 'The newest first.', json: BackupList, headers: noStore } },
  },
  {
    method: 'get',
    path: '/api/v1/admin/diagnostics',
    id: 'getDiagnostics',
    tag: 'Administration',
    summary: 'Look whether all is well',
    description: 'The same as `safelight doctor`: what was found, and what to do about it.',
    access: 'admin',
    answers: { 200: { description: 'Every check.', json: Diagnostics, headers: noStore } },
  },
];
