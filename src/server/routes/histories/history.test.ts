import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ImageHistory } from '../../../contract/history.ts';
import type { ChangeList, ChangeResult, UndoResult } from '../../../contract/image-change.ts';
import type { FixtureHistory, FixtureImage } from '../../../testing/library-fixture.ts';
import { exposureParams } from '../../../testing/pictures/params.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write', 'cache:refresh'];
type Answer = ImageHistory & ErrorBody;
const ask = <Body = Answer>(app: TestApp, method: string, path: string, body?: unknown) =>
  app.ask<Body>(method, `/api/v1${path}`, { ...(body === undefined ? {} : { body }), scopes });
const changes = (app: TestApp) => app.get<z.infer<typeof ChangeList>>('/api/v1/changes');
const undo = async (app: TestApp) =>
  ask<UndoResult & ErrorBody>(app, 'POST', `/changes/${(await changes(app)).items[0]!.id}/undo`);

const step = (operation: string, rest: Partial<FixtureHistory> = {}): FixtureHistory => ({
  operation,
  params: Buffer.from(operation),
  ...rest,
});
const history = [
  step('colorin'),
  step('exposure'),
  step('velvia'),
  step('exposure', { priority: 1, name: 'sky' }),
  step('exposure', { params: Buffer.from('brighter') }),
  step('velvia', { enabled: false }),
];
const library: FixtureImage[] = [
  { id: 1, tags: ['sea', 'darktable|changed', 'darktable|style|warm'], stars: 3, history },
  { id: 2, history: [step('exposure'), step('velvia')] },
  { id: 3 },
];

/** The rows that hold the development of an image, and when it was changed. */
function stored({ library: { file, data } }: TestApp, id: number) {
  const database = new Database(file, { readonly: true });
  try {
    database.prepare('ATTACH ? AS data').run(data);
    const all = (sql: string) => database.prepare(sql).safeIntegers().all({ id });
    return {
      history: all('SELECT * FROM history WHERE imgid = :id ORDER BY num'),
      masks: all('SELECT * FROM masks_history WHERE imgid = :id ORDER BY num, formid'),
      order: all('SELECT * FROM module_order WHERE imgid = :id'),
      image: all('SELECT history_end, flags FROM images WHERE id = :id'),
      tags: all('SELECT name FROM tagged_images JOIN data.tags ON tags.id = tagid WHERE imgid = :id ORDER BY name'),
    };
  } finally {
    database.close();
  }
}
const names = ({ steps }: ImageHistory) => steps.map(({ operation, multi_priority: at }) => `${operation} ${at}`);

