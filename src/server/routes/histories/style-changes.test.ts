import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ChangeList, UndoResult } from '../../../contract/image-change.ts';
import type { StyleCreated, StyleDeleted, StyleList } from '../../../contract/styles.ts';
import type { FixtureHistory, FixtureImage } from '../../../testing/library-fixture.ts';
import { blendParams, exposureParams, packParams } from '../../../testing/pictures/params.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { addStyle } from '../../../testing/style-fixture.ts';

const blend = (maskId: number) => blendParams({ maskMode: maskId === 0 ? 1 : 3, maskId });
const exposure = (ev: number, rest: Partial<FixtureHistory> = {}): FixtureHistory => ({
  operation: 'exposure',
  module: 6,
  params: exposureParams(ev),
  blend: blend(0),
  blendVersion: 11,
  ...rest,
});
const velvia = (strength: number): FixtureHistory => ({
  operation: 'velvia',
  module: 2,
  params: packParams('ff', strength, 1),
  blend: blend(0),
  blendVersion: 11,
});
const flip: FixtureHistory = { operation: 'flip', module: 2, params: packParams('i', 0) };
const library: FixtureImage[] = [
  {
    id: 1,
    historyEnd: 6,
    history: [
      flip,
      exposure(1),
      velvia(10),
      exposure(2, { blend: blend(1001) }),
      exposure(3, { priority: 1, name: 'sky' }),
      velvia(20),
      velvia(99),
    ],
  },
  { id: 2 },
];

type Answer = StyleCreated & StyleDeleted & ErrorBody;
const ask = <Body = Answer>(app: TestApp, method: string, path: string, body?: unknown) =>
  app.ask<Body>(method, `/api/v1${path}`, {
    ...(body === undefined ? {} : { body }),
    scopes: ['images:read', 'images:write', 'cache:refresh'],
  });
const undo = (app: TestApp, change: number | null) =>
  ask<UndoResult & ErrorBody>(app, 'POST', `/changes/${change}/undo`);
const names = async (app: TestApp) =>
  (await app.get<z.infer<typeof StyleList>>('/api/v1/styles')).items.map(({ name }) => name);

/** The rows of all styles. */
function stored({ library: { data } }: TestApp) {
  const database = new Database(data, { readonly: true });
  try {
    return [
      'SELECT * FROM styles ORDER BY id',
      'SELECT * FROM style_items ORDER BY styleid, operation, multi_priority',
    ].map((sql) => database.prepare(sql).all() as Record<string, unknown>[]);
  } finally {
    database.close();
  }
}

