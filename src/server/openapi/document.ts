import { z } from 'zod';
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { QueueName } from '../../contract/admin.ts';
import { ClientId } from '../../contract/clients.ts';
import { ERROR_CODES, ErrorBody, type ErrorCode } from '../../contract/errors.ts';
import { JSON_LINES } from '../../contract/json-lines.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { ERROR_STATUS } from '../responses/error-status.ts';
import {
  HEADERS,
  TAGS,
  takesNoBody,
  takesNoQuery,
  type Access,
  type Answer,
  type Headers,
  type Operation,
} from './operation.ts';
import { operations } from './operations.ts';

/** The error codes of every route. */
export const COMMON_ERRORS: readonly ErrorCode[] = ['invalid_request', 'misdirected_host', 'internal_error'];

const DESCRIPTION = `
Safelight serves the darktable library of this computer: its images, tags and film rolls, their previews, and full-size exports that darktable renders.

Answers are JSON, except for pictures and archives. Every error has an HTTP status and a body with two fields: \`error\` is a code for programs, \`detail\` is a sentence for people. A malformed HTTP request gets such a body too, and its connection is closed: 400 \`invalid_request\`, 408 \`request_timeout\`, 413 \`payload_too_large\` or 431 \`headers_too_large\`. Unknown numbers are \`null\`, never 0. Capture dates have no time zone, because cameras do not record one. Import and change times are Unix milliseconds.

Lists come in pages (\`limit\`, \`offset\`, and a \`Link\` header with the neighbouring pages). Lists, images and pictures have an \`ETag\`; send it as \`If-None-Match\` to get an empty 304 while nothing has changed.

Answers to other devices that are larger than 1 kB are compressed with gzip if the client accepts it, unless they are \`no-store\`: of these, only the description of the settings is.

When darktable still has to render a picture, the answer is 202 with \`Retry-After\`. Rendering needs darktable-cli, or a running darktable with the plugin; \`rendering\` in \`GET /api/v1/library\` says which of them renders at present.
`.trim();

/** The path parameters by name. Values are checked in this order: token, scope, form of the id, existence. */
const PATH_PARAMETERS = {
  backup: z.string().meta({ description: 'The name of a backup', examples: ['2026-03-09'] }),
  id: z.int().meta({ description: 'The image id', examples: [4711] }),
  op: z.string().meta({ description: "darktable's name of the module", examples: ['exposure'] }),
  clientId: ClientId.meta({ description: 'The client id, percent-encoded', examples: ['my-frame'] }),
  failure: z.string().meta({ description: 'The id of the failed job', examples: ['4711'] }),
  queue: QueueName.meta({ description: 'The queue', examples: ['refresh'] }),
  batchId: z.uuid().meta({ description: 'The id of the batch', examples: ['7c1d3a52-6a4e-4c0b-9a53-1f0f3f0e6d0a'] }),
  changeId: z.int().meta({ description: 'The id of the change', examples: [17] }),
  tagId: z.int().meta({ description: 'The id of the tag', examples: [31] }),
  postponedId: z.int().meta({ description: 'The id of what is postponed', examples: [5] }),
  styleId: z.int().meta({ description: 'The id of the style', examples: [3] }),
  factor: z.int().meta({ description: 'One of the scale factors', examples: [1] }),
  column: z.int().meta({ description: 'From 0 at the left', examples: [0] }),
  row: z.int().meta({ description: 'From 0 at the top', examples: [0] }),
  moduleVersion: z.int().meta({ description: "The version of a module's parameters", examples: [7] }),
  blendVersion: z.int().meta({ description: 'The version of blending parameters', examples: [14] }),
  sessionId: z.string().meta({ description: 'The id of the session', examples: ['0b87c1d2a9f4e653'] }),
};

const pathParameters = (path: string) =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as keyof typeof PATH_PARAMETERS);

/**
 * Every error code of an operation: its own, and those that follow from its access (401, 403), an id in the path (400,
 * 404) and a body (413). A foreign web page may neither use the browser client's cookie nor try client secrets (403).
 */
