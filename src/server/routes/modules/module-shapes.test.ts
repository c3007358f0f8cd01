import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { exposureParams } from '../../../testing/pictures/params.ts';
import { startApp } from '../../../testing/start-app.ts';

test('a module that is not there, a picture that is missing, and one without a file are told', async () => {
  const app = await startApp({
    library: [{ id: 1, history: [{ operation: 'exposure', module: 6, params: exposureParams(1) }] }],
  });
  const ask = async (path: string, scopes = ['previews:read']) => {
    const { status, body } = await app.ask<ErrorBody>('GET', `/api/v1/images/${path}`, { scopes });
    return [status, body.error];
  };
  expect(await ask('1/modules/bloom/shapes')).toEqual([404, 'module_not_found']);
  expect(await ask('1/modules/exposure/shapes?instance=4')).toEqual([404, 'module_not_found']);
  expect(await ask('1/modules/exposure/shapes?instance=x')).toEqual([400, 'invalid_query']);
  expect(await ask('9/modules/exposure/shapes')).toEqual([404, 'not_found']);
  expect(await ask('1/modules/exposure/shapes', ['images:read'])).toEqual([403, 'forbidden']);
  // The picture has no file.
  expect((await ask('1/modules/exposure/shapes'))[0]).toBe(422);
});
