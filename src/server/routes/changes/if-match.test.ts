import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ImageHistory } from '../../../contract/history.ts';
import { routes } from '../../http-app.ts';
import { exposureParams, packParams } from '../../../testing/pictures/params.ts';
import { startApp } from '../../../testing/start-app.ts';

const image = '/api/v1/images/1';
const exposure = `${image}/modules/exposure`;
/** What changes an image, its history or a module: method, path, body, and where its tag is. */
const CHANGES = [
  ['PATCH', image, { rating: 3 }, image],
  ['PATCH', exposure, { enabled: false }, exposure],
  ['POST', `${exposure}/undo`, undefined, exposure],
  ['PATCH', `${image}/history`, { end: 1 }, `${image}/history`],
  ['DELETE', `${image}/history`, undefined, `${image}/history`],
  ['POST', `${image}/history/compress`, undefined, `${image}/history`],
  ['DELETE', exposure, undefined, exposure],
  ['DELETE', exposure, undefined, `${image}/history`],
  ['PUT', `${image}/modules/bloom`, undefined, `${image}/history`],
  ['PUT', `${image}/modules/velvia`, undefined, `${image}/modules/velvia`],
  ['POST', `${exposure}/instances`, { from: 0 }, `${image}/history`],
  ['POST', `${exposure}/preset`, { name: 'bright' }, `${image}/history`],
  ['POST', `${exposure}/move`, { after: { operation: 'velvia' } }, `${image}/history`],
  ['POST', `${exposure}/mask`, { from: { operation: 'velvia' } }, `${image}/history`],
] as const;

async function start() {
  const app = await startApp({
    schema: 37,
    library: [
      {
        id: 1,
        history: [
          { operation: 'exposure', module: 6, params: exposureParams(1) },
          { operation: 'velvia', module: 2, params: packParams('ff', 30, 1) },
        ],
      },
    ],
  });
  app.library.change('UPDATE module_order SET version = 2, iop_list = NULL');
  app.library.change(
    `INSERT INTO data.presets (name, operation, op_version, op_params, enabled, blendop_version) VALUES ('bright', 'exposure', 6, ?, 1, 0)`,
    exposureParams(3),
  );
  const ask = <Body = ErrorBody>(method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    app.ask<Body>(method, path, {
      headers,
      scopes: ['images:read', 'images:write', 'cache:refresh'],
      ...(body && { body }),
    });
  await ask('PATCH', exposure, { params: { exposure: 2 } });
  return { app, ask };
}

test.each(CHANGES)(
  '%s %s with another tag than the present one is 412, and nothing is done',
  async (method, path, body, of) => {
    const { ask } = await start();
    const seen = await ask<ImageHistory>('GET', `${image}/history`);
    const stale = await ask(method, path, body, { 'if-match': '"stale", W/"weak"' });
    expect([stale.status, stale.body.error]).toEqual([412, 'precondition_failed']);
    expect((await ask('GET', `${image}/history`)).body).toEqual(seen.body);
    const tag = (await ask('GET', of)).headers.get('etag')!;
    const answer = await ask(method, path, body, { 'if-match': `"stale", ${tag}` });
    expect(answer.status).not.toBe(412);
    const place = answer.headers.get('content-location');
    if (place !== null) expect((await ask('GET', place)).headers.get('etag')).toBe(answer.headers.get('etag'));
  },
);

test.each([
  [404, 'POST', '/images/99/modules/exposure/instances', {}],
  [404, 'POST', '/images/1/modules/nonesuch/instances', {}],
  [404, 'POST', '/images/1/modules/exposure/instances', { from: 7 }],
  [409, 'POST', '/images/1/modules/colorin/instances', {}],
  [404, 'POST', '/images/1/modules/exposure/preset', { name: 'nonesuch' }],
  [404, 'POST', '/images/1/modules/exposure/preset', { name: 'bright', instance: 7 }],
  [404, 'PUT', '/images/1/modules/nonesuch', undefined],
  [404, 'PATCH', '/images/1/modules/sharpen', { enabled: true }],
  [400, 'PATCH', '/images/1/history', { end: -1 }],
])('%i of %s %s comes before If-Match is looked at (RFC 9110 13.2.1)', async (status, method, path, body) => {
  const { ask } = await start();
  const answers = [
    await ask(method, `/api/v1${path}`, body),
    await ask(method, `/api/v1${path}`, body, { 'if-match': '"stale"' }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
});

test('every change of what has a tag takes If-Match', () => {
  const tagged = new Set(
    routes.flatMap(({ method, path, answers }) => (method === 'get' && 304 in answers ? [path] : [])),
  );
  const open = routes.filter(({ method, path, answers, errors = [] }) => {
    const handsOut = Object.entries(answers).some(([status, answer]) => status === '200' && answer?.headers?.ETag);
    return method !== 'get' && (tagged.has(path) || handsOut) && !errors.includes('precondition_failed');
  });
  expect(open.map(({ id }) => id)).toEqual(OTHERS);
});

/** Their address is that of a list, of which no client overwrites what it has not seen. */
const OTHERS = ['createAlbum', 'changeImages', 'createStyle', 'createTag'];
