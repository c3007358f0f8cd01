import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../contract/errors.ts';
import { ALL_SCOPES } from '../../contract/scopes.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { documentPath, openApiDocument } from '../openapi/document.ts';
import { routes } from '../http-app.ts';

const ask = (app: TestApp, method: string, path: string, body?: unknown) =>
  app.ask<ErrorBody>(method, `/api/v1${path}`, { scopes: ALL_SCOPES, ...(body === undefined ? {} : { body }) });

const exposure = '/images/1/modules/exposure';
const channel = { channel: 'g', side: 'input', range: [0, 0, 1, 1], inverted: false, boost: 0 };
/** What says two things at once, or what is not used: method, path, body, and which field is told. */
const CONTRADICTIONS = [
  ['POST', '/images/group', { action: 'leader', ids: [2, 3], leader: 2 }, 'leader: '],
  ['POST', '/images/group', { action: 'leader', ids: [2, 3] }, 'ids: 2 and 3'],
  ['POST', '/images/group', { action: 'ungroup', ids: [2], leader: 3 }, 'leader: '],
  ['PATCH', '/images/1', { rating: 3, rejected: true }, 'rejected: '],
  ['PATCH', '/images/1', { color_labels: { add: ['red'], remove: ['blue', 'red'] } }, 'color_labels.remove: '],
  ['PATCH', '/images/1', { tags: { add: ['sea'], remove: ['sea'] } }, 'tags.remove: '],
  ['PATCH', '/images/1', { tags: { add: ['sea'], set: ['sea'] } }, 'tags: '],
  ['PATCH', '/images/1', { tags: { add: ['sea'], remove: [100] } }, 'tags.remove: '],
  ['PATCH', '/images', { ids: [1], filter: {}, change: { rating: 1 } }, 'filter: '],
  ['PATCH', '/images', { ids: [1], change: { rating: 1, rejected: false } }, 'change.rejected: '],
  ['POST', '/images/refresh', { ids: [1], filter: {} }, 'filter: '],
  ['POST', '/images/export', { ids: [1], filter: {} }, 'filter: '],
  ['POST', '/images/summary', { ids: [1], filter: {} }, 'filter: '],
  ['POST', '/images/history/copy', { from: 1, to: { filter: {}, ids: [2] } }, 'to.ids: '],
  ['POST', '/images/history/copy', { from: 1, to: [2], filter: {} }, 'filter: '],
  ['POST', '/styles/apply', { name: 'a', to: [1], modules: ['exposure'] }, 'modules: '],
  ['PATCH', '/tags/100', { name: 'a', merge_into: 2 }, 'merge_into'],
  ['POST', `${exposure}/move`, { before: { operation: 'velvia' }, after: { operation: 'velvia' } }, 'before: '],
  ['POST', `${exposure}/instances`, { instance: 0 }, 'instance: '],
  ['PATCH', exposure, { enabled: true, instance: 1 }, 'instance: '],
  ['PATCH', exposure, { blend: { channels: [{ ...channel, opacity: 1 }] } }, 'blend.channels.0.opacity: '],
  [
    'PATCH',
    exposure,
    { blend: { channels: [channel, { ...channel, inverted: true }] } },
    'each side of a channel once',
  ],
  ['PATCH', exposure, { blend: { channels: [channel, { ...channel, side: 'output', boost: 1 }] } }, 'one boost'],
  ['POST', '/images/1/render', { size: 'large', width: 100, height: 100 }, 'give size, or width and height, or region'],
  ['POST', '/images/1/render', { width: 100 }, 'width and height'],
  ['POST', `${exposure}/undo`, { instance: 1 }, 'instance: '],
  ['PUT', '/images/1/modules/velvia', { params: { strength: 1 } }, 'params: '],
  ['DELETE', '/images/1/history', { end: 1 }, 'end: '],
  ['POST', '/images/1/duplicate', { version: 7 }, 'version: '],
  ['POST', '/images/remove?dry_run=1', { ids: [1] }, 'dry_run: '],
  ['PATCH', '/images/1?dry_run=1', { rating: 1 }, 'dry_run: '],
  ['DELETE', '/tags/100?dry_run=1', undefined, 'dry_run: '],
  ['POST', `${exposure}/preset?instance=1`, { name: 'a' }, 'instance: '],
] as const;

