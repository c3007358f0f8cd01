import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ChangeResult, UndoResult } from '../../../contract/image-change.ts';
import type { StyleList } from '../../../contract/styles.ts';
import { pipeFacts } from '../../../changes/rules/pipe-facts.ts';
import type { FixtureImage } from '../../../testing/library-fixture.ts';
import { exposureParams, packParams } from '../../../testing/pictures/params.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { addStyle, type FixtureStyleItem } from '../../../testing/style-fixture.ts';

type List = z.infer<typeof StyleList>;

describe.each([37, 57] as const)('styles in a library of schema %s', (schema) => {
  test('all are listed by name, each with what it does', async () => {
    const app = await startApp({ schema });
    expect(await app.get<List>('/api/v1/styles')).toEqual({ items: [] });
    addStyle(app.library, {
      id: 2,
      name: 'film|warm',
      description: 'Late light',
      order: 'rawprepare,0,velvia,0',
      items: [
        { operation: 'velvia', module: 2 },
        { operation: 'exposure', module: 6, priority: 1, name: 'sky', enabled: false },
        { operation: 'exposure', module: 6 },
      ],
    });
    addStyle(app.library, { id: 5, name: 'film|cold/blue', items: [] });
    const answer = await app.ask<List>('GET', '/api/v1/styles');
    expect(answer.body.items).toEqual([
      { id: 5, name: 'film|cold/blue', description: '', sets_module_order: false, items: [] },
      {
        id: 2,
        name: 'film|warm',
        description: 'Late light',
        sets_module_order: true,
        items: [
          { operation: 'exposure', label: 'exposure', multi_name: '', enabled: true, module_version: 6 },
          { operation: 'exposure', label: 'exposure', multi_name: 'sky', enabled: false, module_version: 6 },
          { operation: 'velvia', label: 'velvia', multi_name: '', enabled: true, module_version: 2 },
        ],
      },
    ]);
    const headers = { 'if-none-match': answer.headers.get('etag')! };
    expect((await app.ask('GET', '/api/v1/styles', { headers })).status).toBe(304);
    app.library.change("UPDATE data.styles SET description = 'Evening' WHERE id = 2");
    expect((await app.ask('GET', '/api/v1/styles', { headers })).status).toBe(200);
  });

  test('values that darktable left empty, or that somebody else wrote, do not hide the others', async () => {
    const app = await startApp({ schema });
    app.library.change("INSERT INTO data.styles VALUES (1, NULL, NULL, NULL), (2, x'61', 7, '')");
    app.library.change("INSERT INTO data.style_items (styleid, module, operation) VALUES (2, '2', 'nosuch')");
    const { items } = await app.get<List>('/api/v1/styles');
    expect(items.map(({ name, description }) => [name, description])).toEqual([
      ['', ''],
      ['a', '7'],
    ]);
    expect(items[1]!.items).toEqual([
      { operation: 'nosuch', label: 'nosuch', multi_name: '', enabled: false, module_version: 2 },
    ]);
  });
});

test('reading styles needs the scope to read images', async () => {
  const app = await startApp();
  const { status, body } = await app.ask<ErrorBody>('GET', '/api/v1/styles', { scopes: ['tags:read'] });
  expect([status, body.error]).toEqual([403, 'forbidden']);
  expect(await app.ask('PUT', '/api/v1/styles')).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } });
});

const velvia = (strength: number) => packParams('ff', strength, 1);
const library: FixtureImage[] = [
  {
    id: 1,
    raw: true,
    tags: ['sea'],
    isComplete: true,
    history: [
      { operation: 'exposure', module: 6, params: exposureParams(1) },
      { operation: 'velvia', module: 2, params: velvia(10), enabled: false },
    ],
  },
  { id: 2, raw: false, isComplete: true },
  {
    id: 3,
    raw: false,
    stars: 4,
    history: [{ operation: 'exposure', module: 6, params: exposureParams(1), name: 'sky' }],
  },
];
const WARM = {
  id: 2,
  name: 'film|warm',
  items: [
    { operation: 'velvia', module: 2, params: velvia(40) },
    { operation: 'mask_manager', module: 2, params: Buffer.alloc(4) },
    { operation: 'exposure', module: 6, params: exposureParams(0.5) },
  ],
};

/** The development of an image, with the tags that darktable gives developed images. */
function stored({ library: { file, data } }: TestApp, id: number) {
  const database = new Database(file, { readonly: true });
  try {
    database.prepare('ATTACH ? AS data').run(data);
    const all = (sql: string) => database.prepare(sql).all({ id }) as Record<string, unknown>[];
    return {
      history: all('SELECT * FROM history WHERE imgid = :id ORDER BY num'),
      order: all('SELECT version, iop_list FROM module_order WHERE imgid = :id'),
      image: all('SELECT history_end, flags FROM images WHERE id = :id'),
      tags: all('SELECT name FROM tagged_images JOIN data.tags ON tags.id = tagid WHERE imgid = :id ORDER BY name').map(
        ({ name }) => name,
      ),
    };
  } finally {
    database.close();
  }
}
const steps = (app: TestApp, id: number) =>
  stored(app, id).history.map(
    ({ operation, multi_priority: at, enabled }) => `${operation as string} ${at as number} ${enabled as number}`,
  );
const ask = <Body = ChangeResult & ErrorBody>(app: TestApp, method: string, path: string, body?: unknown) =>
  app.ask<Body>(method, `/api/v1${path}`, {
    ...(body === undefined ? {} : { body }),
    scopes: ['images:read', 'images:write', 'cache:refresh'],
  });

