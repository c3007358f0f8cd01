import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../contract/errors.ts';
import { ALL_SCOPES } from '../../contract/scopes.ts';
import { routes } from '../http-app.ts';
import { openApiDocument } from './document.ts';
import { plainDocument } from './plain-document.ts';

interface Media {
  schema?: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<
    string,
    { description: string; headers?: Record<string, { required: boolean }>; content?: Record<string, Media> }
  >;
  'x-codeSamples': { source: string }[];
}

const document = openApiDocument(routes, { version: '1.2.3', origin: 'http://127.0.0.1:4380' });
const plain = plainDocument(document) as {
  servers: { url: string }[];
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { additionalProperties?: unknown; properties?: object }>;
    securitySchemes: Record<string, object>;
  };
};
const all = Object.entries(plain.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
);
const one = (name: string) => all.find((operation) => operation.name === name)!;

test('the document is valid OpenAPI 3.1 and its references lead somewhere', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>)).toEqual({
    valid: true,
  });
  expect(validator.version).toBe('3.1');
  expect(() => validator.resolveRefs()).not.toThrow();
});

test('the version and the address are those of the running server', () => {
  expect(plain.info.version).toBe('1.2.3');
  expect(plain.servers.map(({ url }) => url)).toEqual(['http://127.0.0.1:4380']);
  expect(plain.components.securitySchemes.oauth).toMatchObject({
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'http://127.0.0.1:4380/oauth/token' } },
  });
});

test.each([
  ['get /api/v1/images', 'images:read'],
  ['get /api/v1/images/{id}', 'images:read'],
  ['get /api/v1/images/{id}/preview', 'previews:read'],
  ['get /api/v1/tags', 'tags:read'],
  ['get /api/v1/films', 'films:read'],
  ['post /api/v1/images/{id}/refresh', 'cache:refresh'],
  ['post /api/v1/images/{id}/export', 'cache:refresh'],
  ['get /api/v1/images/{id}/full', 'previews:read'],
  ['get /api/v1/images/{id}/modules', 'images:read'],
  ['get /api/v1/images/{id}/modules/{op}', 'images:read'],
  ['patch /api/v1/images/{id}/modules/{op}', 'cache:refresh'],
])('%s needs %s, by token or by the cookie of the page', (name, scope) => {
  expect(one(name).security).toEqual([{ oauth: [scope] }, { bearer: [scope] }, { session: [scope] }]);
});

test.each([
  'get /health',
  'get /session',
  'get /openapi.json',
  'get /docs',
  'get /.well-known/oauth-authorization-server',
])('%s is open to anyone', (name) => {
  expect(one(name).security).toEqual([]);
});

test('an operation names only scopes that exist and security schemes that are described', () => {
  for (const { name, security } of all) {
    for (const [scheme, scopes] of security.flatMap((requirement) => Object.entries(requirement))) {
      expect(Object.keys(plain.components.securitySchemes), name).toContain(scheme);
      for (const scope of scopes) expect(ALL_SCOPES, name).toContain(scope);
    }
  }
});

test('operations have names of their own', () => {
  const names = all.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(all).toHaveLength(routes.length);
});

/** Summaries appear in the page's navigation: each is a command of a few words. */
const COMMAND =
  /^(Add|Answer|Apply|Ask|Change|Check|Compress|Copy|Count|Create|Delete|Describe|Discard|Discover|Download|Edit|Export|Forget|Get|Give|Group|Install|List|Listen|Open|Pair|Pause|Read|Refresh|Register|Remove|Restore|Resume|Retry|Revoke|Run|Send|Sign|Start|Step|Stop|Undo|Write) [^.?!:]{3,48}$/;

test('every summary is a short command, and every description is made of sentences', () => {
  expect(routes.map(({ summary }) => summary).filter((summary) => !COMMAND.test(summary))).toEqual([]);
  const descriptions = routes.flatMap(({ id, description, answers }) =>
    [description ?? [], Object.values(answers).map((answer) => answer!.description)].flat().map((text) => [id, text]),
  );
  // Live events end in a list.
  expect(descriptions.filter(([id, text]) => id !== 'listenToEvents' && !/^[A-Z].*\.$/s.test(text!))).toEqual([]);
});

