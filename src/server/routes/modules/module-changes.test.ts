import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ChangeList, UndoResult } from '../../../contract/image-change.ts';
import type { ModuleEntry } from '../../../contract/modules.ts';
import { exposureParams } from '../../../testing/pictures/params.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write', 'cache:refresh'];
const library = [{ id: 1, history: [{ operation: 'exposure', module: 6, params: exposureParams(0.5) }] }];
const expose = (app: TestApp, exposure: number) =>
  app.ask('PATCH', '/api/v1/images/1/modules/exposure', { body: { params: { exposure } }, scopes });
const exposure = async (app: TestApp) =>
  (await app.get<ModuleEntry>('/api/v1/images/1/modules/exposure')).params?.exposure;
const undo = (app: TestApp, id: number, withScopes = scopes) =>
  app.ask<UndoResult & ErrorBody>('POST', `/api/v1/changes/${id}/undo`, { scopes: withScopes });
const changes = async (app: TestApp) => (await app.get<z.infer<typeof ChangeList>>('/api/v1/changes')).items;

test('edits of modules stand among the changes, newest first, and are taken back there', async () => {
  const app = await startApp({ library });
  await expose(app, 1);
  await app.ask('PATCH', '/api/v1/images/1', { body: { rating: 3 }, scopes });
  await expose(app, 2);
  const [second, rating, first] = await changes(app);
  expect([second, rating, first]).toMatchObject([
    {
      kind: 'module',
      images: 1,
      fields: [{ image_id: 1, field: 'module:exposure', before: 'on, exposure 1', after: 'on, exposure 2' }],
    },
    { kind: 'decision', fields: [{ field: 'stars' }] },
    {
      kind: 'module',
      undoes: null,
      undone_by: null,
      route: 'direct',
      fields: [{ before: 'on, exposure 0.5', after: 'on, exposure 1' }],
    },
  ]);
  // Only the newest edit of a module.
  expect(await undo(app, first!.id)).toMatchObject({ status: 409, body: { error: 'conflict' } });
  const undone = await undo(app, second!.id);
  expect([undone.body, await exposure(app)]).toMatchObject([{ changed: 1, failed: 0, left: [] }, 1]);
  expect((await changes(app)).find(({ id }) => id === second!.id)?.undone_by).toBe(undone.body.change);
  expect((await undo(app, second!.id)).status).toBe(409);
  // And again.
  expect([(await undo(app, undone.body.change!)).status, await exposure(app)]).toEqual([200, 2]);
});

test('who may not edit modules may not take edits back, and what darktable changed since stays', async () => {
  const app = await startApp({ library });
  await expose(app, 1);
  const { id } = (await changes(app))[0]!;
  expect(await undo(app, id, ['images:read', 'images:write'])).toMatchObject({
    status: 403,
    body: { error: 'forbidden' },
  });
  app.library.change('UPDATE history SET op_params = ? WHERE imgid = 1', exposureParams(3));
  expect(await undo(app, id)).toMatchObject({ status: 409, body: { error: 'conflict' } });
  expect(await exposure(app)).toBe(3);
});