describe.each([37, 57] as const)('a style put on images, schema %s', (schema) => {
  test('its modules come on top, and one undo takes it from all images', async () => {
    const app = await startApp({ library, schema });
    addStyle(app.library, WARM);
    const before = [1, 2, 3].map((id) => stored(app, id));
    // 1 has velvia last, whose place is not taken since exposure comes first; 3 has another exposure.
    const { body } = await ask(app, 'POST', '/styles/apply', { name: 'film|warm', to: [1, 2] });
    expect(body).toMatchObject({ changed: 2, unchanged: 0, failed: 0, failures: [] });
    expect(steps(app, 1)).toEqual(['exposure 0 1', 'velvia 0 0', 'exposure 0 1', 'velvia 0 1']);
    expect(steps(app, 2)).toEqual(['exposure 0 1', 'velvia 0 1']);
    expect(stored(app, 1).tags).toEqual(
      expect.arrayContaining(['darktable|changed', 'darktable|style|film|warm', 'sea']),
    );
    const { body: again } = await ask(app, 'POST', '/styles/apply', {
      name: 'film|warm',
      to: { filter: { rating: 4 } },
    });
    expect(again).toMatchObject({ changed: 1, failed: 0 });
    // The names differ, also where darktable 5 knows that nobody typed them: another instance.
    expect(steps(app, 3)).toEqual(['exposure 0 1', 'exposure 1 1', 'velvia 0 1']);
    expect((await ask(app, 'POST', `/changes/${again.change}/undo`)).status).toBe(200);
    const undone = await ask<UndoResult>(app, 'POST', `/changes/${body.change}/undo`);
    expect(undone.body).toMatchObject({ changed: 2, left: [] });
    expect([1, 2, 3].map((id) => stored(app, id))).toEqual(before);
  });

  test.each(['cacorrectrgb', 'holodeck'])(
    'the order of a darktable that has %s, or has not, is taken',
    async (other) => {
      const app = await startApp({ library, schema });
      const own = pipeFacts(schema).newestOrder.filter((operation) => operation !== 'velvia');
      const late = own.flatMap((operation) => (operation === 'exposure' ? ['velvia', operation] : [operation]));
      const order = late.includes(other)
        ? late.filter((operation) => operation !== other)
        : late.toSpliced(3, 0, other);
      const listed = (operations: readonly string[]) => operations.map((operation) => `${operation},0`).join();
      addStyle(app.library, { ...WARM, order: listed(order) });
      const { body } = await ask(app, 'POST', '/styles/apply', { name: 'film|warm', to: [1] });
      expect(body).toMatchObject({ changed: 1, failures: [] });
      // Where darktable puts it, which is not where it stands in its own order.
      const whole = order.includes(other) ? order : order.toSpliced(order.indexOf('ashift'), 0, other);
      expect(stored(app, 1).order).toEqual([{ version: 0, iop_list: listed(whole) }]);
    },
  );

  test('what this darktable cannot use is told with the reason, and the other images are done', async () => {
    const app = await startApp({ library, schema });
    const style = (id: number, name: string, item: FixtureStyleItem, order?: string) =>
      addStyle(app.library, { id, name, items: [item], ...(order === undefined ? {} : { order }) });
    const params = velvia(40);
    style(1, 'raw', { operation: 'hotpixels', module: 1, params: Buffer.alloc(16) });
    style(2, 'unknown', { operation: 'holodeck', params });
    style(3, 'newer', { operation: 'velvia', module: 9, params });
    style(4, 'bare', { operation: 'velvia', module: 2, params: null });
    style(5, 'cut', { operation: 'velvia', module: 2, params: params.subarray(4) });
    style(7, 'words', { operation: 'velvia', module: 2, params }, 'rawprepare,0,velvia');
    addStyle(app.library, { id: 8, name: 'empty', items: [] });
    const before = stored(app, 2);
    const apply = (name: string, to: unknown) => ask(app, 'POST', '/styles/apply', { name, to });
    for (const [name, said] of [
      ['unknown', 'no module holodeck'],
      ['newer', 'knows up to 2'],
      ['bare', 'no parameters'],
      ['cut', '4 bytes'],
      ['words', 'cannot be read'],
    ] as const)
      expect({ name, ...(await apply(name, [2])).body }).toEqual({
        name,
        change: null,
        changed: 0,
        unchanged: 0,
        failed: 1,
        failures: [{ id: 2, reason: expect.stringContaining(said) as string }],
      });
    const { body } = await apply('raw', [1, 2, 99]);
    expect(body).toMatchObject({ changed: 1, failed: 2, failures: [{ id: 2 }, { id: 99 }] });
    expect(body.failures[0]!.reason).toContain('raw data');
    expect(stored(app, 2)).toEqual(before);
    for (const [name, to, status, said] of [
      ['nosuch', [1], 404, 'nosuch'],
      ['empty', [1], 409, 'no modules'],
      ['', [1], 400, 'name'],
      ['raw', [], 400, 'at least one image'],
      ['raw', { filter: { ratng: 1 } }, 400, 'to'],
    ] as const) {
      const answer = await apply(name, to);
      expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(said)]);
    }
  });
});

test('a style is not put on while darktable has the library open, nor without the scope', async () => {
  const app = await startApp({ library });
  addStyle(app.library, WARM);
  const request = { body: { name: 'film|warm', to: [1] } };
  const refused = await app.ask<ErrorBody>('POST', '/api/v1/styles/apply', { ...request, scopes: ['images:write'] });
  expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
  const before = stored(app, 1);
  const darktable = await standInDarktable(app.folder, app.library.file);
  const { status, body } = await ask(app, 'POST', '/styles/apply', request.body);
  expect([status, body.error]).toEqual([500, 'db_write_error']);
  expect(body.detail).toContain('Close darktable');
  expect(stored(app, 1)).toEqual(before);
  await darktable.end();
});
