import { z } from 'zod';
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { ERROR_CODES, ErrorBody, type ErrorCode } from '../../contract/errors.ts';
import { JSON_LINES } from '../../contract/json-lines.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { ERROR_STATUS } from '../responses/error-status.ts';
import { parametersOf, PATH_PARAMETERS } from '../routing/path-parameters.ts';
import type { Access, Answer, Method, Route } from '../routing/route.ts';
import { takesNoBody, takesNoQuery } from '../routing/unused-parts.ts';
import { HEADERS, type Headers } from './headers.ts';
import { TAGS } from './tags.ts';

/** The error codes of every route. */
export const COMMON_ERRORS: readonly ErrorCode[] = ['invalid_request', 'misdirected_host', 'internal_error'];

const DESCRIPTION = `
Safelight serves the darktable library of this computer: its images, tags and film rolls, their previews, and full-size exports that darktable renders.

Answers are JSON, except for pictures and archives. Every error has an HTTP status and a body with two fields: \`error\` is a code for programs, \`detail\` is a sentence for people. A malformed HTTP request gets such a body too, and its connection is closed: 400 \`invalid_request\`, 408 \`request_timeout\`, 413 \`payload_too_large\` or 431 \`headers_too_large\`. Unknown numbers are \`null\`, never 0. Capture dates have no time zone, because cameras do not record one. Import and change times are Unix milliseconds.

Lists come in pages (\`limit\`, \`offset\`, and a \`Link\` header with the neighboring pages). Lists, images and pictures have an \`ETag\`; send it as \`If-None-Match\` to get an empty 304 while nothing has changed.

Answers to other devices that are larger than 1 kB are compressed with gzip if the client accepts it, unless they are \`no-store\`: of these, only the description of the settings is.

When darktable still has to render a picture, the answer is 202 with \`Retry-After\`. Rendering needs darktable-cli, or a running darktable with the plugin; \`rendering\` in \`GET /api/v1/library\` says which of them renders at present.
`.trim();

/**
 * Every error code of a route: its own, and those that follow from its scope (401, 403), an id in the path (400, 404), a module, parameters and a body. A
 * foreign web page may neither use the browser client's cookie nor try client secrets (403).
 */
