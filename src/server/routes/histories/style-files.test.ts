import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { StyleChanged, StyleList } from '../../../contract/styles.ts';
import { packParams } from '../../../testing/pictures/params.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { addStyle } from '../../../testing/style-fixture.ts';

const send = (app: TestApp, body: string, scopes: readonly string[] = ['images:write'], type = 'application/xml') =>
  app.ask<StyleChanged & ErrorBody>('POST', '/api/v1/styles/import', {
    body,
    scopes,
    headers: { 'content-type': type },
  });
const list = async (app: TestApp) => (await app.get<z.infer<typeof StyleList>>('/api/v1/styles')).items;

const plugin = (fields: Record<string, string> = {}) =>
  `<plugin>${Object.entries({
    num: '0',
    module: '2',
    operation: 'velvia',
    op_params: packParams('ff', 40, 1).toString('hex'),
    enabled: '1',
    blendop_params: '',
    blendop_version: '0',
    multi_priority: '0',
    multi_name: '',
    ...fields,
  })
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</plugin>`;
const fileOf = (name: string, plugins = plugin(), more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<darktable_style version="1.0"><info><name>${name}</name><description></description>${more}</info><style>${plugins}</style></darktable_style>\n`;

test('a style goes out as a file and comes in again, the same', async () => {
  const app = await startApp({ schema: 57 });
  const params = Buffer.alloc(400, 7);
  addStyle(app.library, {
    id: 3,
    name: 'film|"Süd" & <Nord>',
    description: 'a\nb',
    order: 'rawprepare,0,velvia,0,gamma,0',
    items: [
      { operation: 'velvia', module: 2, params, name: 'sky', priority: 1 },
      { operation: 'exposure', module: 6, params: Buffer.alloc(24), enabled: false },
    ],
  });
  const [before] = await list(app);
  const file = await app.ask<Buffer>('GET', '/api/v1/styles/3/file');
  expect(file.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(file.headers.get('content-disposition')).toContain('.dtstyle');
  const headers = { 'if-none-match': file.headers.get('etag')! };
  expect((await app.ask('GET', '/api/v1/styles/3/file', { headers })).status).toBe(304);
  const taken = await send(app, file.body.toString());
  expect([taken.status, taken.body.error]).toEqual([409, 'conflict']);
  app.library.change('DELETE FROM data.styles');
  app.library.change('DELETE FROM data.style_items');
  const { status, body } = await send(app, file.body.toString());
  expect([status, body.name]).toEqual([201, before!.name]);
  expect(await list(app)).toEqual([{ ...before, id: 1 }]);
  expect((await app.ask<Buffer>('GET', '/api/v1/styles/1/file')).body).toEqual(file.body);
  await app.ask('POST', `/api/v1/changes/${body.change}/undo`, { scopes: ['images:write'] });
  expect(await list(app)).toEqual([]);
});

test('what is no style is refused with the reason', async () => {
  const app = await startApp();
  const bomb = `gz99${deflateSync(Buffer.alloc(2_000_000)).toString('base64')}`;
  const large = `gz99${deflateSync(Buffer.alloc(1_000_000)).toString('base64')}`;
  const entities = `<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;&b;">]>${fileOf('&c;').split('\n')[1]!}`;
  for (const [what, file, said] of [
    ['nothing', '', 'no element'],
    ['no XML', 'style', 'no element'],
    ['cut off', fileOf('x').slice(0, 200), 'not understood'],
    ['entities', entities, 'no element'],
    ['unknown entity', fileOf('&evil;'), 'entity'],
    ['deep', '<a>'.repeat(5000), 'too many levels'],
    ['other', '<html></html>', 'root element is not darktable_style'],
    ['no info', '<darktable_style><style/></darktable_style>', 'the element info is missing'],
    ['no style', '<darktable_style><info/></darktable_style>', 'the element style is missing'],
    ['no name', fileOf(''), 'name must not be empty'],
    ['bad name', fileOf('a||b'), 'empty levels'],
    ['no modules', fileOf('x', ''), 'no modules'],
    ['many modules', fileOf('x', '<plugin></plugin>'.repeat(501)), 'more than 500'],
    ['bad number', fileOf('x', plugin({ module: '2.5' })), 'module of velvia'],
    ['bad operation', fileOf('x', plugin({ operation: '../etc' })), 'operation of a module'],
    ['bad parameters', fileOf('x', plugin({ op_params: 'xyz' })), 'op_params of velvia'],
    ['bomb', fileOf('x', plugin({ op_params: bomb })), 'op_params of velvia'],
    ['many bombs', fileOf('x', plugin({ op_params: large }).repeat(5)), 'larger than'],
    ['bad order', fileOf('x', plugin(), '<iop_list>velvia,0</iop_list>'), 'order of modules'],
  ] as const) {
    const { status, body } = await send(app, file);
    expect([what, status, body.error, body.detail]).toEqual([what, 400, 'invalid_body', expect.stringContaining(said)]);
  }
  expect((await send(app, fileOf('x'), undefined, 'text/plain')).body.detail).toContain('application/xml');
  expect((await send(app, fileOf('x', plugin(), 'x'.repeat(1_100_000)))).status).toBe(413);
  expect((await send(app, fileOf('x'), ['images:read'])).status).toBe(403);
  for (const [path, status] of [
    ['/styles/9/file', 404],
    ['/styles/x/file', 400],
  ] as const)
    expect((await app.ask('GET', `/api/v1${path}`)).status).toBe(status);
  expect((await app.ask('DELETE', '/api/v1/styles/9/file')).status).toBe(405);
  const darktable = await standInDarktable(app.folder, app.library.file);
  expect((await send(app, fileOf('x'))).body.error).toBe('db_write_error');
  await darktable.end();
  expect(await list(app)).toEqual([]);
});
