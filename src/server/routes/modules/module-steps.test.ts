import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ImageHistory } from '../../../contract/history.ts';
import type { UndoResult } from '../../../contract/image-change.ts';
import { pipeFacts } from '../../../changes/rules/pipe-facts.ts';
import { circle } from '../../../testing/develop-steps.ts';
import type { FixtureHistory, FixtureImage } from '../../../testing/library-fixture.ts';
import { blendParams, packParams } from '../../../testing/pictures/params.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write', 'cache:refresh'];
type Answer = ImageHistory & ErrorBody;
const ask = <Body = Answer>(app: TestApp, method: string, path: string, body?: unknown) =>
  app.ask<Body>(method, `/api/v1/images/${path}`, { ...(body === undefined ? {} : { body }), scopes });
const undo = (app: TestApp, change: string | null) =>
  app.ask<UndoResult & ErrorBody>('POST', `/api/v1/changes/${change}/undo`, { scopes });

const step = (operation: string, rest: Partial<FixtureHistory> = {}): FixtureHistory => ({
  operation,
  params: Buffer.from(operation),
  ...rest,
});
const masked = { blend: blendParams({ maskMode: 3, colourSpace: 4, maskId: 1001 }) };
const history = [step('exposure', masked), step('sharpen'), step('bloom'), step('grain')];
const library: FixtureImage[] = [{ id: 1, history, historyEnd: 3 }, { id: 2 }, { id: 3, raw: true, history }];

/** The rows that hold the development of an image. */
function stored({ library: { file, data } }: TestApp, id: number) {
  const database = new Database(file, { readonly: true });
  try {
    database.prepare('ATTACH ? AS data').run(data);
    const all = (sql: string) => database.prepare(sql).all({ id }) as Record<string, unknown>[];
    return {
      history: all('SELECT * FROM history WHERE imgid = :id ORDER BY num'),
      masks: all('SELECT * FROM masks_history WHERE imgid = :id ORDER BY num, formid'),
      order: all('SELECT version, iop_list FROM module_order WHERE imgid = :id'),
      end: all('SELECT history_end FROM images WHERE id = :id'),
      tags: all('SELECT name FROM tagged_images JOIN data.tags ON tags.id = tagid WHERE imgid = :id ORDER BY name'),
    };
  } finally {
    database.close();
  }
}
const names = ({ steps }: ImageHistory) => steps.map(({ operation, multi_priority: at }) => `${operation} ${at}`);
const velvia = packParams('ff', 25, 1);

