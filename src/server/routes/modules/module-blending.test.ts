import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ChangeList } from '../../../contract/image-change.ts';
import type { EditList, ModuleEntry } from '../../../contract/modules.ts';
import { blendParams, exposureParams } from '../../../testing/pictures/params.ts';
import { startApp, type Ask, type TestApp } from '../../../testing/start-app.ts';
import { look, startEdits } from '../../../testing/start-edits.ts';

const exposure = {
  operation: 'exposure',
  module: 6,
  params: exposureParams(0.5),
  blend: blendParams({ maskMode: 0 }),
  blendVersion: 11,
};
const start = () => startApp({ library: [{ id: 1, history: [exposure] }] });
const path = '/api/v1/images/1/modules/exposure';
const patch = (app: TestApp, body: unknown, more: Ask = {}) => app.ask<ErrorBody>('PATCH', path, { body, ...more });
const blendOf = async (app: TestApp, query = '') => (await app.get<ModuleEntry>(`${path}${query}`)).blend!;
const stored = (app: TestApp) => look(app.library.file).history[0] as unknown as Record<string, Buffer>;

test('blending reads as darktable shows it, with the choices on request', async () => {
  const app = await start();
  expect(await blendOf(app)).toEqual({
    version: 11,
    params_b64: exposure.blend.toString('base64'),
    mask: 'none',
    opacity: 100,
    mode: 'normal',
    reversed: false,
    fulcrum: 0,
    inverted: false,
    space: 'rgb_scene',
  });
  const { masks, modes } = await blendOf(app, '?describe=1');
  expect(masks).toEqual(['none', 'uniform', 'parametric']);
  expect(modes).toContain('geometric mean');
});

test('blending changes beside parameters, in one edit that one undo takes back', async () => {
  const app = await start();
  const before = stored(app);
  const body = { params: { exposure: 1 }, blend: { mask: 'uniform', opacity: 40, mode: 'multiply' } };
  expect((await patch(app, body)).status).toBe(204);
  expect(await blendOf(app)).toMatchObject({ mask: 'uniform', opacity: 40, mode: 'multiply' });
  expect(stored(app).op_params).toEqual(exposureParams(1));

  const { items } = await app.get<z.infer<typeof EditList>>('/api/v1/images/1/edits');
  expect(items).toMatchObject([{ before: { blend: { version: 11, params_b64: exposure.blend.toString('base64') } } }]);
  const changes = await app.get<z.infer<typeof ChangeList>>('/api/v1/changes');
  expect(changes.items[0]?.fields[0]).toMatchObject({
    before: 'on, exposure 0.5, blend.mask "none", blend.opacity 100, blend.mode "normal"',
    after: 'on, exposure 1, blend.mask "uniform", blend.opacity 40, blend.mode "multiply"',
  });

  const undone = await app.ask<ModuleEntry>('POST', `${path}/undo`);
  expect(undone.body.blend).toMatchObject({ mask: 'none', opacity: 100, mode: 'normal' });
  expect(stored(app)).toEqual(before);
  await app.ask('POST', `${path}/undo`);
  expect(await blendOf(app)).toMatchObject({ mask: 'uniform', opacity: 40, mode: 'multiply' });
});

test('blending that was changed in darktable meanwhile is not overwritten', async () => {
  const app = await start();
  const { headers } = await app.ask('GET', path);
  const etag = headers.get('etag')!;
  expect((await patch(app, { blend: { mask: 'uniform', opacity: 40 } })).status).toBe(204);
  const late = await patch(app, { blend: { opacity: 10 } }, { headers: { 'if-match': etag } });
  expect([late.status, late.body.error]).toEqual([412, 'precondition_failed']);
  app.library.change(
    'UPDATE history SET blendop_params = ?',
    blendParams({ maskMode: 1, colourSpace: 4, opacity: 70 }),
  );
  const undo = await app.ask<ErrorBody>('POST', `${path}/undo`);
  expect([undo.status, undo.body.detail]).toEqual([
    412,
    expect.stringContaining('That edit left: on, blend.opacity 40. The library holds: on, blend.opacity 70') as string,
  ]);
  expect(await blendOf(app)).toMatchObject({ opacity: 70 });
});

test('an edit of parameters can be undone although the blending was changed since', async () => {
  const app = await start();
  await patch(app, { params: { exposure: 1 } });
  app.library.change(
    'UPDATE history SET blendop_params = ?',
    blendParams({ maskMode: 1, colourSpace: 4, opacity: 70 }),
  );
  expect((await app.ask('POST', `${path}/undo`)).status).toBe(200);
  expect(await blendOf(app)).toMatchObject({ opacity: 70 });
  expect(stored(app).op_params).toEqual(exposureParams(0.5));
});

test.each([
  [{ mask: 'uniform', opacity: 101 }, 'blend.opacity: must be a number from 0 to 100'],
  [{ mask: 'uniform', opacity: '50' }, 'blend.opacity: must be a number from 0 to 100'],
  [{ mask: 'uniform', mode: 'multipy' }, 'blend.mode: no such blend mode, did you mean multiply?'],
  [{ mask: 'unform' }, 'blend.mask: must be one of none, uniform, drawn, parametric, drawn_and_parametric, raster'],
  [{ opcity: 50 }, 'blend.opcity: no such field, did you mean opacity?'],
  [7, 'blend: must be an object'],
  [{ opacity: 50 }, 'blend.opacity: blending of exposure is off. Send a mask as well, such as uniform.'],
])('%j is refused, and nothing is written', async (blend, detail) => {
  const app = await start();
  const before = stored(app);
  const { status, body } = await patch(app, { params: { exposure: 1 }, blend });
  expect([status, body]).toEqual([400, { error: 'invalid_body', detail }]);
  expect(stored(app)).toEqual(before);
});

test('wrong parameters and wrong blending are named together', async () => {
  const app = await start();
  const { body } = await patch(app, { params: { exposure: 99 }, blend: { mask: 'drawn' } });
  expect(body.detail).toMatch(/exposure: a number from -18 to 18\. blend\.mask: no shape is drawn/);
});

test('a form can send blending, too', async () => {
  const app = await start();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'blend[mask]=uniform&blend[opacity]=25&blend[mode]=subtract';
  expect((await patch(app, body, { headers })).status).toBe(204);
  expect(await blendOf(app)).toMatchObject({ mask: 'uniform', opacity: 25, mode: 'subtract' });
});

test('a journal of before goes on, with all that is in it', async () => {
  const former = startEdits();
  await former.edits.apply({ imageId: 1, operation: 'exposure', client: 'tests' }, { params: { exposure: 1 } });
  await former.close();
  const journal = new Database(join(former.dataDir, 'journal.db'));
  for (const column of ['blend_version', 'before_blend', 'after_blend'])
    journal.exec(`ALTER TABLE edit DROP COLUMN ${column}`);
  journal.close();
  const { edits } = startEdits({ file: former.file, dataDir: former.dataDir });
  expect(edits.list(1, { limit: 5, offset: 0 }).items).toMatchObject([{ client: 'tests', blendVersion: null }]);
  const row = await edits.undo({ imageId: 1, operation: 'exposure', client: 'tests' });
  expect(Buffer.from(row.params)).toEqual(exposureParams(0.5));
});
