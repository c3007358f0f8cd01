import { expect, test } from 'vitest';
import * as example from '../server/openapi/examples.ts';
import { routes } from '../server/http-app.ts';
import { openApiDocument } from '../server/openapi/document.ts';
import { checkResponse, type Seen } from './check-response.ts';

const document = openApiDocument(routes, { version: '0.0.0', origin: 'http://127.0.0.1:4380' });
const json = { 'content-type': 'application/json; charset=utf-8' };
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0);

const imageHeaders = { ...json, etag: '"a"', 'cache-control': 'private, no-cache' };
const image: Seen = {
  method: 'GET',
  path: '/api/v1/images/4711',
  status: 200,
  headers: imageHeaders,
  body: JSON.stringify(example.image),
};
const previewHeaders = {
  'content-type': 'image/jpeg',
  etag: '"a"',
  'last-modified': 'Fri, 21 Jun 2024 23:41:07 GMT',
  'cache-control': 'private, no-cache',
  'content-disposition': 'inline; filename=IMG_1.jpg',
  'x-preview-source': 'darktable',
  'accept-ranges': 'bytes',
};
const preview: Seen = {
  method: 'GET',
  path: '/api/v1/images/4711/preview?size=large',
  status: 200,
  headers: previewHeaders,
  body: jpeg,
};
const failure = (error: string, rest: object = {}) => JSON.stringify({ error, detail: 'So it is.', ...rest });
const check = (seen: Seen) => () => checkResponse(document, seen);

test.each<[string, Seen]>([
  ['a record', image],
  ['a record as a value that was parsed already', { ...image, body: example.image }],
  [
    'a list with a query string',
    {
      ...image,
      path: '/api/v1/images?limit=1',
      headers: { ...imageHeaders, link: '</api/v1/images?limit=1&offset=0>; rel="first"' },
      body: JSON.stringify(example.imageList),
    },
  ],
  ['an answer as fetch shows it', { ...image, headers: new Headers(imageHeaders) }],
  ['the answer to HEAD, which has no body', { ...image, method: 'HEAD', body: '' }],
  ['304 without a body', { ...image, status: 304, headers: { etag: '"a"', 'cache-control': 'no-cache' }, body: '' }],
  ['a picture', preview],
  [
    'a part of a picture',
    {
      ...preview,
      status: 206,
      headers: { ...previewHeaders, 'content-range': 'bytes 2-3/6' },
      body: jpeg.slice(2, 4),
    },
  ],
  ['a failure that the operation lists', { ...image, status: 404, headers: json, body: failure('not_found') }],
  [
    'an unknown path that is not found',
    { ...image, path: '/api/v1/nothing', status: 404, headers: json, body: failure('not_found') },
  ],
  [
    'another method that is refused',
    { ...image, method: 'PUT', status: 405, headers: { ...json, allow: 'GET' }, body: failure('method_not_allowed') },
  ],
  [
    'the list of methods',
    { method: 'OPTIONS', path: '/api/v1/images', status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } },
  ],
  ['a preflight', { method: 'OPTIONS', path: '/api/v1/images', status: 204, headers: {} }],
  [
    'a file of the browser client',
    { method: 'GET', path: '/assets/main.js', status: 200, headers: { 'content-type': 'text/javascript' }, body: '1' },
  ],
])('%s passes', (_name, seen) => {
  expect(check(seen)).not.toThrow();
});

test.each<[string, Seen, RegExp]>([
  ['an unknown path', { ...image, path: '/api/v1/nothing' }, /does not know this path/],
  ['an unknown method', { ...image, method: 'PUT' }, /has no PUT for this path/],
  ['an undocumented status', { ...image, status: 201 }, /the status is none of 200, 304, /],
  [
    'another content type',
    { ...image, headers: { ...imageHeaders, 'content-type': 'text/plain' } },
    /content type text\/plain is none of application\/json/,
  ],
  [
    'JSON without its charset',
    { ...image, headers: { ...imageHeaders, 'content-type': 'application/json' } },
    /must be "application\/json; charset=utf-8"/,
  ],
  ['no content type', { ...image, headers: { etag: '"a"' } }, /content type \(none\)/],
  ['a body that is no JSON', { ...image, body: '{"id":' }, /the body is not JSON/],
  ['an empty body', { ...image, body: '' }, /the body is not JSON/],
  ['a body where none belongs', { ...image, status: 304, body: '{}' }, /a body came where none is described/],
  ['a missing header', { ...image, headers: json }, /the header ETag is missing/],
  [
    'a header with a wrong value',
    { ...preview, headers: { ...previewHeaders, 'x-preview-source': 'thin air' } },
    /X-Preview-Source.*bridge, darktable/,
  ],
  [
    'a header that is no number',
    { ...image, status: 503, headers: { ...json, 'retry-after': 'soon' }, body: failure('library_unavailable') },
    /Retry-After.*integer/,
  ],
  ['a picture that is none', { ...preview, body: Uint8Array.of(1, 2, 3, 4) }, /no image\/jpeg/],
  ['a picture without bytes', { ...preview, body: new Uint8Array() }, /the body is empty/],
  [
    'a picture of an undocumented type',
    { ...preview, headers: { ...previewHeaders, 'content-type': 'image/webp' } },
    /image\/webp is none of/,
  ],
  [
    'a code that the operation does not list',
    { ...image, status: 404, headers: json, body: failure('module_not_found') },
    /error must be equal to one of the allowed values: not_found/,
  ],
  [
    'a code of another status',
    { ...image, status: 400, headers: json, body: failure('not_found') },
    /allowed values: invalid_request, invalid_id$/m,
  ],
  [
    'a failure with an extra field',
    { ...image, status: 404, headers: json, body: failure('not_found', { stack: '…' }) },
    /additional properties: "stack"/,
  ],
  [
    'a failure without a detail',
    { ...image, status: 404, headers: json, body: '{"error":"not_found"}' },
    /required property 'detail'/,
  ],
  [
    '401 without a challenge',
    { ...image, status: 401, headers: json, body: failure('unauthorized') },
    /WWW-Authenticate is missing/,
  ],
  [
    '405 without Allow',
    { ...image, method: 'PUT', status: 405, headers: json, body: failure('method_not_allowed') },
    /Allow is missing/,
  ],
  [
    'an HTML page for an unknown API path',
    { ...image, path: '/api/v1/nothing', status: 404, headers: { 'content-type': 'text/html' }, body: '<p>' },
    /not application\/json/,
  ],
])('%s is caught', (_name, seen, complaint) => {
  expect(check(seen)).toThrow(complaint);
});

test('a record with any field missing, of a wrong type, or too many is caught', () => {
  for (const field of Object.keys(example.image)) {
    const { [field as 'id']: _left, ...without } = example.image;
    expect(check({ ...image, body: without }), `without ${field}`).toThrow(`required property '${field}'`);
    expect(check({ ...image, body: { ...example.image, [field]: { wrong: true } } }), `a wrong ${field}`).toThrow(
      field,
    );
    expect(check({ ...image, body: { ...example.image, [`${field}_`]: 1 } }), `besides ${field}`).toThrow(
      `"${field}_"`,
    );
  }
});

test('the complaint names the request, the operation and every fault, and shows the body', () => {
  const body = JSON.stringify({ ...example.image, rating: 9, id: 'x' });
  expect(check({ ...image, body })).toThrow(
    /GET \/api\/v1\/images\/4711 \(getImage\) answered 200[^]*id must be integer[^]*rating must be <= 5[^]*body: \{"id":"x"/,
  );
});