// The pictures have no files, so no darktable tells what it would make of them.
describe.each([37, 57] as const)('in a library of schema %s', (schema) => {
  test('a module is put on top with the defaults that all pictures share; undone steps go, and undo brings all back', async () => {
    const app = await startApp({ library, schema });
    const before = stored(app, 1);
    const { status, body, headers } = await ask(app, 'PUT', '1/modules/velvia');
    expect([status, names(body), body.end]).toEqual([200, ['exposure 0', 'sharpen 0', 'bloom 0', 'velvia 0'], 4]);
    expect(body.steps[3]).toMatchObject({ num: 3, enabled: true, in_force: true, module_version: 2, multi_name: '' });
    const { history: rows, order, tags } = stored(app, 1);
    expect(rows[3]).toMatchObject({ op_params: velvia, blendop_params: null });
    expect(order).toEqual(before.order);
    expect(tags.map(({ name }) => name)).toContain('darktable|changed');
    expect(app.app.services.queues.refresh.pending()).toContain(1);

    const again = await ask(app, 'PUT', '1/modules/velvia');
    expect([again.status, again.headers.get('x-change'), names(again.body)]).toEqual([200, null, names(body)]);
    expect((await undo(app, headers.get('x-change'))).body).toMatchObject({ changed: 1, left: [] });
    expect(stored(app, 1)).toEqual(before);
  });

  test('a module that is there stays as it is, one whose step was undone does not', async () => {
    const app = await startApp({ library, schema });
    app.library.change("UPDATE history SET operation = 'velvia', enabled = 0 WHERE imgid = 1 AND num IN (1, 3)");
    const before = stored(app, 1);
    expect((await ask(app, 'PUT', '1/modules/velvia')).headers.get('x-change')).toBeNull();
    expect(stored(app, 1)).toEqual(before);
    app.library.change("UPDATE history SET operation = 'vibrance' WHERE imgid = 1 AND num = 0");
    const deprecated = await ask(app, 'PUT', '1/modules/vibrance');
    expect([deprecated.status, deprecated.headers.get('x-change')]).toEqual([200, null]);
    app.library.change('UPDATE images SET history_end = 1 WHERE id = 1');
    expect(names((await ask(app, 'PUT', '1/modules/velvia')).body)).toEqual(['vibrance 0', 'velvia 0']);
  });

  test.each([
    ['velvi', 404, 'module_not_found', 'velvia'],
    ['vibrance', 409, 'conflict', 'deprecated'],
    ['mask_manager', 409, 'conflict', 'switch on'],
    ['hotpixels', 409, 'conflict', 'raw files'],
    ['exposure', 409, 'conflict', 'only darktable can tell'],
    ['denoiseprofile', 409, 'conflict', 'darktable'],
  ])('%s is refused, and the reason says why', async (operation, status, error, said) => {
    const app = await startApp({ library, schema });
    for (const [method, path] of [
      ['PUT', `2/modules/${operation}`],
      ['POST', `2/modules/${operation}/instances`],
    ] as const) {
      const answer = await ask(app, method, path);
      expect([answer.status, answer.body.error]).toEqual([status, error]);
      // There is only one instance of hotpixels anyway.
      expect(answer.body.detail).toContain(said);
    }
    expect(stored(app, 2).history).toEqual([]);
  });

  test('a further instance stands behind the others in the pipe; its module is there, off, if it was not', async () => {
    const app = await startApp({ library, schema });
    const { status, body, headers } = await ask(app, 'POST', '3/modules/velvia/instances');
    expect([status, body.steps.slice(-2)]).toMatchObject([
      200,
      [
        { operation: 'velvia', multi_priority: 0, enabled: false },
        { operation: 'velvia', multi_priority: 1, multi_name: '1', enabled: true },
      ],
    ]);
    const first = stored(app, 3);
    expect(first.history.at(-1)).toMatchObject({ op_params: velvia });
    expect(first.order).toMatchObject([{ version: 2, iop_list: expect.anything() as string }]);
    expect(first.order[0]!.iop_list).toContain('velvia,0,velvia,1,');

    const named = await ask(app, 'POST', '3/modules/velvia/instances', { from: 0, name: 'sky' });
    expect(names(named.body).slice(-4)).toEqual(['velvia 0', 'velvia 1', 'velvia 0', 'velvia 2']);
    expect(named.body.steps.at(-1)).toMatchObject({ multi_name: 'sky', enabled: true });
    expect(stored(app, 3).order[0]!.iop_list).toContain('velvia,0,velvia,1,velvia,2,');
    const twice = await ask(app, 'POST', '3/modules/velvia/instances', { name: 'sky' });
    expect([twice.status, twice.body.detail]).toEqual([409, expect.stringContaining('sky')]);
    for (const made of [named, { headers }]) await undo(app, made.headers.get('x-change'));
    expect(names((await ask(app, 'GET', '3/history')).body)).toEqual(names({ steps: body.steps.slice(0, 4) } as never));
  });

  test.each([1, 2, 3, null])('an image with the order of version %s gets one, and the whole order', async (version) => {
    const app = await startApp({ library, schema });
    app.library.change('DELETE FROM module_order');
    if (version !== null) app.library.change('INSERT INTO module_order (imgid, version) VALUES (3, ?)', version);
    expect((await ask(app, 'POST', '3/modules/exposure/instances', { from: 0 })).status).toBe(200);
    const { orderOfVersion, firstOrder } = pipeFacts(schema);
    const own = version ?? firstOrder(true)!.version;
    const list = `${orderOfVersion(own)!.join(',0,')},0`.replace(',exposure,0', ',exposure,0,exposure,1');
    expect(stored(app, 3).order).toEqual([{ version: own, iop_list: list }]);
  });

  test('a duplicate has the parameters, and the shapes of its mask in a group of its own', async () => {
    const app = await startApp({ library, schema });
    for (const { id, type, points, source } of circle(0.5, 0.5))
      app.library.change(
        `INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source) VALUES (3, 0, ?, ?, 'shape', 6, ?, 1, ?)`,
        ...([id, type, points, source] as [number, number, Uint8Array, Uint8Array]),
      );
    const { body } = await ask(app, 'POST', '3/modules/exposure/instances', { from: 0 });
    expect(names(body).slice(-2)).toEqual(['exposure 0', 'exposure 1']);
    const { history: rows, masks } = stored(app, 3);
    const [one, copy] = [rows.at(-2)!, rows.at(-1)!] as unknown as { op_params: Buffer; blendop_params: Buffer }[];
    expect(copy!.op_params).toEqual(one!.op_params);
    expect([one, copy].map((row) => row!.blendop_params.readInt32LE(24))).toEqual([1001, 1002]);
    const set = masks.filter(({ num }) => num === body.end - 1);
    expect(set.map(({ formid }) => formid)).toEqual([1000, 1001, 1002]);
    const points = set.at(-1)!.points as Buffer;
    expect([points.readInt32LE(0), points.readInt32LE(4)]).toEqual([1000, 1002]);
  });

  test('a wrong instance or name is refused', async () => {
    const app = await startApp({ library, schema });
    for (const [path, body, status, said] of [
      ['3/modules/exposure/instances', { from: 7 }, 404, 'instance 7'],
      ['3/modules/flip/instances', {}, 409, 'only one instance'],
      ['3/modules/exposure/instances', { from: -1 }, 400, 'from'],
      ['3/modules/exposure/instances', { name: '' }, 400, 'name'],
      ['3/modules/exposure/instances', { name: 'ä'.repeat(64) }, 400, '127 bytes'],
      ['3/modules/exposure/instances', { label: 'x' }, 400, 'label'],
    ] as const) {
      const answer = await ask(app, 'POST', path, body);
      expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(said)]);
    }
  });
});

