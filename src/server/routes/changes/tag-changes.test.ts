import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ChangeList, UndoResult } from '../../../contract/image-change.ts';
import type { ImageRecord, Tag } from '../../../contract/image-record.ts';
import type { TagChanged } from '../../../contract/tag-change.ts';
import type { FixtureImage } from '../../../testing/library-fixture.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write', 'tags:read'];
type Body = TagChanged & ErrorBody;
const ask = (app: TestApp, method: string, path: string, body?: unknown) =>
  app.ask<Body>(method, `/api/v1/tags${path}`, { ...(body === undefined ? {} : { body }), scopes });
const undo = (app: TestApp, id: unknown) =>
  app.ask<UndoResult & ErrorBody>('POST', `/api/v1/changes/${String(id)}/undo`, { scopes });
const changes = (app: TestApp) => app.get<z.infer<typeof ChangeList>>('/api/v1/changes');

async function tagsOf(app: TestApp): Promise<Record<string, number>> {
  await app.app.services.index.settled();
  const { items } = await app.get<{ items: Tag[] }>('/api/v1/tags?limit=500');
  return Object.fromEntries(items.map(({ name, count }) => [name, count]));
}
async function idOf(app: TestApp, name: string): Promise<number> {
  await app.app.services.index.settled();
  const { items } = await app.get<{ items: Tag[] }>('/api/v1/tags?limit=500');
  return items.find((tag) => tag.name === name)!.id;
}
const tagsOfImage = async (app: TestApp, id: number) =>
  (await app.get<ImageRecord>(`/api/v1/images/${id}`)).tags.toSorted();

const library: FixtureImage[] = [
  { id: 1, tags: ['places|Italy|Rome', 'sea', 'darktable|changed'] },
  { id: 2, tags: ['places|Italy', 'sea'] },
  { id: 3, tags: ['places2', 'Rome'] },
  { id: 4 },
];
const LONG = `${'long'.repeat(499)}four`;
const all = { 'places|Italy|Rome': 1, 'places|Italy': 1, sea: 2, places2: 1, Rome: 1 };

describe('POST /tags', () => {
  test.each([
    'birds',
    'a|b|c',
    `"quoted" 'name' & <x>`,
    '🎉 fête',
    ' blanks inside ',
    LONG,
    "Robert'); DROP TABLE tags;--",
  ])('makes the tag %.40s once; then it is there', async (name) => {
    const app = await startApp({ library });
    const made = await ask(app, 'POST', '', { name });
    expect(made).toMatchObject({ status: 201, body: { name, count: 0, images: 0, change: 1 } });
    expect(await ask(app, 'POST', '', { name })).toMatchObject({
      status: 200,
      body: { id: made.body.id, change: null },
    });
    expect(await tagsOf(app)).toEqual({ ...all, [name]: 0 });
    expect(await undo(app, 1)).toMatchObject({ status: 200 });
    expect(await tagsOf(app)).toEqual(all);
    // And undone once more.
    expect(await undo(app, 2)).toMatchObject({ status: 200 });
    expect(await idOf(app, name)).toBe(made.body.id);
  });

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'empty'],
    [{ name: 'a||b' }, 'empty levels'],
    [{ name: '| a' }, 'empty levels'],
    [{ name: 'darktable|mine' }, "darktable's own"],
    [{ name: 'two\nlines' }, 'one line'],
    [{ name: 'x'.repeat(2001) }, '2000'],
    [{ name: 'a', colour: 'red' }, 'colour'],
  ])('refuses what is wrong with it, %#', async (body, reason) => {
    const app = await startApp({ library });
    const answer = await ask(app, 'POST', '', body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_body' } });
    expect(answer.body.detail).toContain(reason);
  });
});