describe.each([37, 57] as const)('styles in a library of schema %s', (schema) => {
  test('a style is made of the newest step of each instance in force, without drawn masks', async () => {
    const app = await startApp({ library, schema });
    const { status, body } = await ask(app, 'POST', '/styles', { name: 'film|warm', description: 'Late', from: 1 });
    expect([status, body.masks_left]).toEqual([201, ['exposure']]);
    expect(body).toMatchObject({ name: 'film|warm', description: 'Late', sets_module_order: false });
    expect(body.items.map(({ operation, multi_name: name }) => [operation, name])).toEqual([
      ['exposure', ''],
      ['exposure', 'sky'],
      ['velvia', ''],
    ]);
    const [, items] = stored(app);
    expect(items!.map((row) => [row.operation, row.multi_priority, row.op_params])).toEqual([
      ['exposure', 0, exposureParams(2)],
      ['exposure', 1, exposureParams(3)],
      ['velvia', 0, packParams('ff', 20, 1)],
    ]);
    expect(items!.map(({ num }) => num).toSorted()).toEqual([0, 1, 2]);
    expect(items![0]!.blendop_params).toEqual(blend(0));
    // It can be put on at once, and looks as it was.
    const applied = await ask<{ changed: number }>(app, 'POST', '/styles/apply', { name: 'film|warm', to: [1] });
    expect(applied.body.changed).toBe(1);

    const only = await ask(app, 'POST', '/styles', { name: 'turn/only', from: 1, modules: ['flip'] });
    expect(only.body.items.map(({ operation }) => operation)).toEqual(['flip']);
    await undo(app, only.body.change);
    expect(await names(app)).toEqual(['film|warm']);
    const { items: changes } = await app.get<z.infer<typeof ChangeList>>('/api/v1/changes');
    expect(changes.filter(({ kind }) => kind === 'style').map(({ style }) => style)).toEqual([
      { before: 'turn/only', after: null },
      { before: null, after: 'turn/only' },
      { before: null, after: 'film|warm' },
    ]);
  });

  test('a style is renamed, described and deleted, and each undo brings it back', async () => {
    const app = await startApp({ library, schema });
    addStyle(app.library, {
      id: 4,
      name: 'warm',
      order: 'x,0',
      items: [{ operation: 'velvia' }, { operation: 'bloom' }],
    });
    addStyle(app.library, { id: 5, name: 'cold', items: [{ operation: 'velvia' }] });
    const before = stored(app);
    const renamed = await ask(app, 'PATCH', '/styles/4', { name: 'film|warm/1', description: 'Sea & sky' });
    expect(renamed.body).toMatchObject({ id: 4, name: 'film|warm/1', description: 'Sea & sky', items: [{}, {}] });
    const same = await ask(app, 'PATCH', '/styles/4', { name: 'film|warm/1' });
    expect([same.status, same.body.change]).toEqual([200, null]);
    expect((await undo(app, renamed.body.change)).status).toBe(200);
    expect(stored(app)).toEqual(before);

    const deleted = await ask(app, 'DELETE', '/styles/4');
    expect(deleted.body).toEqual({ change: expect.any(Number) as number, name: 'warm' });
    expect(await names(app)).toEqual(['cold']);
    // Its number is taken since; the style comes back under another one.
    addStyle(app.library, { id: 4, name: 'new', items: [] });
    expect((await undo(app, deleted.body.change)).body).toMatchObject({ left: [] });
    expect(await names(app)).toEqual(['cold', 'new', 'warm']);
    const [styles, items] = stored(app);
    expect(styles!.find(({ name }) => name === 'warm')).toMatchObject({ id: 6, iop_list: 'x,0' });
    expect(items!.filter(({ styleid }) => styleid === 6)).toHaveLength(2);
  });

  test('what was changed again since, or whose name is taken, is not taken back', async () => {
    const app = await startApp({ library, schema });
    const made = await ask(app, 'POST', '/styles', { name: 'warm', from: 1 });
    app.library.change("UPDATE data.styles SET description = 'mine'");
    const deleted = await ask(app, 'DELETE', `/styles/${made.body.id}`);
    addStyle(app.library, { id: 9, name: 'warm', items: [] });
    const before = stored(app);
    for (const change of [made.body.change, deleted.body.change])
      expect((await undo(app, change)).body).toMatchObject({ error: 'conflict' });
    expect(stored(app)).toEqual(before);
  });
});

test('what cannot be is refused with the reason, and changes nothing', async () => {
  const app = await startApp({ library });
  addStyle(app.library, { id: 4, name: 'warm', items: [] });
  addStyle(app.library, { id: 5, name: 'cold', items: [] });
  const before = stored(app);
  for (const [method, path, body, status, said] of [
    ['POST', '/styles', { name: 'warm', from: 1 }, 409, 'already'],
    ['POST', '/styles', { name: 'x', from: 99 }, 404, '99'],
    ['POST', '/styles', { name: 'x', from: 2 }, 409, 'no edits'],
    ['POST', '/styles', { name: 'x', from: 1, modules: ['sharpen'] }, 409, 'sharpen'],
    ['POST', '/styles', { name: 'x', from: 1, modules: ['exposur'] }, 400, 'exposure'],
    ['POST', '/styles', { name: 'a||b', from: 1 }, 400, 'empty levels'],
    ['POST', '/styles', { name: 'a\nb', from: 1 }, 400, 'one line'],
    ['POST', '/styles', { name: 'ä'.repeat(241), from: 1 }, 400, '480 bytes'],
    ['PATCH', '/styles/4', { name: 'cold' }, 409, 'already'],
    ['PATCH', '/styles/4', {}, 400, 'name or description'],
    ['PATCH', '/styles/7', { name: 'x' }, 404, '7'],
    ['PATCH', '/styles/x', { name: 'x' }, 400, 'integer'],
    ['DELETE', '/styles/7', undefined, 404, '7'],
  ] as const) {
    const answer = await ask(app, method, path, body);
    expect([path, answer.status, answer.body.detail]).toEqual([path, status, expect.stringContaining(said)]);
  }
  const darktable = await standInDarktable(app.folder, app.library.file);
  for (const [method, path, body] of [
    ['POST', '/styles', { name: 'x', from: 1 }],
    ['PATCH', '/styles/4', { name: 'x' }],
    ['DELETE', '/styles/4', undefined],
  ] as const) {
    const scopes = ['images:read', 'cache:refresh'];
    expect((await app.ask(method, `/api/v1${path}`, { body, scopes })).status).toBe(403);
    const { status, body: refused } = await ask(app, method, path, body);
    expect([status, refused.error]).toEqual([500, 'db_write_error']);
    expect(refused.detail).toContain('Close darktable');
  }
  await darktable.end();
  expect((await ask(app, 'PUT', '/styles/4')).status).toBe(405);
  expect(stored(app)).toEqual(before);
});
