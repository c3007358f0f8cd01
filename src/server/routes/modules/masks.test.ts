import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ImageHistory } from '../../../contract/history.ts';
import type { UndoResult } from '../../../contract/image-change.ts';
import type { MaskList } from '../../../contract/masks.ts';
import type { ModuleEntry } from '../../../contract/modules.ts';
import { circle } from '../../../testing/develop-steps.ts';
import type { FixtureHistory } from '../../../testing/library-fixture.ts';
import { blendParams, packParams } from '../../../testing/pictures/params.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const [CIRCLE_OF_EXPOSURE, CLONE] = [1001, 8];
const scopes = ['images:read', 'images:write', 'cache:refresh'];
type Answer = ImageHistory & ErrorBody;
const takeMask = (app: TestApp, operation: string, body: unknown) =>
  app.ask<Answer>('POST', `/api/v1/images/1/modules/${operation}/mask`, { body, scopes });
const masksOf = async (app: TestApp) => (await app.get<MaskList>('/api/v1/images/1/masks')).items;

const step = (operation: string, rest: Partial<FixtureHistory> = {}): FixtureHistory => ({
  operation,
  params: Buffer.from(operation),
  blend: blendParams({ maskMode: 0 }),
  blendVersion: 11,
  ...rest,
});
const masked = { blend: blendParams({ maskMode: 3, colourSpace: 4, maskId: CIRCLE_OF_EXPOSURE }) };

/** Exposure is masked with a circle. */
async function start(history: FixtureHistory[] = []): Promise<TestApp> {
  const app = await startApp({ library: [{ id: 1, history: [step('exposure', masked), step('velvia'), ...history] }] });
  addShapes(app, circle(0.5, 0.5));
  return app;
}
const addShapes = (app: TestApp, shapes: ReturnType<typeof circle>) => {
  for (const { id, type, name, points, source } of shapes)
    app.library.change(
      `INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source) VALUES (1, 0, ?, ?, ?, 6, ?, 1, ?)`,
      ...([id, type, name, points, source] as [number, number, string, Uint8Array, Uint8Array]),
    );
};
function stored({ library: { file } }: TestApp) {
  const database = new Database(file, { readonly: true });
  try {
    const all = (sql: string) => database.prepare(sql).all() as Record<string, unknown>[];
    return {
      history: all('SELECT * FROM history WHERE imgid = 1 ORDER BY num'),
      masks: all('SELECT * FROM masks_history WHERE imgid = 1 ORDER BY num, formid'),
    };
  } finally {
    database.close();
  }
}

test('drawn shapes are listed with the groups and the modules that they are in', async () => {
  const app = await start();
  expect(await masksOf(app)).toEqual([
    { id: 1000, kind: 'circle', name: 'circle #1', is_source: false, tool: null, points: 1, members: [], used_by: [] },
    {
      id: 1001,
      kind: 'group',
      name: 'grp exposure',
      is_source: false,
      tool: null,
      points: 1,
      members: [{ id: 1000, inverted: false, opacity: 1, combined: null }],
      used_by: [{ operation: 'exposure', instance: 0, is_on: true }],
    },
  ]);
  await app.ask('PATCH', '/api/v1/images/1/modules/exposure', { body: { blend: { mask: 'uniform' } } });
  expect((await masksOf(app))[1]!.used_by).toEqual([{ operation: 'exposure', instance: 0, is_on: false }]);
  app.library.change('UPDATE images SET history_end = 0 WHERE id = 1');
  expect(await masksOf(app)).toEqual([]);
  expect((await app.ask('GET', '/api/v1/images/9/masks')).status).toBe(404);
});

