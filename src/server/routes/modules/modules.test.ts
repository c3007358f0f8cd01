import Database from 'better-sqlite3';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { EditList, ModuleEntry, ModuleList } from '../../../contract/modules.ts';
import type { FixtureHistory, FixtureImage } from '../../../testing/library-fixture.ts';
import { exposureParams, packParams, sharpenParams } from '../../../testing/pictures/params.ts';
import { startApp, type Ask, type TestApp } from '../../../testing/start-app.ts';
import { look } from '../../../testing/start-edits.ts';

type List = z.infer<typeof ModuleList>;
type Edits = z.infer<typeof EditList>;

const exposure = (ev: number, more: Partial<FixtureHistory> = {}): FixtureHistory => ({
  operation: 'exposure',
  module: 6,
  params: exposureParams(ev),
  ...more,
});
/** One of each kind of step that a history may hold. */
const image: FixtureImage = {
  id: 1,
  history: [
    exposure(0.1),
    { operation: 'sharpen', module: 1, params: sharpenParams(2, 0.5), enabled: false },
    exposure(0.5, { name: 'base' }),
    { operation: 'velvia', module: 99, params: packParams('ff', 25, 1) },
    { operation: 'futuremodule', module: 1, params: Buffer.from([1, 2, 3]) },
    exposure(1.5, { priority: 1, name: 'sky' }),
    { operation: 'temperature', module: 3, params: packParams('ffff', 2, 1, 1.5, Number.NaN) },
    { operation: 'colorin', module: 7, params: Buffer.alloc(0) },
    exposure(9),
  ],
  historyEnd: 8,
};
const start = (more: Parameters<typeof startApp>[0] = {}) => startApp({ library: [image, { id: 2 }], ...more });

const path = (op = '', id: number | string = 1) => `/api/v1/images/${id}/modules${op === '' ? '' : `/${op}`}`;
const patch = (app: TestApp, op: string, body: unknown, ask: Ask = {}) =>
  app.ask<ErrorBody>('PATCH', path(op), { body, ...ask });
const stored = (app: TestApp, num: number) =>
  look(app.library.file).history.find((row) => row.imgid === 1 && row.num === num)!;
