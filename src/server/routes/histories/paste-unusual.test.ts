/** Edits that are copied from unusual histories. What darktable makes of the same: history-operations.darktable.test.ts. */
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { EditsResult, ImageHistory } from '../../../contract/history.ts';
import type { FixtureHistory } from '../../../testing/library-fixture.ts';
import { exposureParams, packParams } from '../../../testing/pictures/params.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write', 'cache:refresh'];
const exposure = (ev: number, priority = 0, name = ''): FixtureHistory => ({
  operation: 'exposure',
  module: 6,
  params: exposureParams(ev),
  priority,
  name,
});
const velvia = { operation: 'velvia', module: 2, params: packParams('ff', 10, 1) };
const bloom99 = { operation: 'bloom', module: 99, params: Buffer.alloc(12) };
const holodeck = { operation: 'holodeck', module: 1, params: Buffer.alloc(4) };

const library = [
  { id: 1, history: [exposure(0), exposure(1, 1, 'sky'), exposure(2, 2, 'sky')] },
  { id: 2, history: [exposure(-1), exposure(-2, 1, 'sky')] },
  { id: 3, history: [exposure(-1), exposure(-4, 1, 'sky'), exposure(-3, 2, 'sky')] },
  { id: 4, history: [velvia, bloom99, holodeck] },
  { id: 5, history: [bloom99] },
  { id: 6 },
];

/** Of these images the order of modules is known. */
async function start(schema: 37 | 57): Promise<TestApp> {
  const app = await startApp({ library, schema });
  const list = 'rawprepare,0,exposure,0,exposure,1,exposure,2,bloom,0,velvia,0,gamma,0';
  // darktable 5 forgets names that nobody typed.
  if (schema === 57) app.library.change("UPDATE history SET multi_name_hand_edited = 1 WHERE multi_name = 'sky'");
  for (const { id } of library)
    app.library.change('INSERT OR REPLACE INTO module_order (imgid, version, iop_list) VALUES (?, 0, ?)', id, list);
  return app;
}
const paste = (app: TestApp, body: object, query = '') =>
  app.ask<EditsResult & ErrorBody>('POST', `/api/v1/images/history/copy${query}`, { body, scopes });

/** The instances of exposure with the value of their newest step. */
async function exposures(app: TestApp, id: number): Promise<string[]> {
  const { steps } = await app.get<ImageHistory>(`/api/v1/images/${id}/history`);
  const newest = new Map(
    steps.filter(({ operation }) => operation === 'exposure').map((step) => [step.multi_priority, step]),
  );
  const told = [...newest.values()].map(async ({ multi_priority: at, multi_name: name }) => {
    const entry = await app.ask<{ params: { exposure: number } }>(
      'GET',
      `/api/v1/images/${id}/modules/exposure?instance=${at}`,
      { scopes },
    );
    return `${at} ${name} ${entry.body.params.exposure}`.replace('  ', ' ');
  });
  return (await Promise.all(told)).sort();
}

describe.each([37, 57] as const)('in a library of schema %s', (schema) => {
  test('two copied instances of the same name do not become one: the second is a further instance', async () => {
    const app = await start(schema);
    expect((await paste(app, { from: 1, to: [2] })).body).toMatchObject({ changed: 1, failed: 0 });
    expect(await exposures(app, 2)).toEqual(['0 0', '1 sky 1', '2 sky 2']);
  });

  test('of two instances of the same name one gets the copied edit, as in this darktable, and the other stays', async () => {
    const app = await start(schema);
    expect((await paste(app, { from: 2, to: [3] })).body).toMatchObject({ changed: 1, failed: 0 });
    // The first in the pipe in 4.2.1, the last in 5.4.1.
    expect(await exposures(app, 3)).toEqual(
      schema === 37 ? ['0 -1', '1 sky -2', '2 sky -3'] : ['0 -1', '1 sky -4', '2 sky -2'],
    );
    // Several go to one each.
    expect((await paste(app, { from: 1, to: [3] })).body).toMatchObject({ changed: 1 });
    expect((await exposures(app, 3)).map((told) => told.split(' ').at(-1)).sort()).toEqual(['0', '1', '2']);
  });

  test('modules that this darktable does not know are left out, as in darktable; named ones are refused with the reason', async () => {
    const app = await start(schema);
    expect((await paste(app, { from: 4, to: [2, 6] })).body).toMatchObject({ changed: 2, failed: 0 });
    expect((await paste(app, { from: 4, to: [3, 6], mode: 'replace' })).body).toMatchObject({ failed: 0 });
    expect(await exposures(app, 3)).toEqual([]);
    const { steps } = await app.get<ImageHistory>('/api/v1/images/6/history');
    expect(steps.map(({ operation }) => operation)).toEqual(['velvia']);
    for (const query of ['', '?dry_run=1']) {
      const named = await paste(app, { from: 4, to: [2], modules: ['velvia', 'bloom'] }, query);
      expect([named.status, named.body.error]).toEqual([409, 'conflict']);
      expect(named.body.detail).toContain('bloom is of a newer darktable');
    }
    const nothing = await paste(app, { from: 5, to: [2] });
    expect([nothing.status, nothing.body.error]).toEqual([409, 'conflict']);
    expect(nothing.body.detail).toContain('newer darktable');
    const unknown = await paste(app, { from: 4, to: [2], modules: ['holodeck'] });
    expect([unknown.status, unknown.body.error]).toEqual([400, 'invalid_body']);
  });
});
