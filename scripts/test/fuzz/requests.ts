import { METHODS } from 'node:http';
import fc from 'fast-check';
import type { KnownThings } from './known-things.ts';
import { nonsenseText } from './nonsense.ts';
import { bodyFor, type DescribedBody, type Module, NO_IMAGE, RESHAPING } from './request-bodies.ts';
import { fitting, type Schema } from './schema-values.ts';
import { encoded, seldom } from './values.ts';

export interface FuzzRequest {
  method: string;
  /** As sent over the wire. */
  path: string;
  headers: [name: string, value: string][];
  body: Buffer | null;
}

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: Schema;
}
interface DescribedOperation {
  parameters?: Parameter[];
  requestBody?: DescribedBody;
}

/** They hash secrets, start programs or reopen the library: a few hundred of them are enough. */
const SLOW = /^\/oauth\/token|^\/session|clients|settings|diagnostics|bridge|pairings/;

/** Requests made from the API document; most are nearly right. */
export function requestsOf(known: KnownThings): fc.Arbitrary<FuzzRequest> {
  const paths = known.document.paths as unknown as Record<string, Record<string, DescribedOperation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      weight: SLOW.test(path.replace('/api/v1/admin/', '')) && method !== 'get' ? 1 : 6,
      arbitrary: requestOf(known, path, method, operation),
    })),
  );
  const withOtherMethod = operations.map(({ path, weight, arbitrary }) => ({
    weight,
    arbitrary: fc.tuple(arbitrary, otherMethodOf(path)).map(([request, method]) => ({ ...request, method })),
  }));
  return fc.oneof(
    { weight: 40, arbitrary: fc.oneof(...operations) },
    { weight: 1, arbitrary: fc.oneof(...operations).chain((request) => astray(known, request)) },
    { weight: 2, arbitrary: fc.oneof(...withOtherMethod) },
  );
}

/** None that would reshape the library: the path of a history to read is also that of one to discard. */
const otherMethodOf = (path: string) =>
  fc.constantFrom(
    ...METHODS.filter((method) => method !== 'CONNECT' && !RESHAPING.test(`${method.toLowerCase()} ${path}`)),
    'HEAD',
    'HEAD',
    'HEAD',
    'OPTIONS',
  );

/** A path that does not exist, or a known path with a mistake. */
const astray = (known: KnownThings, request: FuzzRequest) =>
  fc
    .oneof(
      nonsenseText.map((text) => `/${onWire(text)}`),
      fc.tuple(fc.nat(request.path.length), nonsenseText).map(([at, text]) => request.path.slice(0, at) + onWire(text)),
      // ASCII only: other letters may become something that is not a byte.
      fc.constant(request.path.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())),
      fc.constant(`/${request.path}`),
      fc.constant(known.url + request.path),
    )
    .map((path) => ({ ...request, path: /^(\/|http:)/.test(path) ? path : `/${path}` }));

function requestOf(
  known: KnownThings,
  path: string,
  method: string,
  operation: DescribedOperation,
): fc.Arbitrary<FuzzRequest> {
  const schemas = known.document.components?.schemas as Record<string, Schema>;
  const { parameters = [], requestBody } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const named = query.map(({ name, schema }) =>
    fc.option(
      fc.oneof(
        { weight: 9, arbitrary: fitting(schema, schemas).map((value) => `${name}=${encoded(value)}`) },
        { weight: 1, arbitrary: nonsenseText.map((text) => `${name}=${onWire(text)}`) },
        { weight: 1, arbitrary: nonsenseText.map((text) => `${name}=${encoded(text)}&${name}=1`) },
      ),
      // Lists have so many parameters that most combinations would find nothing.
      { freq: 2, nil: '' },
    ),
  );
  const rarely = fc.tuple(nonsenseText, nonsenseText).map(([name, value]) => `${onWire(name)}=${onWire(value)}`);
  const texts = fc
    .tuple(fc.tuple(...named), seldom(20, rarely, ''), fc.nat(99), fc.nat(7))
    .map(([pairs, other, keep, bits]) =>
      [...pairs.filter((_pair, place) => keep < 20 || (place + keep) % 8 === bits), other].filter(Boolean).join('&'),
    );
  return fc
    .tuple(
      placeOf(known, `${method} ${path}`),
      texts,
      headersFor(known, parameters),
      bodyFor(known, `${method} ${path}`, requestBody, schemas),
    )
    .map(([{ place, module }, search, headers, makeBody]) => {
      const body = makeBody(module);
      return {
        method: method.toUpperCase(),
        path: place + (search === '' ? '' : `?${search}`),
        headers: [...headers, ...body.headers],
        body: body.body,
      };
    });
}

const sessionIds = fc.stringMatching(/^[0-9a-f]{16}$/);