describe('PATCH /tags/:id', () => {
  test('renames a tag with its branch, on all images, and takes it back', async () => {
    const app = await startApp({ library });
    const id = await idOf(app, 'places|Italy');
    const { status, body } = await ask(app, 'PATCH', `/${id}`, { name: 'travel|2024|Italia' });
    expect([status, body]).toMatchObject([
      200,
      { id, name: 'travel|2024|Italia', parent: 'travel|2024', leaf: 'Italia', count: 1, images: 2 },
    ]);
    expect(await tagsOf(app)).toEqual({
      'travel|2024|Italia|Rome': 1,
      'travel|2024|Italia': 1,
      sea: 2,
      places2: 1,
      Rome: 1,
    });
    expect(await tagsOfImage(app, 1)).toEqual(['sea', 'travel|2024|Italia|Rome']);
    const [listed] = (await changes(app)).items;
    expect(listed).toMatchObject({
      kind: 'tag',
      tag: { before: 'places|Italy', after: 'travel|2024|Italia' },
      images: 2,
      route: 'direct',
      fields: expect.arrayContaining([
        { image_id: 1, field: 'tag:places|Italy|Rome', before: true, after: false },
        { image_id: 1, field: 'tag:travel|2024|Italia|Rome', before: false, after: true },
      ]) as unknown,
    });
    expect(await undo(app, body.change)).toMatchObject({ body: { changed: 2, left: [] } });
    expect([await tagsOf(app), await tagsOfImage(app, 1)]).toEqual([all, ['places|Italy|Rome', 'sea']]);
    expect(await undo(app, body.change)).toMatchObject({ status: 409, body: { error: 'conflict' } });
  });

  test.each([
    [
      'deeper into itself',
      'places|Italy',
      'places|Italy|South',
      { 'places|Italy|South|Rome': 1, 'places|Italy|South': 1 },
    ],
    ['up, where its own branch was', 'places|Italy', 'places', { 'places|Rome': 1, places: 1 }],
    ['to other letters', 'places|Italy', 'Places|italy', { 'Places|italy|Rome': 1, 'Places|italy': 1 }],
  ])('moves a branch %s', async (_, from, name, moved) => {
    const app = await startApp({ library });
    const { status } = await ask(app, 'PATCH', `/${await idOf(app, from)}`, { name });
    expect([status, await tagsOf(app)]).toEqual([200, { sea: 2, places2: 1, Rome: 1, ...moved }]);
    await undo(app, 1);
    expect(await tagsOf(app)).toEqual(all);
  });

  test('a name that is taken is a conflict, and nothing is changed; the same name changes nothing', async () => {
    const app = await startApp({ library: [...library, { id: 5, tags: ['x|Rome'] }] });
    const before = await tagsOf(app);
    const id = await idOf(app, 'places|Italy');
    expect(await ask(app, 'PATCH', `/${id}`, { name: 'sea' })).toMatchObject({ status: 409 });
    // Its branch would hit another one.
    expect(await ask(app, 'PATCH', `/${id}`, { name: 'x' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('x|Rome') as string },
    });
    expect(await ask(app, 'PATCH', `/${id}`, { name: 'places|Italy' })).toMatchObject({
      status: 200,
      body: { change: null },
    });
    expect(await tagsOf(app)).toEqual(before);
  });

  test('merges a tag and its branch into another one, and takes it back', async () => {
    const app = await startApp({ library: [...library, { id: 5, tags: ['Rome', 'Rome|Forum', 'places|Italy|Rome'] }] });
    const before = await tagsOf(app);
    const [from, into] = [await idOf(app, 'Rome'), await idOf(app, 'places|Italy|Rome')];
    const { body } = await ask(app, 'PATCH', `/${from}`, { merge_into: into });
    expect(body).toMatchObject({ id: into, name: 'places|Italy|Rome', count: 3, images: 2 });
    expect(await tagsOf(app)).toEqual({
      'places|Italy|Rome': 3,
      'places|Italy|Rome|Forum': 1,
      'places|Italy': 1,
      sea: 2,
      places2: 1,
    });
    expect(await tagsOfImage(app, 5)).toEqual(['places|Italy|Rome', 'places|Italy|Rome|Forum']);
    expect(await undo(app, body.change)).toMatchObject({ status: 200 });
    expect([await tagsOf(app), await tagsOfImage(app, 3), await tagsOfImage(app, 5)]).toEqual([
      before,
      ['Rome', 'places2'],
      ['Rome', 'Rome|Forum', 'places|Italy|Rome'],
    ]);
  });

  test('merges a tag into the one above it', async () => {
    const app = await startApp({
      library: [
        { id: 1, tags: ['a|b'] },
        { id: 2, tags: ['a', 'a|b|b'] },
        { id: 3, tags: ['a', 'a|b'] },
      ],
    });
    await ask(app, 'PATCH', `/${await idOf(app, 'a|b')}`, { merge_into: await idOf(app, 'a') });
    expect(await tagsOf(app)).toEqual({ a: 3, 'a|b': 1 });
    const { items } = await changes(app);
    await undo(app, items[0]!.id);
    expect(await tagsOf(app)).toEqual({ a: 2, 'a|b': 2, 'a|b|b': 1 });
  });

  test('what cannot be merged is refused', async () => {
    const app = await startApp({ library });
    const id = await idOf(app, 'places|Italy');
    for (const [body, reason] of [
      [{ merge_into: id }, 'outside'],
      [{ merge_into: await idOf(app, 'places|Italy|Rome') }, 'outside'],
      [{ merge_into: 9999 }, 'no tag 9999'],
      [{}, 'give name or merge_into'],
      [{ name: 'a', merge_into: 1 }, 'not both'],
    ] as const)
      expect(await ask(app, 'PATCH', `/${id}`, body)).toMatchObject({
        status: 400,
        body: { error: 'invalid_body', detail: expect.stringContaining(reason) as string },
      });
  });
});