test('what contradicts itself, or would not be used, is refused by its name, and nothing is done', async () => {
  const app = await startApp({
    library: [
      { id: 1, tags: ['sea'], history: [{ operation: 'exposure' }, { operation: 'velvia' }] },
      { id: 2 },
      { id: 3, groupId: 2 },
    ],
  });
  app.library.change(
    "UPDATE tagged_images SET tagid = 100 WHERE tagid = (SELECT id FROM data.tags WHERE name = 'sea')",
  );
  app.library.change("UPDATE data.tags SET id = 100 WHERE name = 'sea'");
  const rows = () => {
    const database = new Database(app.library.file, { readonly: true });
    const all = ['images', 'tagged_images', 'color_labels', 'history'].map((table) =>
      database.prepare(`SELECT * FROM ${table}`).safeIntegers().all(),
    );
    database.close();
    return all;
  };
  const before = rows();
  const answers = [];
  for (const [method, path, body, told] of CONTRADICTIONS) {
    const { status, body: answer } = await ask(app, method, path, body);
    const code = path.includes('?') ? 'invalid_query' : 'invalid_body';
    answers.push([
      method,
      path,
      body,
      answer.detail.includes(told) ? told : answer.detail,
      status,
      answer.error === code,
    ]);
  }
  expect(answers).toEqual(CONTRADICTIONS.map((one) => [...one, 400, true]));
  expect(rows()).toEqual(before);
});

/** They ask for pictures, and take whatever else is sent. */
const CHANGES_NO_IMAGE = [
  'tellVisibleImages',
  'refreshPreview',
  'exportImage',
  'refreshPreviews',
  'exportImages',
  'forgetExportBatch',
];

test('no change takes a parameter or a body that it does not have; an empty body is none', async () => {
  const app = await startApp({ library: 1 });
  const at = (path: string) => path.replace('/api/v1', '').replaceAll(/:\w+/g, '1');
  const refused = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(app, method.toUpperCase(), path, body);
    return [answer.status, answer.body.error];
  };
  const changes = routes.filter(
    ({ id, method, path }) => method !== 'get' && path.startsWith('/api/v1/') && !CHANGES_NO_IMAGE.includes(id),
  );
  for (const { id, method, path } of changes.filter(({ query }) => !query))
    expect([id, await refused(method, `${at(path)}?dry_run=1`)]).toEqual([id, [400, 'invalid_query']]);
  for (const { id, method, path } of changes.filter(({ body }) => !body))
    expect([id, await refused(method, at(path), { a: 1 })]).toEqual([id, [400, 'invalid_body']]);
  expect((await ask(app, 'DELETE', '/images/1/history', {})).status).not.toBe(400);
});

test('every parameter and field that is not known is refused, but for those of OAuth', () => {
  const isOpen = ({ _zod: { def } }: z.ZodObject) => def.catchall?._zod.def.type !== 'never';
  const openQueries = routes.filter(({ query }) => query && isOpen(query)).map(({ id }) => id);
  expect(openQueries).toEqual(['openSignInLink']);

  const { paths = {}, components } = openApiDocument(routes, { version: '0.0.0', origin: 'http://localhost' });
  interface Schema {
    $ref?: string;
    type?: string;
    properties?: Record<string, Schema>;
    additionalProperties?: unknown;
    [other: string]: unknown;
  }
  const openBelow = (schema: Schema, seen: readonly string[] = []): string[] => {
    const { $ref: ref } = schema;
    if (ref !== undefined) {
      const name = ref.split('/').at(-1)!;
      return seen.includes(name) ? [] : openBelow(components!.schemas![name] as Schema, [...seen, name]);
    }
    const inner = Object.values(schema).flatMap((value) =>
      typeof value === 'object' && value !== null ? [value] : [],
    );
    const isObject = schema.properties !== undefined && schema.type === 'object';
    return [
      ...(isObject && schema.additionalProperties !== false ? [Object.keys(schema.properties!).join()] : []),
      ...inner.flatMap((value) => openBelow(value as Schema, seen)),
    ];
  };
  const open = routes.filter(({ method, path, body }) => {
    const asked =
      body && (paths[documentPath(path)]![method]!.requestBody as { content: Record<string, { schema: Schema }> });
    return asked !== undefined && Object.values(asked.content).some(({ schema }) => openBelow(schema).length > 0);
  });
  expect(open.map(({ path }) => path)).toEqual(['/oauth/token', '/oauth/revoke', '/oauth/introspect']);
});