describe.each([37, 57] as const)('in a library of schema %s', (schema) => {
  test('the history tells all steps, which are in force, and when Safelight stored one', async () => {
    const app = await startApp({ library, schema });
    app.library.change('UPDATE images SET history_end = 5 WHERE id = 1');
    const { body } = await ask(app, 'GET', '/images/1/history');
    expect(body).toMatchObject({ image_id: 1, end: 5 });
    expect(names(body)).toEqual(['colorin 0', 'exposure 0', 'velvia 0', 'exposure 1', 'exposure 0', 'velvia 0']);
    expect(body.steps.map(({ in_force: isInForce }) => isInForce)).toEqual([true, true, true, true, true, false]);
    expect(body.steps[3]).toMatchObject({ num: 3, label: 'exposure', multi_name: 'sky', enabled: true, time: null });
    const before = Date.now();
    await ask(app, 'PATCH', '/images/1/modules/velvia', { enabled: false });
    const { steps } = (await ask(app, 'GET', '/images/1/history')).body;
    expect(steps[2]).toMatchObject({ enabled: false, time: expect.any(Number) as number });
    expect(steps[2]!.time).toBeGreaterThanOrEqual(before);
  });

  test('a step tells the parameters in which it differs from the step before of its instance', async () => {
    const exposure = (ev: number, rest: Partial<FixtureHistory> = {}) =>
      step('exposure', { module: 6, params: exposureParams(ev), ...rest });
    const steps = [exposure(0.5), exposure(-1, { priority: 1 }), exposure(0.35), step('colorin')];
    const app = await startApp({ library: [{ id: 1, history: steps }], schema });
    const { body } = await ask(app, 'GET', '/images/1/history');
    expect(body.steps.map(({ changed }) => changed)).toEqual([
      expect.objectContaining({ exposure: 0.5 }),
      expect.objectContaining({ exposure: -1 }),
      { exposure: 0.35 },
      undefined,
    ]);
  });

  test('steps back and forth change what is in force, and nothing else of the history', async () => {
    const app = await startApp({ library, schema });
    const before = stored(app, 1);
    const back = await ask(app, 'PATCH', '/images/1/history', { end: 2 });
    expect([back.status, back.body.end, back.body.steps.length]).toEqual([200, 2, 6]);
    expect(back.headers.get('x-change')).toBe('1');
    expect(stored(app, 1).history).toEqual(before.history);
    expect((await app.get<{ items: unknown[] }>('/api/v1/images/1/modules')).items).toHaveLength(2);
    expect((await ask(app, 'PATCH', '/images/1/history', { end: 6 })).body.end).toBe(6);
    expect(stored(app, 1)).toEqual(before);
    const same = await ask(app, 'PATCH', '/images/1/history', { end: 6 });
    expect([same.status, same.headers.get('x-change')]).toEqual([200, null]);
  });

  test('an end that the history does not have is refused with what is allowed', async () => {
    const app = await startApp({ library, schema });
    for (const [body, said] of [
      [{ end: 7 }, 'at most 6'],
      [{ end: -1 }, '0 or more'],
      [{ end: 1.5 }, 'integer'],
      [{}, 'end'],
      [{ end: 1, steps: 3 }, 'steps'],
    ] as const) {
      const answer = await ask(app, 'PATCH', '/images/1/history', body);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_body']);
      expect(answer.body.detail).toContain(said);
    }
    expect((await changes(app)).items).toEqual([]);
  });

  test('a compressed history has the newest step of each instance, those that are off as well', async () => {
    const app = await startApp({ library, schema });
    const before = stored(app, 1);
    const { body } = await ask(app, 'POST', '/images/1/history/compress');
    expect(names(body)).toEqual(['colorin 0', 'exposure 1', 'exposure 0', 'velvia 0']);
    expect(body.steps.map(({ num }) => num)).toEqual([0, 1, 2, 3]);
    expect(body).toMatchObject({ end: 4, steps: [{}, {}, {}, { enabled: false }] });
    expect((await ask(app, 'POST', '/images/1/history/compress')).headers.get('x-change')).toBeNull();
    const { body: undone } = await undo(app);
    expect(undone).toMatchObject({ changed: 1, failed: 0, left: [] });
    expect(stored(app, 1)).toEqual(before);
  });

  test('of drawn masks, the last set before the end is there from the first step on', async () => {
    const app = await startApp({ library, schema });
    const mask = (num: number, id: number) =>
      app.library.change(
        `INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source) VALUES (1, ?, ?, 1, 'circle', 6, x'01', 1, x'02')`,
        ...[num, id],
      );
    for (const [num, id] of [
      [1, 10],
      [3, 10],
      [3, 11],
    ] as const)
      mask(num, id);
    const before = stored(app, 1);
    const { body } = await ask(app, 'POST', '/images/1/history/compress');
    expect(names(body)[0]).toBe('mask_manager 0');
    expect(body.steps[0]).toMatchObject({ module_version: 1, enabled: false });
    expect(stored(app, 1).masks).toMatchObject([
      { num: 0n, formid: 10n },
      { num: 0n, formid: 11n },
    ]);
    await undo(app);
    expect(stored(app, 1)).toEqual(before);
    // Without the step of the second set, that set counts from the next step on.
    await ask(app, 'DELETE', '/images/1/modules/exposure?instance=1');
    expect(stored(app, 1).masks).toMatchObject([
      { num: 1n, formid: 10n },
      { num: 3n, formid: 10n },
      { num: 3n, formid: 11n },
    ]);
  });

  test('a history is compressed when one step goes and one that holds masks comes', async () => {
    const app = await startApp({
      library: [{ id: 1, history: [step('velvia'), step('bloom'), step('velvia')] }],
      schema,
    });
    app.library.change(
      `INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source) VALUES (1, 1, 10, 1, 'circle', 6, x'01', 1, x'02')`,
    );
    const { body } = await ask(app, 'POST', '/images/1/history/compress');
    expect(names(body)).toEqual(['mask_manager 0', 'bloom 0', 'velvia 0']);
    const again = await ask(app, 'POST', '/images/1/history/compress');
    expect([again.status, again.headers.get('x-change')]).toEqual([200, null]);
    // As darktable converts the step when it shows the picture.
    app.library.change("UPDATE history SET module = 2, op_params = zeroblob(4) WHERE operation = 'mask_manager'");
    expect((await ask(app, 'POST', '/images/1/history/compress')).headers.get('x-change')).toBeNull();
  });

  test('a history with undone steps is not compressed, since they would be lost', async () => {
    const app = await startApp({ library, schema });
    await ask(app, 'PATCH', '/images/1/history', { end: 4 });
    const before = stored(app, 1);
    const { status, body } = await ask(app, 'POST', '/images/1/history/compress');
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.detail).toContain('undone');
    expect(stored(app, 1)).toEqual(before);
  });

  test('a discarded history leaves nothing of the development, and its undo brings all of it back', async () => {
    const app = await startApp({ library, schema });
    app.library.change('UPDATE images SET flags = flags | 512 WHERE id = 1');
    const before = stored(app, 1);
    const { status, body } = await ask(app, 'DELETE', '/images/1/history');
    expect([status, body]).toEqual([200, { image_id: 1, end: 0, steps: [] }]);
    const after = stored(app, 1);
    expect(after).toMatchObject({
      history: [],
      order: [],
      image: [{ history_end: 0n, flags: 35n }],
      tags: [{ name: 'darktable|format|jpg' }, { name: 'sea' }],
    });
    expect(await app.get<object>('/api/v1/images/1')).toMatchObject({ is_altered: false, rating: 3 });
    expect((await ask(app, 'DELETE', '/images/3/history')).headers.get('x-change')).toBeNull();
    await undo(app);
    expect(stored(app, 1)).toEqual(before);
    // And once more the other way.
    await undo(app);
    expect(stored(app, 1)).toEqual(after);
  });

  test('the first steps that darktable gives a discarded image do not keep its history from coming back; others do', async () => {
    const app = await startApp({ library, schema });
    const before = stored(app, 1);
    await ask(app, 'DELETE', '/images/1/history');
    const [first] = before.history as Record<string, string | Buffer | bigint>[];
    const database = new Database(app.library.file);
    const columns = Object.keys(first!);
    const insert = database.prepare(
      `INSERT INTO history (${columns.join()}) VALUES (${columns.map((column) => `:${column}`).join()})`,
    );
    insert.run({ ...first!, op_params: Buffer.from('other') });
    database.exec('UPDATE images SET history_end = 1, flags = flags | 512, change_timestamp = 1 WHERE id = 1');
    expect((await undo(app)).status).toBe(409);
    database.exec('DELETE FROM history WHERE imgid = 1');
    insert.run(first!);
    database.close();
    expect((await undo(app)).status).toBe(200);
    expect(stored(app, 1)).toEqual(before);
  });

  test('a module is taken out with all its steps: the instance that is named, or the one with the newest step', async () => {
    const app = await startApp({ library, schema });
    const before = stored(app, 1);
    const one = await ask(app, 'DELETE', '/images/1/modules/exposure?instance=1');
    expect(names(one.body)).toEqual(['colorin 0', 'exposure 0', 'velvia 0', 'exposure 0', 'velvia 0']);
    expect(one.body.end).toBe(5);
    const newest = await ask(app, 'DELETE', '/images/1/modules/velvia');
    expect(names(newest.body)).toEqual(['colorin 0', 'exposure 0', 'exposure 0']);
    expect(newest.body.steps.map(({ num }) => num)).toEqual([0, 1, 2]);
    const { items } = await changes(app);
    expect(items.map(({ kind, fields }) => [kind, fields[0]])).toMatchObject([
      ['history', { image_id: 1, field: 'history', before: 5, after: 3 }],
      ['history', { image_id: 1, field: 'history', before: 6, after: 5 }],
    ]);
    for (const { id } of items) await ask(app, 'POST', `/changes/${id}/undo`);
    expect(stored(app, 1)).toEqual(before);
    for (const [path, which] of [
      ['/images/1/modules/sharpen', 'sharpen is not'],
      ['/images/1/modules/exposure?instance=7', 'exposure, instance 7, is not'],
    ] as const) {
      const { status, body } = await ask(app, 'DELETE', path);
      expect([status, body.error]).toEqual([404, 'module_not_found']);
      expect(body.detail).toContain(which);
    }
    expect((await ask(app, 'DELETE', '/images/1/modules/exposure?instance=x')).body.error).toBe('invalid_query');
  });

  test('edits are copied to others: on top of theirs or in their place, all or some modules, and one undo takes it back', async () => {
    const app = await startApp({ library, schema });
    const copy = (body: object) => ask<ChangeResult & ErrorBody>(app, 'POST', '/images/history/copy', body);
    const historyOf = async (id: number) => names((await ask(app, 'GET', `/images/${id}/history`)).body);
    // 1 has exposure twice; the order of modules is needed to give another image a further instance.
    app.library.change("UPDATE history SET multi_priority = 0, multi_name = '' WHERE imgid = 1");
    const before = [2, 3].map((id) => stored(app, id));
    const appendedTo = await copy({ from: 1, to: [2, 3, 1] });
    expect(appendedTo.body).toMatchObject({ changed: 2, unchanged: 1, failed: 0, failures: [] });
    expect(await historyOf(2)).toEqual(['exposure 0', 'velvia 0', 'exposure 0', 'colorin 0', 'velvia 0']);
    expect(await historyOf(3)).toEqual(['exposure 0', 'colorin 0', 'velvia 0']);
    expect(stored(app, 3).tags.map((row) => (row as { name: string }).name)).toContain('darktable|changed');
    expect((await undo(app)).body).toMatchObject({ changed: 2, left: [] });
    expect([2, 3].map((id) => stored(app, id))).toEqual(before);

    await copy({ from: 1, to: [2], modules: ['velvia'], mode: 'replace' });
    expect(await historyOf(2)).toEqual(['velvia 0']);
    await copy({ from: 1, to: { filter: { rating_max: 0 } }, modules: ['exposure'] });
    expect(await historyOf(2)).toEqual(['velvia 0', 'exposure 0']);
    expect(await historyOf(3)).toEqual(['exposure 0']);
  });

  test('what cannot be copied is told, and the rest is done', async () => {
    const app = await startApp({ library, schema });
    const copy = (body: object) => ask<ChangeResult & ErrorBody>(app, 'POST', '/images/history/copy', body);
    // A further instance needs the order of modules, and no darktable has this one.
    app.library.change('UPDATE module_order SET version = 99, iop_list = NULL WHERE imgid = 2');
    app.library.change(
      "UPDATE history SET multi_name = 'sea', multi_priority = 0 WHERE imgid = 2 AND operation = 'exposure'",
    );
    const some = await copy({ from: 1, to: [2, 99] });
    expect(some.body).toMatchObject({ changed: 0, failed: 2 });
    expect(some.body.failures[0]!.reason).toContain('further instance of exposure');
    for (const [body, status, said] of [
      [{ from: 99, to: [2] }, 404, '99'],
      [{ from: 3, to: [2] }, 409, 'no edits'],
      [{ from: 2, to: [1], modules: ['sharpen'] }, 409, 'sharpen'],
      [{ from: 1, to: [2], modules: ['exposur'] }, 400, 'exposure'],
      [{ from: 1, to: [] }, 400, 'at least one image'],
      [{ from: 1, to: [2], mode: 'merge' }, 400, 'append or replace'],
      [{ from: 1, to: { filter: { ratng: 1 } } }, 400, 'to'],
    ] as const) {
      const answer = await copy(body);
      expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(said)]);
    }
  });

  test('what darktable makes of steps of older modules to show them is no change; what a person changes is', async () => {
    const old = step('vignette', { params: Buffer.alloc(40), module: 3, blend: Buffer.alloc(0), blendVersion: 0 });
    const app = await startApp({
      library: [{ id: 1, history: [old] }, { id: 2, history: [step('exposure')] }, { id: 3 }],
      schema,
    });
    const before = [2, 3].map((id) => stored(app, id));
    const paste = () => ask<ChangeResult>(app, 'POST', '/images/history/copy', { from: 1, to: [2, 3] });
    const show = () =>
      app.library
        .change(`UPDATE history SET module = 4, op_params = zeroblob(44), blendop_version = 11, blendop_params = zeroblob(420)
        WHERE operation = 'vignette' AND imgid IN (2, 3)`);
    await paste();
    show();
    expect((await undo(app)).body).toMatchObject({ changed: 2, left: [] });
    expect([2, 3].map((id) => stored(app, id))).toEqual(before);

    await paste();
    show();
    // The same step, with another value: darktable notes the time.
    app.library.change("UPDATE history SET op_params = x'ff' WHERE operation = 'vignette' AND imgid = 3");
    app.library.change('UPDATE images SET change_timestamp = change_timestamp + 1 WHERE id = 3');
    const edited = stored(app, 3);
    expect((await undo(app)).body).toMatchObject({ changed: 1, left: [{ image_id: 3 }] });
    expect([stored(app, 2), stored(app, 3)]).toEqual([before[0], edited]);
  });

  test('what was changed again since is not taken back', async () => {
    const app = await startApp({ library, schema });
    await ask(app, 'POST', '/images/1/history/compress');
    app.library.change("UPDATE history SET op_params = x'ff' WHERE imgid = 1 AND num = 2");
    const before = stored(app, 1);
    const { status, body } = await undo(app);
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(stored(app, 1)).toEqual(before);
  });
});

