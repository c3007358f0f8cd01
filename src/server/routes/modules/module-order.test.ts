import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ImageHistory } from '../../../contract/history.ts';
import type { UndoResult } from '../../../contract/image-change.ts';
import type { ModuleOrder } from '../../../contract/module-order.ts';
import type { FixtureHistory, FixtureImage } from '../../../testing/library-fixture.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write', 'cache:refresh'];
const move = (app: TestApp, operation: string, body: unknown, id = 1) =>
  app.ask<ImageHistory & ErrorBody>('POST', `/api/v1/images/${id}/modules/${operation}/move`, { body, scopes });
const orderOf = (app: TestApp, id = 1) => app.get<ModuleOrder>(`/api/v1/images/${id}/module-order`);

const step = (operation: string, rest: Partial<FixtureHistory> = {}): FixtureHistory => ({
  operation,
  params: Buffer.from(operation),
  ...rest,
});
const history = [
  step('exposure'),
  step('exposure', { priority: 1, name: 'sky' }),
  step('temperature'),
  step('flip'),
  step('crop', { enabled: false }),
  step('sharpen'),
];
const library: FixtureImage[] = [{ id: 1, history: [...history, step('bloom')], historyEnd: 6 }, { id: 2 }];

const SEVERAL = (own: readonly string[]) =>
  own.flatMap((operation) => (operation === 'exposure' ? ['exposure,0', 'exposure,1'] : [`${operation},0`])).join();
async function start(schema: 37 | 57 = 37): Promise<TestApp> {
  const app = await startApp({ library, schema });
  for (const id of [1, 2])
    app.library.change(
      'INSERT OR REPLACE INTO module_order (imgid, version, iop_list) VALUES (?, ?, NULL)',
      ...[id, schema === 37 ? 2 : 5],
    );
  const own = (await orderOf(app, 2)).items.map(({ operation }) => operation);
  app.library.change('UPDATE module_order SET iop_list = ? WHERE imgid = 1', SEVERAL(own));
  return app;
}
function stored({ library: { file } }: TestApp) {
  const database = new Database(file, { readonly: true });
  try {
    const all = (sql: string) => database.prepare(sql).all() as Record<string, unknown>[];
    return {
      history: all('SELECT * FROM history WHERE imgid = 1 ORDER BY num'),
      order: all('SELECT version, iop_list FROM module_order WHERE imgid = 1'),
      end: all('SELECT history_end FROM images WHERE id = 1'),
    };
  } finally {
    database.close();
  }
}
const words = ({ items }: ModuleOrder) => items.map(({ operation, instance }) => `${operation} ${instance}`);

describe.each([37, 57] as const)('in a library of schema %s', (schema) => {
  test('a module goes before or after another one with a step of its own, and undo brings all back', async () => {
    const app = await start(schema);
    const before = stored(app);
    const { status, body, headers } = await move(app, 'exposure', { instance: 1, after: { operation: 'sharpen' } });
    expect([status, body.end, body.steps.at(-1)]).toMatchObject([
      200,
      7,
      { operation: 'exposure', multi_priority: 1, multi_name: 'sky', enabled: true },
    ]);
    const list = words(await orderOf(app));
    expect(list[list.indexOf('sharpen 0') + 1]).toBe('exposure 1');
    expect(stored(app).order).toEqual([{ version: 0, iop_list: list.join().replaceAll(' ', ',') }]);
    expect(app.app.services.queues.refresh.pending()).toContain(1);

    // Its step is the last one, so none is added. Back where it was, the order is darktable's own.
    const back = await move(app, 'exposure', { instance: 1, after: { operation: 'exposure' } });
    expect([back.body.end, stored(app).order]).toEqual([7, before.order]);
    const again = await move(app, 'exposure', { instance: 1, before: { operation: 'toneequal' } });
    expect(again.headers.get('x-change')).toBeTruthy();
    const none = await move(app, 'exposure', { instance: 1, before: { operation: 'toneequal' } });
    expect([none.status, none.headers.get('x-change')]).toEqual([200, null]);

    for (const change of [again, back, { headers }]) {
      const path = `/api/v1/changes/${change.headers.get('x-change')}/undo`;
      expect((await app.ask<UndoResult>('POST', path, { scopes })).body).toMatchObject({ changed: 1, left: [] });
    }
    expect(stored(app)).toEqual(before);
  });

  test('each module tells how far it goes: fences, raw modules and the rules of crop hold it', async () => {
    const app = await start(schema);
    const { items, version } = await orderOf(app);
    expect(version).toBe(schema === 37 ? 2 : 5);
    const at = (operation: string) => items.findIndex((item) => item.operation === operation);
    const names = (operation: string) => {
      const { earliest, latest } = items[at(operation)]!;
      return [items[earliest - 1]?.operation, items[latest + 1]?.operation];
    };
    expect(names('exposure')).toEqual(['demosaic', 'gamma']);
    expect(names('temperature')).toEqual(['invert', 'highlights']);
    expect(names('crop')).toEqual(['flip', 'gamma']);
    expect(names('colorin')).toEqual(['demosaic', 'channelmixerrgb']);
    expect(names('hotpixels')).toEqual(['cacorrect', 'rawdenoise']);
    for (const fixed of ['rawprepare', 'demosaic', 'gamma'])
      expect(items[at(fixed)]).toMatchObject({ earliest: at(fixed), latest: at(fixed) });
    expect(items[at('crop')]!.in_history).toBe(true);
    expect(items[at('bloom')]!.in_history).toBe(false);
  });
});