export function errorsOf(route: Route): ErrorCode[] {
  const { scope, path, query, body, errors = [] } = route;
  const codes = new Set<ErrorCode>(errors);
  if (scope !== 'none' || route.ownPageOnly) codes.add('forbidden_origin');
  if (scope !== 'none' && scope !== 'client') codes.add('unauthorized').add('forbidden');
  if (parametersOf(path).length > 0) codes.add('invalid_id').add('not_found');
  if (route.module) codes.add('module_not_found');
  if (route.module === 'edited') codes.add('db_error');
  // What is not strict takes whatever comes.
  if (query?.def.catchall ?? takesNoQuery(route)) codes.add('invalid_query');
  if (body) codes.add('payload_too_large');
  if (takesNoBody(route)) codes.add('invalid_body').add('payload_too_large');
  // OAuth has a code of its own for a body that cannot be read.
  if (body && scope !== 'client') codes.add('invalid_body');
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

function answerOf({ id, description, headers, json, example, lines, types }: Answer): ZodOpenApiResponseObject {
  const content = json
    ? {
        'application/json': { schema: json, ...(example === undefined ? {} : { example }) },
        ...(lines && { [JSON_LINES]: { schema: lines } }),
      }
    : types &&
      Object.fromEntries(
        types.map((type) => [type, type.startsWith('text/') ? { schema: { type: 'string' as const } } : {}]),
      );
  return { ...(id && { id }), description, ...headersOf(headers), ...(content ? { content } : {}) };
}

/** The headers of an error response. */
function errorHeadersOf(status: number, scope: Access): Headers | undefined {
  switch (status) {
    case 401:
      // RFC 6750 and RFC 6749 5.2: always for a token; for id and secret only when they came in a header.
      return { 'WWW-Authenticate': scope === 'client' ? 'sometimes' : 'always' };
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

/** As OpenAPI writes a path: `/api/v1/images/{id}`. */
export const documentPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');

const inPascalCase = (code: string) => code.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The error response of one status. The schema names exactly these codes, and so does its name among the components. */
function failureOf(status: number, codes: readonly ErrorCode[], scope: Access): ZodOpenApiResponseObject {
  const examples = codes.map(
    (code) => [code, { summary: ERROR_CODES[code], value: { error: code, detail: `${ERROR_CODES[code]}.` } }] as const,
  );
  return {
    id: codes.map(inPascalCase).join('Or'),
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code]}.`).join(' '),
    ...headersOf(errorHeadersOf(status, scope)),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { error: { enum: [...codes] } } }] },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function securityOf({ scope }: Route) {
  if (scope === 'none') return [];
  // The empty requirement: id and secret may be sent in the body instead.
  if (scope === 'client') return [{ client: [] }, {}];
  const scopes = [scope].flat();
  return [{ oauth: scopes }, { bearer: scopes }, { session: scopes }];
}

/** A command for a POSIX shell. `$TOKEN`, `$CLIENT_ID` and `$CLIENT_SECRET` stand for the reader's own values. */
function curlOf(route: Route, origin: string): string {
  const { method, path, scope, body, curl = {} } = route;
  const address = parametersOf(path).reduce(
    (text, name) => text.replace(`:${name}`, String(PATH_PARAMETERS[name].example)),
    `${path}${curl.query ? `?${curl.query}` : ''}`,
  );
  const words = ['curl -s'];
  if (method !== 'get' && !(method === 'post' && body)) words.push(`-X ${method.toUpperCase()}`);
  if (scope === 'client') words.push('-u "$CLIENT_ID:$CLIENT_SECRET"');
  else if (scope !== 'none') words.push('-H "Authorization: Bearer $TOKEN"');
  words.push(...(curl.options ?? []));
  if (route.ownPageOnly) words.push(`-H "Origin: ${origin}"`);
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
function requestHeadersOf({ answers, errors = [], method }: Route) {
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

const ANY_FAILURE: ZodOpenApiResponseObject = {
  description: 'Any other answer is an error.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

/** One object for each response that several operations have: then it is written once. */
function sharedOnce(): (response: ZodOpenApiResponseObject) => ZodOpenApiResponseObject {
  const shared = new Map<string, ZodOpenApiResponseObject>();
  return (response) => {
    const { id } = response;
    if (id === undefined) return response;
    const known = shared.get(id) ?? response;
    shared.set(id, known);
    return known;
  };
}

function operationOf(route: Route, origin: string, shared: ReturnType<typeof sharedOnce>): ZodOpenApiOperationObject {
  const { id, tag, summary, description, query, body, answers } = route;
  const parameters = parametersOf(route.path);
  const statuses = Map.groupBy(errorsOf(route), (code) => ERROR_STATUS[code]);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: securityOf(route),
    requestParams: {
      ...(parameters.length > 0
        ? { path: z.object(Object.fromEntries(parameters.map((name) => [name, PATH_PARAMETERS[name].schema]))) }
        : {}),
      ...(query ? { query } : {}),
      ...requestHeadersOf(route),
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
      ...Object.entries(answers).map(([status, answer]) => [status, shared(answerOf(answer!))] as const),
      ...Array.from(
        statuses,
        ([status, codes]) => [String(status), shared(failureOf(status, codes, route.scope))] as const,
      ),
      // A redirection alone: OpenAPI wants to know what else may come.
      ...(Object.keys(answers).some((status) => status.startsWith('2')) ? [] : [['default', ANY_FAILURE] as const]),
    ]),
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlOf(route, origin) }],
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
  // The keys of a record that are all known are properties.
  if (jsonSchema.propertyNames && typeof jsonSchema.propertyNames === 'object' && jsonSchema.required) {
    jsonSchema.properties = Object.fromEntries(
      jsonSchema.required.map((key) => [key, jsonSchema.additionalProperties ?? {}]),
    );
    jsonSchema.additionalProperties = false;
    delete jsonSchema.propertyNames;
  }
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

/** The OpenAPI 3.1 document of a server with these routes. */
export function openApiDocument(
  routes: readonly Route[],
  { version, origin, sessionCookie = 'safelight_session' }: DocumentOptions,
) {
  const paths: Record<string, Partial<Record<Method, ZodOpenApiOperationObject>>> = {};
  const shared = sharedOnce();
  for (const route of routes) {
    const path = documentPath(route.path);
    paths[path] = { ...paths[path], [route.method]: operationOf(route, origin, shared) };
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