test('a raw that was never developed gets the highlight reconstruction of new edits, for 4.2; once developed it goes with the undo', async () => {
  for (const [schema, first] of [
    [37, ['highlights 0']],
    [57, []],
  ] as const) {
    const raw = { raw: true, filename: 'a.nef' };
    const app = await startApp({
      library: [{ id: 1, history: [step('velvia')] }, { id: 2, ...raw }, { id: 3 }],
      schema,
    });
    const before = stored(app, 2);
    await ask(app, 'POST', '/images/history/copy', { from: 1, to: [2, 3] });
    const historyOf = async (id: number) => names((await ask(app, 'GET', `/images/${id}/history`)).body);
    expect([await historyOf(2), await historyOf(3)]).toEqual([[...first, 'velvia 0'], ['velvia 0']]);
    // darktable shows it.
    app.library.change('UPDATE history SET num = num + 1 WHERE imgid = 2');
    app.library.change(
      `INSERT INTO history (imgid, num, module, operation, op_params, enabled, multi_priority, multi_name) VALUES (2, 0, 1, 'colorin', x'00', 1, 0, '')`,
    );
    app.library.change('UPDATE images SET history_end = history_end + 1, flags = flags | 512 WHERE id = 2');
    expect((await undo(app)).body).toMatchObject({ changed: 2, left: [] });
    expect(stored(app, 2)).toEqual(before);
  }
});

