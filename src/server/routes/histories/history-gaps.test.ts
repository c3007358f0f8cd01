/** Histories whose step numbers have gaps, as darktable's own integration tests have them: darktable counts the end in steps. */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ImageHistory } from '../../../contract/history.ts';
import type { ChangeResult } from '../../../contract/image-change.ts';
import { developState } from '../../../library/develop-state.ts';
import type { FixtureHistory } from '../../../testing/library-fixture.ts';
import { exposureParams } from '../../../testing/pictures/params.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write', 'cache:refresh'];
const ask = <Body = ImageHistory>(app: TestApp, method: string, path: string, body?: unknown) =>
  app.ask<Body & ErrorBody>(method, `/api/v1${path}`, { ...(body === undefined ? {} : { body }), scopes });

const OPERATIONS = [
  'rawprepare',
  'demosaic',
  'colorin',
  'colorout',
  'gamma',
  'flip',
  'sharpen',
  'bloom',
  'sharpen',
  'velvia',
  'bloom',
  'grain',
  'exposure',
  'soften',
];
/** 14 steps, numbered 0 to 6 and 10 to 16. */
const history = OPERATIONS.map((operation, at): FixtureHistory => ({
  operation,
  num: at < 7 ? at : at + 3,
  params: Buffer.from(`${operation} ${at}`),
  ...(operation === 'exposure' && { module: 6, params: exposureParams(1) }),
}));
const LAST = ['grain', 'exposure', 'soften'];

async function start(): Promise<TestApp> {
  const app = await startApp({
    library: [{ id: 1, history }, { id: 2 }, { id: 3, history: [{ operation: 'vignette' }] }],
  });
  // The shape of the step with number 15 and of the one with number 5.
  for (const num of [5, 15])
    app.library.change(
      `INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source) VALUES (1, ?, ?, 1, 'circle', 6, x'01', 1, x'02')`,
      ...[num, num],
    );
  return app;
}

const names = ({ steps }: ImageHistory) => steps.map(({ operation }) => operation);
const historyOf = async (app: TestApp, id = 1) => (await ask(app, 'GET', `/images/${id}/history`)).body;
/** The whole development as rows. */
function stored({ library: { file } }: TestApp, id = 1) {
  const database = new Database(file, { readonly: true });
  try {
    const all = (sql: string) => database.prepare(sql).all({ id }) as Record<string, unknown>[];
    return {
      steps: all('SELECT * FROM history WHERE imgid = :id ORDER BY num'),
      masks: all('SELECT * FROM masks_history WHERE imgid = :id ORDER BY num'),
      end: all('SELECT history_end FROM images WHERE id = :id')[0]!.history_end,
    };
  } finally {
    database.close();
  }
}

test('all steps up to the end are in force, for the history, the modules and whoever renders', async () => {
  const app = await start();
  const { end, steps } = await historyOf(app);
  expect(end).toBe(14);
  expect(steps.map(({ num, in_force: isInForce }) => [num, isInForce])).toEqual(OPERATIONS.map((_, at) => [at, true]));
  const { items } = await app.get<{ items: { operation: string }[] }>('/api/v1/images/1/modules');
  expect(items.map(({ operation }) => operation)).toEqual(expect.arrayContaining(LAST));
  const state = await app.app.services.library.read((reader) => developState(reader, 1));
  expect(state!.history.map(({ num, operation }) => [num, operation])).toEqual(
    OPERATIONS.map((name, at) => [at, name]),
  );
  // A set of shapes stays with its step.
  expect(state!.masks.map(({ num, id }) => [num, id])).toEqual([
    [5, 5],
    [12, 15],
  ]);
});

test('one of the last modules is changed in place', async () => {
  const app = await start();
  const { status } = await ask(app, 'PATCH', '/images/1/modules/exposure', { enabled: false });
  expect(status).toBe(204);
  expect(stored(app).steps.find(({ operation }) => operation === 'exposure')).toMatchObject({ num: 15, enabled: 0 });
});

test('a paste takes the last steps along, and keeps them; its undo brings the gaps back', async () => {
  const app = await start();
  const copy = (from: number, to: number) => ask<ChangeResult>(app, 'POST', '/images/history/copy', { from, to: [to] });
  const before = stored(app);
  expect((await copy(1, 2)).body.changed).toBe(1);
  expect(names(await historyOf(app, 2))).toEqual(expect.arrayContaining(LAST));
  const pasted = await copy(3, 1);
  expect(pasted.body.changed).toBe(1);
  expect(names(await historyOf(app))).toEqual([...OPERATIONS, 'vignette']);
  expect(stored(app).steps.map(({ num }) => num)).toEqual([...OPERATIONS, 'vignette'].map((_, at) => at));
  expect(stored(app).masks.map(({ num, formid }) => [num, formid])).toEqual([
    [5, 5],
    [12, 15],
  ]);
  await ask(app, 'POST', `/changes/${pasted.body.change}/undo`);
  expect(stored(app)).toEqual(before);
});

test('steps back and forth count as darktable counts, and a module that is taken out leaves the others', async () => {
  const app = await start();
  const before = stored(app);
  const back = await ask(app, 'PATCH', '/images/1/history', { end: 9 });
  expect(back.body.steps.filter(({ in_force: isInForce }) => isInForce)).toHaveLength(9);
  expect((await ask(app, 'PATCH', '/images/1/history', { end: 15 })).status).toBe(400);
  await ask(app, 'PATCH', '/images/1/history', { end: 14 });
  expect(stored(app)).toEqual(before);
  const without = await ask(app, 'DELETE', '/images/1/modules/velvia');
  expect(names(without.body)).toEqual(OPERATIONS.filter((operation) => operation !== 'velvia'));
  expect(without.body.end).toBe(13);
  expect(stored(app).masks.map(({ num, formid }) => [num, formid])).toEqual([
    [5, 5],
    [11, 15],
  ]);
});

test('it is compressed, since no step was undone', async () => {
  const app = await start();
  const { status, body } = await ask(app, 'POST', '/images/1/history/compress');
  expect(status).toBe(200);
  expect(names(body)).toEqual([
    'mask_manager',
    'rawprepare',
    'demosaic',
    'colorin',
    'colorout',
    'gamma',
    'flip',
    'sharpen',
    'velvia',
    'bloom',
    ...LAST,
  ]);
  expect(stored(app).masks.map(({ formid }) => formid)).toEqual([15]);
});