test('without the order of its modules, a picture gets no further instance', async () => {
  const app = await startApp({ library: [{ id: 1, history: [step('velvia')] }], schema: 57 });
  app.library.change('UPDATE module_order SET version = 99, iop_list = NULL');
  const { status, body } = await ask(app, 'POST', '1/modules/velvia/instances', { from: 0 });
  expect([status, body.detail]).toEqual([409, expect.stringContaining('order of its modules')]);
});

test('an image that is not there, a sign-in that may not edit, and other methods are told so', async () => {
  const app = await startApp({ library });
  for (const [method, path] of [
    ['PUT', 'modules/velvia'],
    ['POST', 'modules/velvia/instances'],
  ] as const) {
    expect((await ask(app, method, `9/${path}`)).status).toBe(404);
    const reader = await app.ask<ErrorBody>(method, `/api/v1/images/1/${path}`, { scopes: ['images:read'] });
    expect([reader.status, reader.body.error]).toEqual([403, 'forbidden']);
  }
  expect((await ask(app, 'PUT', '1/modules/velvia/instances')).status).toBe(405);
});

test('nothing is added in read-only mode, or while darktable has the library open', async () => {
  const app = await startApp({ library });
  const before = stored(app, 1);
  const darktable = await standInDarktable(app.folder, app.library.file);
  const { status, body } = await ask(app, 'PUT', '1/modules/velvia');
  expect([status, body.error]).toEqual([500, 'db_write_error']);
  await darktable.end();
  await app.app.services.admin.changeSettings({ readOnly: true });
  const refused = await ask(app, 'PUT', '1/modules/velvia');
  expect([refused.status, refused.body.error]).toEqual([403, 'read_only']);
  expect(stored(app, 1)).toEqual(before);
});