describe('DELETE /tags/:id', () => {
  test('takes the tag from its images and says how many; undo gives it back but to those that changed since', async () => {
    const app = await startApp({ library });
    const id = await idOf(app, 'sea');
    const { body } = await ask(app, 'DELETE', `/${id}`);
    expect(body).toEqual({ change: 1, images: 2 });
    expect(await tagsOf(app)).toEqual({ 'places|Italy|Rome': 1, 'places|Italy': 1, places2: 1, Rome: 1 });
    app.library.change('DELETE FROM images WHERE id = 2');
    expect(await undo(app, 1)).toMatchObject({ status: 200 });
    expect([await idOf(app, 'sea'), await tagsOfImage(app, 1)]).toEqual([id, ['places|Italy|Rome', 'sea']]);
  });

  test('another tag may have its number meanwhile', async () => {
    const app = await startApp({ library: [{ id: 1, tags: ['a', 'last'] }] });
    const id = await idOf(app, 'last');
    await ask(app, 'DELETE', `/${id}`);
    app.library.change(`INSERT INTO data.tags (id, name) VALUES (${id}, 'next')`);
    expect(await undo(app, 1)).toMatchObject({ status: 200 });
    expect([await tagsOf(app), await tagsOfImage(app, 1)]).toEqual([{ a: 1, last: 1, next: 0 }, ['a', 'last']]);
    // And gone again, and back.
    for (const change of [2, 3]) expect(await undo(app, change)).toMatchObject({ status: 200 });
    expect(await tagsOfImage(app, 1)).toEqual(['a', 'last']);
  });

  test('a tag of that name that was made meanwhile: the undo is a conflict', async () => {
    const app = await startApp({ library });
    await ask(app, 'DELETE', `/${await idOf(app, 'sea')}`);
    await ask(app, 'POST', '', { name: 'sea' });
    const { status, body } = await undo(app, 1);
    expect([status, body.error]).toEqual([409, 'conflict']);
  });
});

test('a tag that is not there, is darktable’s own, or no number', async () => {
  const app = await startApp({ library });
  let own = 0;
  await app.app.services.library.read((reader) => {
    own = (reader.get("SELECT id FROM data.tags WHERE name = 'darktable|changed'") as { id: number }).id;
  });
  for (const [method, body] of [
    ['PATCH', { name: 'x' }],
    ['PATCH', { merge_into: 1 }],
    ['DELETE', undefined],
  ] as const) {
    expect(await ask(app, method, '/9999', body)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await ask(app, method, '/sea', body)).toMatchObject({ status: 400, body: { error: 'invalid_id' } });
    expect(await ask(app, method, `/${own}`, body)).toMatchObject({
      status: 409,
      body: { error: 'conflict', detail: expect.stringContaining("darktable's own") as string },
    });
  }
});

test('needs the scope, and a Safelight that is not read-only', async () => {
  const app = await startApp({ library });
  const asReader = ['images:read', 'tags:read', 'cache:refresh'];
  const calls = [
    ['POST', '/api/v1/tags', { name: 'x' }],
    ['PATCH', '/api/v1/tags/1', { name: 'x' }],
    ['DELETE', '/api/v1/tags/1', undefined],
  ] as const;
  for (const [method, path, body] of calls)
    expect(await app.ask(method, path, { body, scopes: asReader })).toMatchObject({
      status: 403,
      body: { error: 'forbidden' },
    });
  await app.app.services.admin.changeSettings({ readOnly: true });
  for (const [method, path, body] of calls)
    expect(await app.ask(method, path, { body, scopes })).toMatchObject({ status: 403, body: { error: 'read_only' } });
  expect(await tagsOf(app)).toEqual(all);
});

test('while darktable has the library open it is refused with what to do', async () => {
  const app = await startApp({ library });
  await standInDarktable(app.folder, app.library.file);
  expect(await ask(app, 'POST', '', { name: 'x' })).toMatchObject({
    status: 500,
    body: { error: 'db_write_error', detail: expect.stringContaining('Close darktable') as string },
  });
  expect((await changes(app)).total).toBe(0);
});