const queued = (app: TestApp) => {
  const file = join(app.dataDir, 'queues', 'refresh.queue');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

describe('reading', () => {
  test('the list has one entry for each module: its newest active step', async () => {
    const app = await start();
    const { image_id, items } = await app.get<List>(path());
    expect(image_id).toBe(1);
    expect(items.map(({ operation, num, enabled }) => [operation, num, enabled])).toEqual([
      ['sharpen', 1, false],
      ['velvia', 3, true],
      ['futuremodule', 4, true],
      ['exposure', 5, true],
      ['temperature', 6, true],
      ['colorin', 7, true],
    ]);
    expect(items[3]).toMatchObject({
      label: 'exposure',
      module_version: 6,
      multi_priority: 1,
      multi_name: 'sky',
      instances: [0, 1],
      params: { mode: 'EXPOSURE_MODE_MANUAL', exposure: 1.5, compensate_exposure_bias: false },
      params_b64: exposureParams(1.5).toString('base64'),
      blend: { version: 11, params_b64: Buffer.alloc(420).toString('base64') },
    });
    expect(await app.get<List>(path('', 2))).toEqual({ image_id: 2, items: [] });
  });

  test.each([
    ['longer than a file name may be', 'x'.repeat(300)],
    ['that no file could have', 'Ünknown "module" / ..\\ %00'],
    ['of the folder above', '..'],
    ['of a device of Windows', 'con'],
  ])('a step whose module has a name %s is listed as it is, and found by that name', async (_title, operation) => {
    const params = Buffer.from([1, 2, 3]);
    const app = await startApp({ library: [{ id: 1, history: [exposure(1), { operation, module: 1, params }] }] });
    const { items } = await app.get<List>(`${path()}?describe=1`);
    expect(items).toMatchObject([
      { operation: 'exposure' },
      {
        operation,
        label: operation,
        params_b64: params.toString('base64'),
        params_unavailable: expect.stringContaining('is not known') as string,
      },
    ]);
    if (operation !== '..') expect(await app.get(path(encodeURIComponent(operation)))).toMatchObject({ operation });
  });

  test('instances=1 lists every instance', async () => {
    const app = await start();
    const { items } = await app.get<List>(`${path()}?instances=1`);
    expect(items.filter(({ operation }) => operation === 'exposure')).toMatchObject([
      { multi_priority: 0, multi_name: 'base', num: 2, instances: [0, 1] },
      { multi_priority: 1, multi_name: 'sky', num: 5, instances: [0, 1] },
    ]);
  });

  test('parameters that cannot be named come in base64 and say why', async () => {
    const app = await start();
    const { items } = await app.get<List>(path());
    const why = Object.fromEntries(items.map(({ operation, params_unavailable }) => [operation, params_unavailable]));
    expect(why).toEqual({
      exposure: undefined,
      sharpen: undefined,
      temperature: undefined,
      velvia: 'the layout of velvia version 99 is not known',
      futuremodule: 'the layout of futuremodule version 1 is not known',
      colorin: 'darktable stored none, so the module uses its defaults',
    });
    const future = items.find(({ operation }) => operation === 'futuremodule')!;
    expect(future).not.toHaveProperty('params');
    expect(future).toMatchObject({ label: 'futuremodule', params_b64: 'AQID' });
  });

  test('a blob of another length than its version has cannot be named', async () => {
    const history = [{ operation: 'exposure', module: 6, params: Buffer.alloc(20) }];
    const app = await start({ library: [{ id: 1, history }] });
    const entry = await app.get<ModuleEntry>(path('exposure'));
    expect(entry.params).toBeUndefined();
    expect(entry.params_unavailable).toBe('20 bytes, but exposure version 6 has 24');
  });

  test('a field that every object of JavaScript has is unknown all the same', async () => {
    const app = await start();
    for (const name of ['__proto__', 'constructor', 'toString']) {
      for (const [type, body] of [
        ['application/json', `{"params":{"${name}":{"exposure":1}}}`],
        ['application/json', `{"params":{"exposure":1,"${name}":0}}`],
        ['application/json', `{"${name}":{"enabled":false}}`],
        ['application/x-www-form-urlencoded', `params[${name}]=1`],
      ]) {
        const answer = await app.ask<ErrorBody>('PATCH', path('exposure'), {
          body,
          headers: { 'content-type': type! },
        });
        expect([body, answer.status, answer.body.error]).toEqual([body, 400, 'invalid_body']);
        expect(answer.body.detail).toContain(name);
      }
    }
  });

  test('a number that is not finite reads as null', async () => {
    const app = await start();
    const { params } = await app.get<ModuleEntry>(path('temperature'));
    expect(Object.values(params!)).toEqual([2, 1, 1.5, null]);
  });

  test('one module: its newest step, or the instance that is named', async () => {
    const app = await start();
    expect(await app.get<ModuleEntry>(path('exposure'))).toMatchObject({ num: 5, multi_priority: 1 });
    const base = await app.get<ModuleEntry>(`${path('exposure')}?instance=0`);
    expect(base).toMatchObject({ num: 2, multi_name: 'base', params: { exposure: 0.5 } });
    for (const missing of ['velvet', 'exposure?instance=7', '..%2F..%2Fpackage', '__proto__']) {
      expect(await app.ask('GET', path(missing))).toMatchObject({ status: 404, body: { error: 'module_not_found' } });
    }
  });

  test('describe=1 tells a form what it needs', async () => {
    const app = await start();
    const { fields } = await app.get<ModuleEntry>(`${path('exposure')}?describe=1`);
    expect(fields!.find(({ name }) => name === 'exposure')).toEqual({
      name: 'exposure',
      label: 'exposure',
      type: 'number',
      min: -18,
      max: 18,
      default: 0,
    });
    expect(fields!.find(({ name }) => name === 'mode')).toMatchObject({
      type: 'enum',
      default: 'EXPOSURE_MODE_MANUAL',
      values: [
        { name: 'EXPOSURE_MODE_MANUAL', value: 0, label: 'manual' },
        { name: 'EXPOSURE_MODE_DEFLICKER', value: 1, label: 'automatic' },
      ],
    });
    const { items } = await app.get<List>(`${path()}?describe=true`);
    expect(items.map(({ operation, fields: described }) => [operation, described !== undefined])).toEqual([
      ['sharpen', true],
      ['velvia', false],
      ['futuremodule', false],
      ['exposure', true],
      ['temperature', true],
      ['colorin', false],
    ]);
    expect((await app.get<ModuleEntry>(path('exposure'))).fields).toBeUndefined();
  });

  test.each(['describe=2', 'instance=-1', 'instance=x', 'instances=1', 'descibe=1'])(
    '?%s is not allowed',
    async (query) => {
      const app = await start();
      const answer = await app.ask<ErrorBody>('GET', `${path('exposure')}?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_query' } });
      expect(answer.body.detail).toContain(query.split('=')[0]);
    },
  );

  test('a tag says whether anything changed, be it in the blending only', async () => {
    const app = await start();
    const first = await app.ask('GET', path('exposure'));
    const etag = first.headers.get('etag')!;
    const again = { headers: { 'if-none-match': etag } };
    expect((await app.ask('GET', path('exposure'), again)).status).toBe(304);
    app.library.change('UPDATE history SET blendop_params = zeroblob(421) WHERE num = 5');
    expect((await app.ask('GET', path('exposure'), again)).status).toBe(200);
  });

  test('other methods are not possible', async () => {
    const app = await start();
    for (const [method, at] of [
      ['POST', path()],
      ['POST', path('exposure')],
      ['GET', `${path('exposure')}/undo`],
      ['POST', '/api/v1/images/1/edits'],
    ] as const) {
      expect(await app.ask(method, at)).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } });
    }
  });
});

describe('editing by name', () => {
  test('changes the named field and nothing else', async () => {
    const app = await start();
    const before = look(app.library.file).history;
    const answer = await patch(app, 'exposure', { params: { exposure: 2.25 } });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('etag')).toBe((await app.ask('GET', path('exposure'))).headers.get('etag'));
    const after = look(app.library.file).history;
    expect(after.filter((_, at) => at !== 5)).toEqual(before.filter((_, at) => at !== 5));
    expect(after[5]).toEqual({ ...before[5]!, op_params: exposureParams(2.25) });
    expect(queued(app)).toBe('1\n');
    expect(await app.get<ModuleEntry>(path('exposure'))).toMatchObject({ params: { exposure: 2.25, black: 0 } });
  });

  test('switches off and on', async () => {
    const app = await start();
    await patch(app, 'sharpen', { enabled: true });
    expect(stored(app, 1)).toMatchObject({ enabled: 1, op_params: sharpenParams(2, 0.5) });
    await patch(app, 'sharpen', { enabled: false, params: { amount: 1 } });
    expect(stored(app, 1)).toMatchObject({ enabled: 0, op_params: sharpenParams(2, 1) });
  });

  test('goes to the instance that is named', async () => {
    const app = await start();
    expect((await app.ask('PATCH', `${path('exposure')}?instance=0`, { body: { enabled: false } })).status).toBe(204);
    expect([stored(app, 2).enabled, stored(app, 5).enabled]).toEqual([0, 1]);
  });

  test('null keeps what is there, be it not a number', async () => {
    const app = await start();
    const names = Object.keys((await app.get<ModuleEntry>(path('temperature'))).params!);
    await patch(app, 'temperature', { params: { [names[0]!]: 3, [names[1]!]: null, [names[3]!]: null } });
    expect(stored(app, 6).op_params).toEqual(packParams('ffff', 3, 1, 1.5, Number.NaN));
  });

  test('every bad field is named with what is allowed, and nothing is written', async () => {
    const app = await start();
    const before = look(app.library.file);
    const params = { exposure: 99, black: 'dark', mode: 'AUTO', brightness: 1 };
    const { status, body } = await patch(app, 'exposure', { enabled: false, params });
    expect([status, body.error]).toEqual([400, 'invalid_body']);
    expect(body.detail).toMatch(/exposure: .*-18 to 18/);
    expect(body.detail).toMatch(/black: .*-1 to 1/);
    expect(body.detail).toMatch(/mode: .*EXPOSURE_MODE_MANUAL \(0\)/);
    expect(body.detail).toMatch(/brightness: no such field/);
    expect(look(app.library.file)).toEqual(before);
    expect(queued(app)).toBe('');
  });

  test('a body that asks for nothing is fine and changes nothing', async () => {
    const app = await start();
    const before = look(app.library.file);
    for (const body of [{}, { params: {} }, { params: { exposure: 1.5 } }, { enabled: true }]) {
      expect((await patch(app, 'exposure', body)).status).toBe(204);
    }
    expect((await app.ask('PATCH', path('exposure'))).status).toBe(204);
    expect(look(app.library.file)).toEqual(before);
  });
});

describe('editing by blob', () => {
  test('params_b64 takes precedence over params', async () => {
    const app = await start();
    const params_b64 = exposureParams(3, 0.01).toString('base64');
    expect((await patch(app, 'exposure', { params_b64, params: { exposure: 1, nonsense: 1 } })).status).toBe(204);
    expect(stored(app, 5).op_params).toEqual(exposureParams(3, 0.01));
  });

  test('is the way for a module that nobody has described', async () => {
    const app = await start();
    expect((await patch(app, 'futuremodule', { params_b64: 'AwIB' })).status).toBe(204);
    expect(stored(app, 4).op_params).toEqual(Buffer.from([3, 2, 1]));
    expect(await patch(app, 'futuremodule', { params: { a: 1 } })).toMatchObject({
      status: 400,
      body: { error: 'params_required' },
    });
    expect((await patch(app, 'futuremodule', { enabled: false })).status).toBe(204);
  });

  test('lines broken by a tool are one text', async () => {
    const app = await start();
    const lines = exposureParams(1)
      .toString('base64')
      .replace(/(.{8})/g, '$1\r\n');
    expect((await patch(app, 'exposure', { params_b64: lines })).status).toBe(204);
    expect(stored(app, 5).op_params).toEqual(exposureParams(1));
  });

  test.each(['%%%', 'AAA', 'AAAA', '', 'AA==BB==', exposureParams(1).toString('base64url').concat('-_')])(
    '"%s" is no blob of exposure',
    async (params_b64) => {
      const app = await start();
      const answer = await patch(app, 'exposure', { params_b64 });
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_params_b64' } });
      expect(stored(app, 5).op_params).toEqual(exposureParams(1.5));
    },
  );
});

describe('a form-encoded body', () => {
  const form = (body: string, type = 'application/x-www-form-urlencoded'): Ask => ({
    body,
    headers: { 'content-type': type },
  });

  test.each([
    'enabled=false&params[exposure]=2&params[mode]=EXPOSURE_MODE_DEFLICKER',
    'enabled=0&params=%7B%22exposure%22%3A2%2C%22mode%22%3A1%7D',
    `enabled=false&params_b64=${encodeURIComponent(packParams('iffffi', 1, 0, 2, 50, -4, 0).toString('base64'))}`,
  ])('%s', async (body) => {
    const app = await start();
    expect((await app.ask('PATCH', path('exposure'), form(body))).status).toBe(204);
    expect(stored(app, 5)).toMatchObject({ enabled: 0, op_params: packParams('iffffi', 1, 0, 2, 50, -4, 0) });
  });

  test('is what every type but a JSON one is taken for', async () => {
    const app = await start();
    for (const type of ['text/plain', 'application/octet-stream', 'x']) {
      expect((await app.ask('PATCH', path('exposure'), form('enabled=0', type))).status).toBe(204);
      await patch(app, 'exposure', { enabled: true });
    }
    const json = form('{"enabled":false}', 'application/vnd.x+json; charset=utf-8');
    expect((await app.ask('PATCH', path('exposure'), json)).status).toBe(204);
    expect(stored(app, 5).enabled).toBe(0);
  });

  test.each([
    ['enabled=maybe', /enabled: must be true or false/],
    ['enabled=1&enabled=0', /enabled: may be given once only/],
    ['params=3', /params: must be an object/],
    ['params={}&params[exposure]=1', /params: send either an object or single fields/],
    ['params[exposure]=bright', /exposure: .*-18 to 18/],
    ['colour=red', /colour: no such field/],
    ['{"enabled":true}', /no such field/],
  ])('%s is refused', async (body, detail) => {
    const app = await start();
    const answer = await app.ask<ErrorBody>('PATCH', path('exposure'), form(body));
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_body' } });
    expect(answer.body.detail).toMatch(detail);
  });

  test('a plus sign that nobody escaped is no base64', async () => {
    const app = await start();
    const answer = await app.ask('PATCH', path('exposure'), form(`params_b64=${'AAA+'.repeat(8)}`));
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_params_b64' } });
  });
});

describe('the order of the checks', () => {
  const bad = { headers: { 'content-type': 'application/json' }, body: '{"enabled":' };
  const worst = { ...bad, headers: { ...bad.headers, 'if-match': '"old"' } };
  const query = '?preview=huge&instance=7';

  test('each one wins over all that come after it', async () => {
    const app = await start();
    const ask = async (at: string, question: Ask) => {
      const { status, body } = await app.ask<ErrorBody>('PATCH', at, question);
      return [status, body.error];
    };
    const b64 = { ...worst, body: '{"params_b64":"%%%","params":{"exposure":99}}' };
    expect(await ask(`${path('velvet', 'x')}${query}`, { ...worst, scopes: null })).toEqual([401, 'unauthorized']);
    const poor = { ...worst, scopes: ['images:read'] };
    expect(await ask(`${path('velvet', 'x')}${query}`, poor)).toEqual([403, 'forbidden']);
    expect(await ask(`${path('velvet', 'x')}${query}`, worst)).toEqual([400, 'invalid_id']);
    expect(await ask(`${path('velvet', 99)}${query}`, worst)).toEqual([404, 'not_found']);
    expect(await ask(`${path('velvet')}${query}`, worst)).toEqual([404, 'module_not_found']);
    expect(await ask(`${path('exposure')}${query}`, worst)).toEqual([400, 'invalid_query']);
    expect(await ask(`${path('exposure')}?instance=7`, worst)).toEqual([404, 'module_not_found']);
    expect(await ask(path('exposure'), worst)).toEqual([400, 'invalid_body']);
    expect(await ask(path('exposure'), b64)).toEqual([412, 'precondition_failed']);
    const now = { ...b64, headers: { 'content-type': 'application/json' } };
    expect(await ask(path('exposure'), now)).toEqual([400, 'invalid_params_b64']);
    const unnamed = { ...now, body: '{"params":{"exposure":99}}' };
    expect(await ask(path('futuremodule'), unnamed)).toEqual([400, 'params_required']);
    expect(await ask(path('exposure'), unnamed)).toEqual([400, 'invalid_body']);
    expect(queued(app)).toBe('');
  });

  test.each([
    '[]',
    '"text"',
    'null',
    '3',
    '',
    '{"enabled":"yes"}',
    '{"enabled":null}',
    '{"params":[]}',
    '{"colour":1}',
  ])('the JSON body %s cannot be parsed', async (body) => {
    const app = await start();
    const answer = await app.ask('PATCH', path('exposure'), { ...bad, body });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_body' } });
  });

  test('a body beyond a mebibyte is too large', async () => {
    const app = await start();
    const answer = await app.ask('PATCH', path('exposure'), {
      ...bad,
      body: `{"params_b64":"${'A'.repeat(1 << 20)}"}`,
    });
    expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
  });

  test('a preview size of another kind is named with what there is', async () => {
    const app = await start();
    const { status, body } = await app.ask<ErrorBody>('PATCH', `${path('exposure')}?preview=3`, { body: {} });
    expect([status, body.error]).toEqual([400, 'invalid_query']);
    expect(body.detail).toContain('thumb, small, medium, large, xlarge');
    expect((await app.ask('PATCH', `${path('exposure')}?preview=`, { body: { enabled: false } })).status).toBe(204);
  });
});

describe('If-Match', () => {
  test('lets through who knows the present state, and nobody else', async () => {
    const app = await start();
    const { headers } = await app.ask('GET', path('exposure'));
    const etag = headers.get('etag')!;
    const ifMatch = (tag: string, enabled: boolean) =>
      patch(app, 'exposure', { enabled }, { headers: { 'if-match': tag } });
    expect(await ifMatch('"other"', false)).toMatchObject({ status: 412, body: { error: 'precondition_failed' } });
    expect(await ifMatch(`W/${etag}`, false)).toMatchObject({ status: 412 });
    expect(stored(app, 5).enabled).toBe(1);
    const second = await ifMatch(`"other", ${etag}`, false);
    expect(second.status).toBe(204);
    expect(await ifMatch(etag, true)).toMatchObject({ status: 412 });
    expect((await ifMatch(second.headers.get('etag')!, true)).status).toBe(204);
    expect((await ifMatch('*', false)).status).toBe(204);
  });

  test('of eight clients with the same tag one comes through', async () => {
    const app = await start();
    const etag = (await app.ask('GET', path('exposure'))).headers.get('etag')!;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        patch(app, 'exposure', { params: { exposure: at / 10 } }, { headers: { 'if-match': etag } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 7 }, () => 412)]);
  });
});

describe('undo over HTTP', () => {
  const undo = (app: TestApp, query = '', ask: Ask = {}) =>
    app.ask<ModuleEntry & ErrorBody>('POST', `${path('exposure')}/undo${query}`, ask);

  test('answers with the entry as it was, and asks for a preview', async () => {
    const app = await start();
    await patch(app, 'exposure', { enabled: false, params: { exposure: 2 } });
    const answer = await undo(app);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ enabled: true, params: { exposure: 1.5 } });
    expect(answer.headers.get('etag')).toBe((await app.ask('GET', path('exposure'))).headers.get('etag'));
    expect(queued(app)).toBe('1\n1\n');
    expect((await undo(app)).body).toMatchObject({ enabled: false, params: { exposure: 2 } });
  });

  test('its refusals', async () => {
    const app = await start();
    expect(await undo(app)).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(await undo(app, '', { scopes: ['images:read'] })).toMatchObject({ status: 403 });
    expect(await undo(app, '?instance=x')).toMatchObject({ status: 400, body: { error: 'invalid_query' } });
    expect(await undo(app, '?instance=7')).toMatchObject({ status: 404, body: { error: 'module_not_found' } });
    await patch(app, 'exposure', { params: { exposure: 2 } });
    expect(await undo(app, '', { headers: { 'if-match': '"x"' } })).toMatchObject({ status: 412 });
    app.library.change('UPDATE history SET enabled = 0 WHERE num = 5');
    const changed = await undo(app);
    expect(changed).toMatchObject({ status: 412, body: { error: 'precondition_failed' } });
    expect(changed.body.detail).toMatch(/left: on\. The library holds: off/);
  });

  test('the edits of an image are listed, newest first, in pages', async () => {
    const app = await start();
    await patch(app, 'exposure', { params: { exposure: 2 } });
    await patch(app, 'sharpen', { enabled: true });
    await undo(app);
    const all = await app.get<Edits>('/api/v1/images/1/edits');
    expect(all).toMatchObject({ total: 3, limit: 50, offset: 0 });
    expect(all.items.map(({ id, operation, undoes, client }) => [id, operation, undoes, client])).toEqual([
      [3, 'exposure', 1, 'test-0'],
      [2, 'sharpen', null, 'test-0'],
      [1, 'exposure', null, 'test-0'],
    ]);
    expect(all.items[2]).toMatchObject({
      before: { enabled: true, params_b64: exposureParams(1.5).toString('base64') },
      after: { enabled: true, params_b64: exposureParams(2).toString('base64') },
      route: 'direct',
      num: 5,
      multi_priority: 1,
    });
    const page = await app.ask<Edits>('GET', '/api/v1/images/1/edits?limit=1&offset=1');
    expect(page.body.items.map(({ id }) => id)).toEqual([2]);
    expect(page.headers.get('link')).toContain('rel="next"');
    expect((await app.get<Edits>('/api/v1/images/2/edits')).total).toBe(0);
  });
});

describe('what goes wrong while writing', () => {
  test('a running darktable without the bridge: db_write_error with what to do', async () => {
    const app = await start();
    const program = join(app.folder, 'bin');
    mkdirSync(program);
    copyFileSync('/bin/sleep', join(program, 'darktable'));
    const running = spawn(join(program, 'darktable'), ['600']);
    onTestFinished(() => void running.kill('SIGKILL'));
    await once(running, 'spawn');
    writeFileSync(`${app.library.file}.lock`, `${running.pid}\0`);
    const before = look(app.library.file);
    const answer = await patch(app, 'exposure', { enabled: false });
    expect(answer).toMatchObject({ status: 500, body: { error: 'db_write_error' } });
    expect(answer.body.detail).toMatch(/Close darktable, or install the plugin/);
    expect(look(app.library.file)).toEqual(before);
    expect(queued(app)).toBe('');
    running.kill('SIGKILL');
    await once(running, 'exit');
    expect((await patch(app, 'exposure', { enabled: false })).status).toBe(204);
  });

  test('a history that cannot be read: db_error, and 503 for those who only look', async () => {
    const app = await start();
    app.library.change('ALTER TABLE history RENAME COLUMN op_params TO gone');
    expect(await patch(app, 'exposure', { enabled: false })).toMatchObject({
      status: 500,
      body: { error: 'db_error' },
    });
    expect(await app.ask('POST', `${path('exposure')}/undo`)).toMatchObject({
      status: 500,
      body: { error: 'db_error' },
    });
    expect(await app.ask('GET', path('exposure'))).toMatchObject({
      status: 503,
      body: { error: 'library_unavailable' },
    });
    app.library.change('ALTER TABLE history RENAME COLUMN gone TO op_params');
    expect((await patch(app, 'exposure', { enabled: false })).status).toBe(204);
  });

  test('a library that another program holds: db_write_error', async () => {
    const app = await start();
    const other = new Database(app.library.file);
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    expect(await patch(app, 'exposure', { enabled: false })).toMatchObject({
      status: 500,
      body: { error: 'db_write_error' },
    });
    other.exec('ROLLBACK');
    expect(stored(app, 5).enabled).toBe(1);
  });

  test('a queue that cannot be written: the edit is stored, and the answer says so', async () => {
    const app = await start();
    const queue = join(app.dataDir, 'queues', 'refresh.queue');
    rmSync(queue, { force: true });
    mkdirSync(queue, { recursive: true });
    const answer = await patch(app, 'exposure', { enabled: false });
    expect(answer).toMatchObject({ status: 500, body: { error: 'queue_error' } });
    expect(answer.body.detail).toMatch(/^The edit is stored, but/);
    expect(stored(app, 5).enabled).toBe(0);
  });
});