test('new previews are asked for, and a browser hears of it', async () => {
  const app = await startApp({ library });
  await ask(app, 'DELETE', '/images/1/history');
  expect(app.app.services.queues.refresh.pending()).toContain(1);
});

test('an image that is not there, and a sign-in that may not edit, are told so', async () => {
  const app = await startApp({ library });
  for (const [method, path, body] of [
    ['GET', '/images/9/history', undefined],
    ['PATCH', '/images/9/history', { end: 0 }],
    ['DELETE', '/images/9/history', undefined],
    ['POST', '/images/9/history/compress', undefined],
    ['DELETE', '/images/9/modules/exposure', undefined],
    ['POST', '/images/history/copy', { from: 9, to: [1] }],
  ] as const) {
    const { status } = await ask(app, method, path, body);
    expect([method, path, status]).toEqual([method, path, 404]);
    if (method === 'GET') continue;
    const refused = await app.ask<ErrorBody>(method, `/api/v1${path}`, {
      body,
      scopes: ['images:read', 'images:write'],
    });
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
  }
});

test('while darktable has the library open without the plugin, nothing is changed, and the plugin is advised', async () => {
  const app = await startApp({ library });
  await ask(app, 'PATCH', '/images/2/history', { end: 1 });
  const before = [1, 2].map((id) => stored(app, id));
  const darktable = await standInDarktable(app.folder, app.library.file);
  for (const { status, body } of [
    await ask(app, 'POST', '/images/1/history/compress'),
    await ask(app, 'DELETE', '/images/1/history'),
    await undo(app),
  ]) {
    expect([status, body.error]).toEqual([500, 'db_write_error']);
    expect(body.detail).toContain('has this library open, but the plugin does not respond');
  }
  expect([1, 2].map((id) => stored(app, id))).toEqual(before);
  await darktable.end();
});