/** The path with its parameters, usually of something that exists. */
function placeOf(known: KnownThings, operation: string): fc.Arbitrary<{ place: string; module: Module }> {
  return fc
    .record({
      entry: fc.constantFrom(...known.modules),
      client: fc.constantFrom(...known.clients),
      queue: fc.constantFrom('refresh', 'export'),
      sessionId: sessionIds,
      nonsense: seldom(8, nonsenseText, null),
      otherId: seldom(8, fc.constantFrom(...known.ids, 0, 999_999), null),
    })
    .map(({ entry: { id, module }, client, queue, sessionId, nonsense, otherId }) => {
      const values: Record<string, string> = {
        id: String(RESHAPING.test(operation) ? NO_IMAGE : (otherId ?? id)),
        op: module.operation,
        clientId: client.client_id,
        queue,
        sessionId,
        changeId: String(1 + (id % 5)),
        factor: String(1 << (id % 4)),
        column: String(id % 3),
        row: String(id % 2),
        moduleVersion: String(1 + (id % 9)),
        blendVersion: id % 2 === 0 ? '11' : '14',
        styleId: String(1 + (id % 5)),
        albumId: String(1 + (id % 9)),
      };
      const [, path] = operation.split(' ') as [string, string];
      const place = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encoded(nonsense ?? values[name]));
      return { place, module };
    });
}

function headersFor(known: KnownThings, parameters: readonly Parameter[]): fc.Arbitrary<[string, string][]> {
  const { tokens, clients, url } = known;
  const bearer = (token: string) => `Bearer ${token}`;
  const basic = clients.map(
    ({ client_id, client_secret }) => `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
  );
  const authorization = fc.oneof(
    { weight: 60, arbitrary: fc.constant(bearer(tokens.all)) },
    { weight: 8, arbitrary: fc.constantFrom(...Object.values(tokens).map(bearer)) },
    { weight: 4, arbitrary: fc.constant(null) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ...basic,
        'Basic',
        'Basic !!',
        'Bearer',
        'Bearer ',
        `bearer  ${tokens.all}`,
        bearer(`${tokens.all}x`),
        bearer('a.b.c'),
        `Token ${tokens.all}`,
      ),
    },
    { weight: 2, arbitrary: nonsenseText.map((text) => `Bearer ${text}`) },
  );
  const tag = fc.oneof(fc.constantFrom('*', '""', 'W/"a"', '"a", "b"', '"'), nonsenseText);
  const others: Record<string, fc.Arbitrary<string>> = {
    'Accept-Encoding': fc.constantFrom(
      'gzip, deflate, br, zstd',
      'gzip',
      'br;q=0, *',
      'identity;q=0',
      '*;q=0',
      ';;q=',
      'gzip;q=x',
    ),
    'If-None-Match': tag,
    'If-Match': tag,
    'If-Modified-Since': fc.oneof(fc.constantFrom('Sun, 06 Nov 1994 08:49:37 GMT', '0'), nonsenseText),
    'If-Range': tag,
    Range: fc.oneof(
      fc.constantFrom(
        'bytes=0-0',
        'bytes=0-',
        'bytes=-5',
        'bytes=-0',
        'bytes=5-2',
        'bytes=0-1,3-4',
        'bytes=99999999999-',
        'bytes=',
        'lines=1-2',
      ),
      nonsenseText,
    ),
    Host: fc.constantFrom(new URL(url).host, 'localhost', 'evil.example', '127.0.0.1:1', '[::1]', ''),
    Origin: fc.constantFrom(url, 'http://evil.example', 'null', ''),
    Accept: fc.constantFrom('text/html', 'application/json', '*/*;q=0', ''),
    Cookie: nonsenseText.map((text) => `safelight=${text}; ${text}`),
    'X-Forwarded-For': nonsenseText,
    'Sec-Fetch-Site': fc.constantFrom('same-origin', 'cross-site', 'none', 'x'),
    Expect: fc.constantFrom('100-continue', 'x'),
    'Content-Encoding': fc.constantFrom('gzip', 'br', 'x'),
    'Content-Type': fc.constantFrom(
      'text/plain',
      'application/json; charset=utf-16',
      'application/json; charset=x',
      'multipart/form-data',
      '',
      ';',
    ),
    'X-Long': fc.constant('x'.repeat(8000)),
  };
  const asked = parameters.flatMap(({ in: where, name }) => (where === 'header' ? [name] : []));
  const one = fc.oneof(
    ...[...new Set([...Object.keys(others), ...asked])].map((name) =>
      (others[name] ?? nonsenseText).map((value): [string, string] => [name, sendable(value)]),
    ),
  );
  return fc
    .tuple(
      authorization,
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: fc.array(one, { maxLength: 3 }) }),
    )
    .map(([token, more]) => [
      ...(token === null ? [] : [['Authorization', sendable(token)] as [string, string]]),
      ...more,
    ]);
}

/** As a careless client writes it, without what Node's client refuses to send. */
const onWire = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\x21-\xff]/g, '%20');
const sendable = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');