test('a module that is off stays off, and undone steps go', async () => {
  const app = await start();
  const { body } = await move(app, 'crop', { after: { operation: 'sharpen' } });
  expect(body.steps.map(({ operation, enabled }) => [operation, enabled]).slice(-2)).toEqual([
    ['sharpen', true],
    ['crop', false],
  ]);
});

test.each([
  ['crop', { before: { operation: 'flip' } }, 409, 'keeps crop behind orientation'],
  ['flip', { after: { operation: 'crop' } }, 409, 'keeps orientation before crop'],
  ['exposure', { before: { operation: 'temperature' } }, 409, 'keeps exposure (instance 1) behind demosaic'],
  ['exposure', { after: { operation: 'gamma' } }, 409, 'before'],
  ['sharpen', { before: { operation: 'rawprepare' } }, 409, 'behind demosaic'],
  ['velvia', { before: { operation: 'sharpen' } }, 404, 'velvia is not in the history'],
  ['exposure', { instance: 4, before: { operation: 'sharpen' } }, 404, 'instance 4'],
  ['exposure', { before: { operation: 'sharpen', instance: 3 } }, 404, 'instance 3'],
  ['exposure', { before: { operation: 'sharpening' } }, 404, 'sharpening'],
  ['exposure', {}, 400, 'before'],
  ['exposure', { before: { operation: 'sharpen' }, after: { operation: 'bloom' } }, 400, 'before'],
  ['exposure', { before: 'sharpen' }, 400, 'before'],
  ['exposure', { before: { operation: 'sharpen', instance: -1 } }, 400, 'before.instance'],
])('%s moved by %o is refused with %s', async (operation, body, status, said) => {
  const app = await start();
  const before = stored(app);
  const answer = await move(app, operation, body);
  expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(said)]);
  expect(stored(app)).toEqual(before);
});

test('an order that cannot be told, or read, moves nothing', async () => {
  const app = await start();
  for (const [version, list] of [
    [9, null],
    [0, 'exposure'],
    [0, 'rawprepare,0,gamma,x'],
  ] as const) {
    app.library.change('UPDATE module_order SET version = ?, iop_list = ? WHERE imgid = 1', version, list);
    expect((await move(app, 'exposure', { before: { operation: 'crop' } })).status).toBe(409);
    expect(await orderOf(app)).toEqual({ image_id: 1, version: null, items: [] });
  }
  expect((await app.ask('GET', '/api/v1/images/9/module-order', { scopes })).status).toBe(404);
});

test('while darktable has the library open, nothing moves', async () => {
  const app = await start();
  await standInDarktable(app.folder, app.library.file);
  const { status, body } = await move(app, 'exposure', { before: { operation: 'crop' } });
  expect([status, body.error]).toEqual([500, 'db_write_error']);
});
