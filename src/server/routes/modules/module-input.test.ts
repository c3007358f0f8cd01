import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { exposureParams } from '../../../testing/pictures/params.ts';
import { startApp } from '../../../testing/start-app.ts';

const AREA = 'left=0.1&top=0.1&right=0.2&bottom=0.2';

test('an area that is none, a module that is not there, and a picture that is missing are told', async () => {
  const app = await startApp({
    library: [{ id: 1, history: [{ operation: 'exposure', module: 6, params: exposureParams(1) }] }],
  });
  const ask = async (path: string, scopes = ['previews:read']) => {
    const { status, body } = await app.ask<ErrorBody>('GET', `/api/v1/images/${path}`, { scopes });
    return [status, body.error];
  };
  expect(await ask(`1/modules/bloom/input?${AREA}`)).toEqual([404, 'module_not_found']);
  expect(await ask(`1/modules/exposure/input?${AREA}&instance=4`)).toEqual([404, 'module_not_found']);
  expect(await ask(`9/modules/exposure/input?${AREA}`)).toEqual([404, 'not_found']);
  for (const query of [
    '',
    'left=0&top=0&right=1',
    'left=0.5&top=0&right=0.4&bottom=1',
    'left=0&top=0&right=2&bottom=1',
  ])
    expect(await ask(`1/modules/exposure/input?${query}`)).toEqual([400, 'invalid_query']);
  const tooFar = '/api/v1/images/1/modules/exposure/input?left=0&top=0&right=2&bottom=1';
  const { body } = await app.ask<ErrorBody>('GET', tooFar, { scopes: ['previews:read'] });
  expect(body.detail).toBe('right: must be a number from 0 to 1');
  expect(await ask(`1/modules/exposure/input?${AREA}`, ['images:read'])).toEqual([403, 'forbidden']);
  expect(await ask('1/modules/bloom/histogram')).toEqual([404, 'module_not_found']);
  expect(await ask('1/modules/exposure/histogram', ['images:read'])).toEqual([403, 'forbidden']);
  // The picture has no file.
  expect((await ask('1/modules/exposure/histogram'))[0]).toBe(422);
  expect((await ask(`1/modules/exposure/input?${AREA}`))[0]).toBe(422);
});
