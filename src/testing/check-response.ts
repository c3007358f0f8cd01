import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument } from '../server/openapi/document.ts';
import { plainDocument } from '../server/openapi/plain-document.ts';

/** An answer as a test client received it. */
export interface Seen {
  method: string;
  /** As requested; a query string is ignored. */
  path: string;
  status: number;
  headers: Headers | Record<string, string | readonly string[] | undefined>;
  /** The received bytes or text, or (JSON only) the parsed value. Omitted or empty: no body. */
  body?: unknown;
}

interface Described {
  headers?: Record<string, { required?: boolean; schema?: object }>;
  content?: Record<string, { schema?: object }>;
}
interface DescribedOperation {
  operationId: string;
  responses: Record<string, Described>;
}
type DescribedPath = Partial<Record<string, DescribedOperation>> & { get?: DescribedOperation };

/** Picture types, by their first bytes. */
const MAGIC: Record<string, number[]> = { 'image/jpeg': [0xff, 0xd8, 0xff], 'image/png': [0x89, 0x50, 0x4e, 0x47] };

/**
 * Answers allowed where the document describes no operation: a middleware refused the request before routing, or the router
 * found nothing. Any other answer there comes from a route that the document does not know.
 */
const UNROUTED: Record<number, readonly string[]> = {
  400: ['invalid_id', 'invalid_body', 'invalid_request'],
  401: ['unauthorized'],
  // `forbidden`: of a route by id, for which a fixed word such as /images/refresh is an id.
  403: ['forbidden_origin', 'forbidden'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  413: ['payload_too_large'],
  421: ['misdirected_host'],
  500: ['internal_error'],
};

/** The document for checking: paths as patterns, schemas compiled at first use. */
class Checker {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #paths: { template: string; pattern: RegExp; operations: DescribedPath }[];
  readonly #unrouted = new Map(
    Object.entries(UNROUTED).map(([status, codes]) => [
      Number(status),
      { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { error: { enum: codes } } }] },
    ]),
  );
  readonly #compiled = new Map<object, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    formats.default(this.#ajv);
    // The schemas refer to #/components/schemas, so the whole document is their root.
    const plain = plainDocument(document) as { paths: Record<string, DescribedPath> };
    this.#ajv.addSchema({ ...plain, $id: 'safelight:openapi' });
    this.#paths = Object.entries(plain.paths)
      .map(([template, operations]) => ({
        template,
        operations,
        pattern: new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
      }))
      // A path without parameters comes before one whose parameter would match it.
      .sort((one, other) => one.template.split('{').length - other.template.split('{').length);
  }

  find(path: string) {
    return this.#paths.find(({ pattern }) => pattern.test(path));
  }

  /** The schema of an error body where no operation is described; nothing for a status that cannot occur there. */
  unrouted(status: number): object | undefined {
    return this.#unrouted.get(status);
  }

  validator(schema: object): ValidateFunction {
    let validate = this.#compiled.get(schema);
    if (!validate) {
      const absolute = JSON.parse(
        JSON.stringify(schema).replaceAll('"#/components/', '"safelight:openapi#/components/'),
      ) as object;
      validate = this.#ajv.compile(absolute);
      this.#compiled.set(schema, validate);
    }
    return validate;
  }

  /** What is wrong with a value, one line per fault; empty when it fits. */
  faults(schema: object, value: unknown): string[] {
    const validate = this.validator(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const extra = (params as { additionalProperty?: string }).additionalProperty;
      const allowed = (params as { allowedValues?: unknown[] }).allowedValues;
      const at = instancePath.split('/').slice(1).join('.') || 'the body';
      return `${at} ${message ?? 'does not fit'}${extra === undefined ? '' : `: "${extra}"`}${allowed ? `: ${allowed.join(', ')}` : ''}`;
    });
  }
}

const checkers = new WeakMap<OpenApiDocument, Checker>();

function checkerOf(document: OpenApiDocument): Checker {
  let checker = checkers.get(document);
  if (!checker) {
    checker = new Checker(document);
    checkers.set(document, checker);
  }
  return checker;
}

