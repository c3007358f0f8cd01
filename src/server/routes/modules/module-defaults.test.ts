import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ModuleDefaults } from '../../../contract/module-defaults.ts';
import { exposureParams, packParams } from '../../../testing/pictures/params.ts';
import { startApp } from '../../../testing/start-app.ts';

const velvia = { operation: 'velvia', module: 2, params: packParams('ff', 80, 0.5) };
const library = [
  {
    id: 1,
    history: [
      { operation: 'exposure', module: 6, params: exposureParams(1) },
      velvia,
      { ...velvia, module: 1, priority: 1 },
    ],
  },
];

// The picture has no file, so no darktable tells its defaults.
test.each([37, 57] as const)(
  'without darktable there are the defaults of every picture, in schema %s',
  async (schema) => {
    const app = await startApp({ library, schema });
    const of = (path: string) => app.get<ModuleDefaults>(`/api/v1/images/1/modules/${path}`);
    expect(await of('velvia/defaults?instance=0')).toEqual({
      image_id: 1,
      operation: 'velvia',
      module_version: 2,
      multi_priority: 0,
      source: 'general',
      why_none: expect.stringContaining('the file is missing') as string,
      params: { strength: 25, bias: 1 },
      params_b64: packParams('ff', 25, 1).toString('base64'),
    });
    const workflow = await of('exposure/defaults');
    expect([workflow.source, workflow.params]).toEqual([null, undefined]);
    const older = await of('velvia/defaults?instance=1');
    expect([older.source, older.module_version, older.multi_priority]).toEqual([null, 1, 1]);
  },
);

test('a module that is not in the history, and a wrong query, are refused', async () => {
  const app = await startApp({ library });
  const ask = async (path: string) => {
    const { status, body } = await app.ask<ErrorBody>('GET', `/api/v1/images/${path}`);
    return [status, body.error];
  };
  expect(await ask('1/modules/bloom/defaults')).toEqual([404, 'module_not_found']);
  expect(await ask('1/modules/velvia/defaults?instance=4')).toEqual([404, 'module_not_found']);
  expect(await ask('1/modules/velvia/defaults?describe=1')).toEqual([400, 'invalid_query']);
  expect(await ask('9/modules/velvia/defaults')).toEqual([404, 'not_found']);
});