export function errorsOf(operation: Operation): ErrorCode[] {
  const { access, path, body, errors = [] } = operation;
  const codes = new Set<ErrorCode>(errors);
  const parameters = pathParameters(path);
  if (access !== 'anyone') codes.add('forbidden_origin');
  if (access !== 'anyone' && access !== 'client') codes.add('unauthorized').add('forbidden');
  if (parameters.length > 0) codes.add('invalid_id').add('not_found');
  if (body) codes.add('payload_too_large');
  if (takesNoQuery(operation)) codes.add('invalid_query');
  if (takesNoBody(operation)) codes.add('invalid_body').add('payload_too_large');
  for (const code of COMMON_ERRORS) codes.add(code);
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
}

function headersOf(headers: Headers | undefined) {
  if (!headers) return {};
  const rendered = (Object.keys(headers) as (keyof Headers)[]).map((name) => {
    const { description, schema } = HEADERS[name];
    return [
      name,
      { description, required: headers[name] === 'always', schema: structuredClone<object>(schema) },
    ] as const;
  });
  return { headers: Object.fromEntries(rendered) };
}

function answerOf({ description, headers, json, example, lines, types }: Answer): ZodOpenApiResponseObject {
  const content = json
    ? {
        'application/json': { schema: json, ...(example === undefined ? {} : { example }) },
        ...(lines && { [JSON_LINES]: { schema: lines } }),
      }
    : types &&
      Object.fromEntries(
        types.map((type) => [type, type.startsWith('text/') ? { schema: { type: 'string' as const } } : {}]),
      );
  return { description, ...headersOf(headers), ...(content ? { content } : {}) };
}

/** The headers of an error response. */
function errorHeadersOf(status: number, access: Access): Headers | undefined {
  switch (status) {
    case 401:
      // RFC 6750 and RFC 6749 5.2: always for a token; for id and secret only when they came in a header.
      return { 'WWW-Authenticate': access === 'client' ? 'sometimes' : 'always' };
    case 403:
      return { 'WWW-Authenticate': 'sometimes' };
    case 416:
      return { 'Content-Range': 'always' };
    case 429:
    case 503:
      return { 'Retry-After': 'always' };
  }
  return undefined;
}

/** The error response of one status. The schema names exactly the codes of this operation. */
function failureOf(status: number, codes: readonly ErrorCode[], access: Access): ZodOpenApiResponseObject {
  const examples = codes.map(
    (code) => [code, { summary: ERROR_CODES[code], value: { error: code, detail: `${ERROR_CODES[code]}.` } }] as const,
  );
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code]}.`).join(' '),
    ...headersOf(errorHeadersOf(status, access)),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { error: { enum: [...codes] } } }] },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function securityOf({ access }: Operation) {
  if (access === 'anyone') return [];
  // The empty requirement: id and secret may be sent in the body instead.
  if (access === 'client') return [{ client: [] }, {}];
  const scopes = [access].flat();
  return [{ oauth: scopes }, { bearer: scopes }, { session: scopes }];
}

/** A command for a POSIX shell. `$TOKEN`, `$CLIENT_ID` and `$CLIENT_SECRET` stand for the reader's own values. */
function curlOf({ method, path, access, body, curl = {} }: Operation, origin: string): string {
  const address =
    path
      .replace('{id}', '4711')
      .replace('{op}', 'exposure')
      .replace('{clientId}', 'my-frame')
      .replace('{queue}', 'refresh')
      .replace('{batchId}', '7c1d3a52-6a4e-4c0b-9a53-1f0f3f0e6d0a')
      .replace('{failure}', '4711')
      .replace('{changeId}', '17')
      .replace('{tagId}', '31')
      .replace('{postponedId}', '5')
      .replace('{styleId}', '3')
      .replace('{factor}', '1')
      .replace('{column}', '0')
      .replace('{row}', '0')
      .replace('{moduleVersion}', '7')
      .replace('{blendVersion}', '14')
      .replace('{sessionId}', '0b87c1d2a9f4e653') + (curl.query ? `?${curl.query}` : '');
  const words = ['curl -s'];
  if (method !== 'get' && !(method === 'post' && body)) words.push(`-X ${method.toUpperCase()}`);
  if (access === 'client') words.push('-u "$CLIENT_ID:$CLIENT_SECRET"');
  else if (access !== 'anyone') words.push('-H "Authorization: Bearer $TOKEN"');
  for (const option of curl.options ?? []) words.push(option.replace('{origin}', origin));
  if (body?.types[0] === 'application/json') {
    words.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body.example)}'`);
  } else if (body?.types[0] === 'application/xml') {
    words.push('-H "Content-Type: application/xml"', `-d '${body.example as string}'`);
  } else if (body) {
    for (const [name, value] of Object.entries(body.example as Record<string, string>)) {
      if (name.startsWith('client_')) continue;
      if (name === 'token') words.push('-d "token=$TOKEN"');
      else words.push(/^\w+$/.test(value) ? `-d ${name}=${value}` : `--data-urlencode "${name}=${value}"`);
    }
  }
  if (curl.save) words.push(`-o ${curl.save}`);
  words.push(`"${origin}${address}"`);
  const line = words.join(' ');
  return line.length <= 80 ? line : words.join(' \\\n  ');
}

