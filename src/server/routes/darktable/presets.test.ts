import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ImageHistory } from '../../../contract/history.ts';
import type { PresetList } from '../../../contract/presets.ts';
import { layoutOf } from '../../../darktable/layouts.ts';
import type { FixtureImage } from '../../../testing/library-fixture.ts';
import { blendParams, packParams } from '../../../testing/pictures/params.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write', 'cache:refresh'];
type Answer = ImageHistory & ErrorBody;
type List = z.infer<typeof PresetList>;
const apply = (app: TestApp, body: unknown, path = '1/modules/velvia') =>
  app.ask<Answer>('POST', `/api/v1/images/${path}/preset`, { body, scopes });

const strong = packParams('ff', 60, 0.5);
const blending = blendParams({ maskMode: 1, opacity: 50 });
const library: FixtureImage[] = [
  { id: 1, history: [{ operation: 'sharpen' }, { operation: 'bloom' }], historyEnd: 1 },
  {
    id: 2,
    history: [
      { operation: 'velvia', module: 2, name: 'base' },
      { operation: 'velvia', module: 2, priority: 1, name: 'sky' },
    ],
  },
];

interface StoredAs {
  version?: number;
  params?: Uint8Array | null;
  enabled?: number;
  blend?: Uint8Array | null;
  builtIn?: number;
  auto?: number;
}
async function start(presets: Record<string, StoredAs>, schema: 37 | 57 = 37): Promise<TestApp> {
  const app = await startApp({ library, schema });
  for (const [
    name,
    { version = 2, params = strong, enabled = 1, blend = null, builtIn = 0, auto = 0 },
  ] of Object.entries(presets))
    app.library.change(
      `INSERT INTO data.presets (name, description, operation, op_version, op_params, enabled, blendop_params, blendop_version, writeprotect, autoapply)
       VALUES (?, 'told', 'velvia', ?, ?, ?, ?, ?, ?, ?)`,
      ...[name, version, params, enabled, blend, blend ? 11 : 0, builtIn, auto],
    );
  return app;
}

/** The newest step. */
function newest({ library: { file } }: TestApp, id = 1): Record<string, unknown> {
  const database = new Database(file, { readonly: true });
  try {
    const sql = 'SELECT * FROM history WHERE imgid = ? ORDER BY num DESC LIMIT 1';
    return database.prepare(sql).get(id) as Record<string, unknown>;
  } finally {
    database.close();
  }
}

test('the presets of a module are told without their parameters', async () => {
  const app = await start({
    strong: { blend: blending },
    _builtin_soft: { params: null, builtIn: 1, auto: 1, enabled: 0 },
  });
  const { operation, items } = await app.get<List>('/api/v1/modules/velvia/presets');
  expect(operation).toBe('velvia');
  const shared = { description: 'told', module_version: 2 };
  expect(items).toEqual([
    {
      ...shared,
      name: '_builtin_soft',
      label: 'soft',
      built_in: true,
      enabled: false,
      has_params: false,
      has_blending: false,
      auto_applied: true,
    },
    {
      ...shared,
      name: 'strong',
      label: 'strong',
      built_in: false,
      enabled: true,
      has_params: true,
      has_blending: true,
      auto_applied: false,
    },
  ]);
  expect((await app.get<List>('/api/v1/modules/bloom/presets')).items).toEqual([]);
  expect((await app.ask('GET', '/api/v1/modules/velvi/presets')).status).toBe(404);
  expect((await app.ask('GET', '/api/v1/modules/velvia/presets', { scopes: ['tags:read'] })).status).toBe(403);
  expect((await app.ask('POST', '/api/v1/modules/velvia/presets')).status).toBe(405);
});

test.each([37, 57] as const)('a preset is one step with what it stores, in schema %s', async (schema) => {
  const app = await start({ strong: { blend: blending }, off: { enabled: 0 }, plain: { params: null } }, schema);
  const { status, body, headers } = await apply(app, { name: 'strong' });
  expect([status, body.end]).toEqual([200, 2]);
  expect(headers.get('x-change')).not.toBeNull();
  expect(newest(app)).toMatchObject({
    num: 1,
    operation: 'velvia',
    module: 2,
    op_params: strong,
    enabled: 1,
    blendop_params: blending,
    blendop_version: 11,
    multi_priority: 0,
  });
  const again = await apply(app, { name: 'strong' });
  expect([again.body.end, again.headers.get('x-change')]).toEqual([2, null]);
  await apply(app, { name: 'off' });
  expect(newest(app)).toMatchObject({ num: 2, enabled: 0, blendop_params: null });
  await apply(app, { name: 'plain' });
  expect(newest(app)).toMatchObject({ num: 3, enabled: 1, op_params: packParams('ff', 25, 1), blendop_params: null });
});

test('it goes to the instance that is named, or to the one with the newest step, which keeps its name', async () => {
  const app = await start({ strong: {} });
  await apply(app, { name: 'strong', instance: 0 }, '2/modules/velvia');
  expect(newest(app, 2)).toMatchObject({ multi_priority: 0, multi_name: 'base', op_params: strong });
  app.library.change('UPDATE images SET history_end = 2 WHERE id = 2');
  await apply(app, { name: 'strong' }, '2/modules/velvia');
  expect(newest(app, 2)).toMatchObject({ num: 2, multi_priority: 1, multi_name: 'sky', op_params: strong });
});

test.each([
  [{ name: 'stron' }, 404, 'not_found', 'strong'],
  [{ name: 'old' }, 409, 'conflict', 'older version'],
  [{ name: 'new' }, 409, 'conflict', 'newer darktable'],
  [{ name: 'short' }, 409, 'conflict', 'damaged'],
  [{ name: 'strong', instance: 3 }, 404, 'module_not_found', 'instance 3'],
  [{ name: 'strong', instance: -1 }, 400, 'invalid_body', 'instance'],
  [{ name: 7 }, 400, 'invalid_body', 'name'],
  [{}, 400, 'invalid_body', 'name'],
  [undefined, 400, 'invalid_body', 'JSON body'],
])('%o is refused, and nothing is changed', async (body, status, error, said) => {
  const app = await start({
    strong: {},
    old: { version: 1, params: Buffer.alloc(layoutOf('velvia', 1)!.size) },
    new: { version: 3 },
    short: { params: Buffer.alloc(5) },
  });
  const answer = await apply(app, body);
  expect([answer.status, answer.body.error]).toEqual([status, error]);
  expect(answer.body.detail).toContain(said);
  expect(newest(app)).toMatchObject({ num: 1, operation: 'bloom' });
});

test('an image that is not there, and a sign-in that may not edit, are told so', async () => {
  const app = await start({ strong: {} });
  expect((await apply(app, { name: 'strong' }, '9/modules/velvia')).status).toBe(404);
  expect((await apply(app, { name: 'strong' }, '1/modules/velvi')).body.error).toBe('module_not_found');
  const refused = await app.ask<ErrorBody>('POST', '/api/v1/images/1/modules/velvia/preset', {
    body: { name: 'strong' },
    scopes: ['images:read'],
  });
  expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
});