test('a module gets the shapes of another one in a group of its own, and undo takes them back', async () => {
  const app = await start();
  const before = stored(app);
  const { status, body, headers } = await takeMask(app, 'velvia', { from: { operation: 'exposure' } });
  expect([status, body.end, body.steps.at(-1)]).toMatchObject([200, 3, { operation: 'velvia', num: 2 }]);
  const { history, masks } = stored(app);
  expect(history[2]).toMatchObject({ op_params: Buffer.from('velvia'), multi_priority: 0 });
  expect(masks.filter(({ num }) => num === 2)).toMatchObject([
    { formid: 1000, form: 1 },
    { formid: 1001, points: packParams('iiif', 1000, 1001, 3, 1) },
    { formid: 1002, form: 4, name: 'grp velvia', points: packParams('iiif', 1000, 1002, 3, 1), points_count: 1 },
  ]);
  expect((await masksOf(app)).map(({ id, used_by: by }) => [id, by.map(({ operation }) => operation)])).toEqual([
    [1000, []],
    [1001, ['exposure']],
    [1002, ['velvia']],
  ]);
  const { blend } = await app.get<ModuleEntry>('/api/v1/images/1/modules/velvia');
  expect(blend).toMatchObject({ mask: 'drawn', opacity: 100, inverted: false });

  const again = await takeMask(app, 'velvia', { from: { operation: 'exposure', instance: 0 }, instance: 0 });
  expect([again.status, again.headers.get('x-change'), again.body.end]).toEqual([200, null, 3]);
  await app.ask<UndoResult>('POST', `/api/v1/changes/${headers.get('x-change')}/undo`, { scopes });
  expect(stored(app)).toEqual(before);
});

test('shapes come beside those that a module has, and a parametric mask stays', async () => {
  const own = blendParams({ maskMode: 7, colourSpace: 4, maskId: 2001 });
  const app = await start([step('bloom', { blend: own })]);
  addShapes(
    app,
    circle(0.2, 0.2).map((shape) => ({
      ...shape,
      id: shape.id + 1000,
      points: shape.id === 1001 ? packParams('iiif', 2000, 2001, 7, 0.5) : shape.points,
    })),
  );
  await takeMask(app, 'bloom', { from: { operation: 'exposure' } });
  expect((await masksOf(app)).at(-1)).toMatchObject({
    id: 2001,
    points: 2,
    members: [
      { id: 2000, inverted: true, opacity: 0.5 },
      { id: 1000, inverted: false, opacity: 1 },
    ],
  });
  const { blend } = await app.get<ModuleEntry>('/api/v1/images/1/modules/bloom');
  expect(blend?.mask).toBe('drawn_and_parametric');
});

test.each([
  ['velvia', { from: { operation: 'velvia' } }, 409, 'has no drawn mask'],
  ['velvia', { from: { operation: 'retouch' } }, 409, 'mark what it mends'],
  ['retouch', { from: { operation: 'exposure' } }, 409, 'takes no drawn mask'],
  ['crop', { from: { operation: 'exposure' } }, 409, 'has no blending'],
  ['grain', { from: { operation: 'exposure' } }, 409, 'Change it in the darkroom first'],
  ['sharpen', { from: { operation: 'exposure' } }, 404, 'sharpen is not in the history'],
  ['velvia', { from: { operation: 'exposure', instance: 3 } }, 404, 'instance 3'],
  ['velvia', { from: 'exposure' }, 400, 'from: must be an object with the operation of a module'],
  ['velvia', {}, 400, 'from: must be an object with the operation of a module'],
  ['velvia', { from: { operation: 7 } }, 400, 'from.operation: must be the name of a module'],
  ['velvia', { from: { operation: 'exposure' }, instance: -1 }, 400, 'instance'],
])('%s, masked with %j, is refused with %i and the reason', async (operation, body, status, said) => {
  const retouch = { blend: blendParams({ maskMode: 3, colourSpace: 4, maskId: 3001 }) };
  const app = await start([step('retouch', retouch), step('crop'), { operation: 'grain' }]);
  addShapes(
    app,
    circle(0.2, 0.2).map((shape) => ({
      ...shape,
      id: shape.id + 2000,
      type: shape.type | (shape.type === 1 ? CLONE : 0),
      points: shape.id === 1001 ? packParams('iiif', 3000, 3001, 3, 1) : shape.points,
    })),
  );
  app.library.change(`UPDATE history SET blendop_params = NULL, blendop_version = 0 WHERE operation = 'grain'`);
  const before = stored(app);
  const refused = await takeMask(app, operation, body);
  expect([refused.status, refused.body.detail]).toEqual([status, expect.stringContaining(said)]);
  expect(stored(app)).toEqual(before);
});

test('nothing is masked while darktable has the library open', async () => {
  const app = await start();
  const darktable = await standInDarktable(app.folder, app.library.file);
  try {
    const refused = await takeMask(app, 'velvia', { from: { operation: 'exposure' } });
    expect([refused.status, refused.body.error]).toEqual([500, 'db_write_error']);
  } finally {
    await darktable.end();
  }
});