/** The request headers that an operation uses, derived from its responses. */
function requestHeadersOf({ answers, errors = [], method }: Operation) {
  const header = (description: string) => z.string().optional().describe(description);
  const shape: Record<string, z.ZodType> = {};
  if (304 in answers && method === 'get') {
    shape['If-None-Match'] = header('An earlier `ETag`; the answer is 304 if it still matches');
  }
  if (206 in answers) shape.Range = header('The range of bytes to send, such as `bytes=0-1023`');
  if (errors.includes('precondition_failed')) {
    shape['If-Match'] = header('An earlier `ETag`; the answer is 412 if it no longer matches');
  }
  return Object.keys(shape).length > 0 ? { header: z.object(shape) } : {};
}

function operationOf(operation: Operation, origin: string): ZodOpenApiOperationObject {
  const { id, tag, summary, description, query, body, answers } = operation;
  const parameters = pathParameters(operation.path);
  const statuses = Map.groupBy(errorsOf(operation), (code) => ERROR_STATUS[code]);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: securityOf(operation),
    requestParams: {
      ...(parameters.length > 0
        ? { path: z.object(Object.fromEntries(parameters.map((name) => [name, PATH_PARAMETERS[name]]))) }
        : {}),
      ...(query ? { query } : {}),
      ...requestHeadersOf(operation),
    },
    ...(body
      ? {
          requestBody: {
            required: body.required,
            content: Object.fromEntries(
              body.types.map((type) => [type, { schema: body.schema, example: body.example }]),
            ),
          },
        }
      : {}),
    responses: Object.fromEntries([
      ...Object.entries(answers).map(([status, answer]) => [status, answerOf(answer)] as const),
      ...Array.from(
        statuses,
        ([status, codes]) => [String(status), failureOf(status, codes, operation.access)] as const,
      ),
    ]),
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlOf(operation, origin) }],
  };
}

/**
 * Corrects zod's JSON Schema. For query parameters, which arrive as text, the contract's `override` gives the real
 * type; zod still adds the digit pattern and drops defaults before a transform. JavaScript's integer bounds are removed
 * as noise.
 */
const putRight: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, zodSchema, io }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (io !== 'input') return;
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default ??= def.defaultValue as string | number;
};

/**
 * `origin`: the server's address without a trailing slash. `sessionCookie`: the name of the browser client's cookie.
 */
export interface DocumentOptions {
  version: string;
  origin: string;
  sessionCookie?: string;
}

/** The OpenAPI 3.1 document of a server. */
export function openApiDocument({ version, origin, sessionCookie = 'safelight_session' }: DocumentOptions) {
  const paths: Record<string, Partial<Record<Operation['method'], ZodOpenApiOperationObject>>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationOf(operation, origin) };
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Safelight',
        summary: 'The darktable library of this computer, over HTTP',
        description: DESCRIPTION,
        version,
        license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
      },
      servers: [{ url: origin, description: 'This Safelight' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      paths,
      components: {
        schemas: { Error: ErrorBody },
        securitySchemes: {
          oauth: {
            type: 'oauth2',
            description: 'Get a token with a client id and secret.',
            flows: { clientCredentials: { tokenUrl: `${origin}/oauth/token`, scopes: SCOPES } },
          },
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'A token from the token endpoint.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie,
            description:
              'The session of the browser client. Requests that change something also need an `Origin` header of this server.',
          },
          client: { type: 'http', scheme: 'basic', description: 'The client id and secret.' },
        },
      },
    },
    { override: putRight },
  );
}
export type OpenApiDocument = ReturnType<typeof openApiDocument>;