function headerOf(headers: Seen['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const key = Object.keys(headers).find((word) => word.toLowerCase() === name.toLowerCase());
  const value = key === undefined ? undefined : headers[key];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

const isBytes = (body: unknown): body is Uint8Array | ArrayBuffer =>
  body instanceof Uint8Array || body instanceof ArrayBuffer;

function isEmpty(body: unknown): boolean {
  if (body === undefined || body === null || body === '') return true;
  return isBytes(body) && body.byteLength === 0;
}

function jsonOf(body: unknown): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  if (isBytes(body)) return JSON.parse(new TextDecoder().decode(body));
  return body;
}

/** Whether this is the browser client's page or one of its files: not JSON, and not a path of the API. */
function isPage(path: string, type: string | undefined): boolean {
  return (
    type !== 'application/json' && !/^\/(api|oauth|session|docs|health|openapi\.json|\.well-known)(\/|$)/.test(path)
  );
}

/**
 * Throws an Error that names each mismatch between an answer and the document: an unknown path, method, status or content
 * type; a body that the schema does not allow, even one extra field; a promised header that is missing or malformed; an error
 * code that the operation does not list. Pages of the browser client are not checked.
 */
export function checkResponse(document: OpenApiDocument, seen: Seen): void {
  const checker = checkerOf(document);
  const asked = seen.path.split(/[?#]/)[0]!;
  // A router takes any number of slashes behind the path it is mounted at. Behind other paths they lead nowhere.
  const path = seen.status === 404 ? asked : asked.replace(/\/+$/, '/');
  const method = seen.method.toLowerCase();
  const contentType = headerOf(seen.headers, 'content-type');
  const type = contentType?.split(';')[0]!.trim().toLowerCase();
  const faults: string[] = [];

  const known = checker.find(path);
  // GET includes HEAD, unless the path refuses it.
  const isHead = method === 'head' && seen.status !== 405;
  const operation = known?.operations[method] ?? (isHead ? known?.operations.get : undefined);
  if (operation) {
    const described = operation.responses[String(seen.status)];
    if (described) faults.push(...answerFaults(checker, described, seen, contentType, type));
    else faults.push(`the status is none of ${Object.keys(operation.responses).join(', ')}`);
  } else if (method === 'options' && (seen.status === 204 || headerOf(seen.headers, 'allow') !== undefined)) {
    // A CORS preflight, or the router's own list of methods: no operations.
  } else if (!isPage(path, type)) {
    faults.push(...unroutedFaults(checker, seen, type, known !== undefined));
  }
  if (faults.length === 0) return;

  const name = operation ? ` (${operation.operationId})` : '';
  const shown = isBytes(seen.body)
    ? `${seen.body.byteLength} bytes`
    : typeof seen.body === 'string'
      ? seen.body
      : JSON.stringify(seen.body);
  throw new Error(
    [
      `${seen.method.toUpperCase()} ${seen.path}${name} answered ${seen.status}, which does not fit the OpenAPI document:`,
      ...faults.map((fault) => `  - ${fault}`),
      ...(isEmpty(seen.body) ? [] : [`  body: ${shown.slice(0, 500)}`]),
    ].join('\n'),
  );
}

function answerFaults(
  checker: Checker,
  described: Described,
  seen: Seen,
  contentType: string | undefined,
  type: string | undefined,
): string[] {
  const faults: string[] = [];
  for (const [name, { required, schema }] of Object.entries(described.headers ?? {})) {
    const value = headerOf(seen.headers, name);
    if (value === undefined) {
      if (required) faults.push(`the header ${name} is missing`);
      continue;
    }
    if (!schema) continue;
    const numeric = (schema as { type?: unknown }).type === 'integer' && /^-?\d+$/.test(value);
    faults.push(
      ...checker
        .faults(schema, numeric ? Number(value) : value)
        .map((fault) => `the header ${name}: ${fault.replace('the body', `"${value}"`)}`),
    );
  }

  // HEAD: like GET, without a body.
  const head = seen.method.toLowerCase() === 'head';
  if (!described.content) {
    if (!isEmpty(seen.body)) faults.push('a body came where none is described');
    return faults;
  }
  if (head && isEmpty(seen.body)) return faults;
  const media = type === undefined ? undefined : described.content[type];
  if (!media) {
    faults.push(`the content type ${type ?? '(none)'} is none of ${Object.keys(described.content).join(', ')}`);
    return faults;
  }
  if (type === 'application/json') {
    if (contentType !== 'application/json; charset=utf-8')
      faults.push(`the content type must be "application/json; charset=utf-8", not "${contentType ?? ''}"`);
    let value: unknown;
    try {
      value = jsonOf(seen.body);
    } catch {
      return [...faults, 'the body is not JSON'];
    }
    if (media.schema) faults.push(...checker.faults(media.schema, value));
    return faults;
  }
  if (isEmpty(seen.body)) faults.push('the body is empty');
  const magic = MAGIC[type!];
  if (magic && seen.status === 200 && isBytes(seen.body)) {
    const bytes = seen.body instanceof ArrayBuffer ? new Uint8Array(seen.body) : seen.body;
    if (magic.some((byte, at) => bytes[at] !== byte)) faults.push(`the body is no ${type!}`);
  }
  return faults;
}

function unroutedFaults(checker: Checker, seen: Seen, type: string | undefined, pathIsKnown: boolean): string[] {
  const schema = checker.unrouted(seen.status);
  if (!schema)
    return [
      pathIsKnown
        ? `the document has no ${seen.method.toUpperCase()} for this path`
        : 'the document does not know this path',
    ];
  if (seen.status === 405 && headerOf(seen.headers, 'allow') === undefined) return ['the header Allow is missing'];
  if (seen.method.toLowerCase() === 'head' && isEmpty(seen.body)) return [];
  if (type !== 'application/json') return [`the content type ${type ?? '(none)'} is not application/json`];
  let value: unknown;
  try {
    value = jsonOf(seen.body);
  } catch {
    return ['the body is not JSON'];
  }
  return checker.faults(schema, value);
}