test('an answer that several operations have is written once', () => {
  const { paths = {}, components } = JSON.parse(JSON.stringify(document)) as typeof document;
  const written = Object.values(paths).flatMap((methods) =>
    Object.values(methods as Record<string, Operation>).flatMap(({ responses }) => Object.entries(responses)),
  );
  const repeated = written.filter(
    ([status, response]) => (status === '304' || Number(status) >= 400) && !('$ref' in response),
  );
  expect(repeated.length).toBeLessThan(10);
  expect(Object.keys(components!.responses!).length).toBeLessThan(50);
  // It grows with the routes alone: 6,000 an operation before answers were shared.
  expect(JSON.stringify(document).length / all.length).toBeLessThan(4_000);
});

test('query parameters are described by what may be written, with defaults', () => {
  const described = Object.fromEntries(
    (one('get /api/v1/images').parameters ?? []).map(({ name, schema }) => [name, schema]),
  );
  expect(described.limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 500, default: 50 });
  expect(described.offset).toMatchObject({ type: 'integer', minimum: 0, default: 0 });
  expect(described.rating_min).toMatchObject({ type: 'integer', minimum: -1, maximum: 5 });
  expect(described.is_raw).toMatchObject({ type: 'string', enum: ['true', 'false', '1', '0'] });
  expect(described.from).toMatchObject({ type: 'string', examples: ['2024-05-01', '2024-05-01T18:30:00'] });
  expect(described.sort_by).toMatchObject({ default: 'datetime_taken' });
  const size = one('get /api/v1/images/{id}/preview').parameters?.find(({ name }) => name === 'size');
  expect(size?.schema).toMatchObject({
    default: 'medium',
    enum: ['thumb', 'small', 'medium', 'large', 'xlarge', '0', '1', '2', '3', '4', '5'],
  });
});

test('every parameter says what it means', () => {
  const silent = all.flatMap(({ name, parameters = [] }) =>
    parameters.filter(({ schema }) => !('description' in schema)).map((parameter) => `${name}: ${parameter.name}`),
  );
  expect(silent).toEqual([]);
});

test('the request headers that an answer depends on are parameters', () => {
  const headers = (name: string) =>
    (one(name).parameters ?? []).filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
  expect(headers('get /api/v1/images')).toEqual(['If-None-Match']);
  expect(headers('get /api/v1/images/{id}/full')).toEqual(['If-None-Match', 'Range', 'If-Match']);
  expect(headers('patch /api/v1/images/{id}/modules/{op}')).toEqual(['If-Match']);
  expect(headers('post /api/v1/images/{id}/refresh')).toEqual([]);
});

test('a retry hint, a challenge and the other promised headers are required', () => {
  const required = (name: string, status: number) =>
    Object.entries(one(name).responses[status]?.headers ?? {}).flatMap(([header, { required: is }]) =>
      is ? [header] : [],
    );
  expect(required('get /api/v1/images/{id}/preview', 202)).toContain('Retry-After');
  expect(required('get /api/v1/images/{id}/full', 202)).toContain('Retry-After');
  expect(required('get /api/v1/images/{id}/full', 200)).toContain('Content-Disposition');
  expect(required('get /api/v1/images/{id}/preview', 200)).toContain('X-Preview-Source');
  expect(required('get /api/v1/images', 401)).toEqual(['WWW-Authenticate']);
  expect(required('get /api/v1/images', 503)).toEqual(['Retry-After']);
});

test('bodies of answers are closed: a field that is not described is none', () => {
  const open = Object.entries(plain.components.schemas).filter(
    ([name, schema]) =>
      schema.properties && schema.additionalProperties !== false && !/^Token(Request|ToLookAt)$/.test(name),
  );
  expect(open.map(([name]) => name)).toEqual([]);
});

test('every example fits the schema beside it', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...plain, $id: 'doc:' });
  const media = all.flatMap(({ name, requestBody, responses }) =>
    [...Object.values(responses), ...(requestBody ? [requestBody] : [])].flatMap(({ content = {} }) =>
      Object.values(content).map((described) => ({ name, ...described })),
    ),
  );
  let checked = 0;
  for (const { name, schema, example, examples = {} } of media) {
    const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
    for (const value of values) {
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc:#/')) as object);
      expect(validate(value), `${name}: ${JSON.stringify(value)}: ${ajv.errorsText(validate.errors)}`).toBe(true);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(100);
});

test('every error code is one that some operation answers with, but one that cannot occur and those of no method and no request', () => {
  const used = new Set(
    all.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content }) => Object.keys(content?.['application/json']?.examples ?? {})),
    ),
  );
  expect(Object.keys(ERROR_CODES).filter((code) => !used.has(code))).toEqual([
    // Reserved by the contract.
    'unsupported_module',
    'method_not_allowed',
    'headers_too_large',
    'request_timeout',
  ]);
});
