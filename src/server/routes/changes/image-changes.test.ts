import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ChangeList, ChangeResult, UndoResult } from '../../../contract/image-change.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ImageList, ImageRecord } from '../../../contract/image-record.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write'];
const patch = <Body = ImageRecord>(app: TestApp, path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.ask<Body>('PATCH', `/api/v1/images${path}`, { body, headers, scopes });
const undo = (app: TestApp, id: unknown) =>
  app.ask<UndoResult & ErrorBody>('POST', `/api/v1/changes/${String(id)}/undo`, { scopes });
const changes = (app: TestApp, query = '') => app.get<z.infer<typeof ChangeList>>(`/api/v1/changes${query}`);

describe('PATCH /images/:id', () => {
  test('changes what was sent, answers the image as it is now, and the lists follow', async () => {
    const app = await startApp({ library: [{ id: 1, stars: 1, tags: ['old'] }, { id: 2 }] });
    const { status, body, headers } = await patch(app, '/1', {
      rating: 4,
      color_labels: { add: ['red'] },
      tags: { add: ['places|Rome'], remove: ['old'] },
      title: 'Evening',
      latitude: 41.9,
      longitude: 12.5,
    });
    expect([status, body]).toMatchObject([
      200,
      { id: 1, rating: 4, color_labels: ['red'], tags: ['places|Rome'], title: 'Evening', latitude: 41.9 },
    ]);
    expect((await app.ask('GET', '/api/v1/images/1')).headers.get('etag')).toBe(headers.get('etag'));
    // A busy machine may take longer than lists wait for a change.
    await app.app.services.index.settled();
    const list = await app.get<z.infer<typeof ImageList>>('/api/v1/images?tag=places&rating=4&search=evening');
    expect(list.items).toEqual([body]);
  });

  test('a reject keeps its stars: taken back, they are there again', async () => {
    const app = await startApp({ library: [{ id: 1, stars: 3 }] });
    expect((await patch(app, '/1', { rating: -1 })).body.rating).toBe(-1);
    const id = (await changes(app)).items[0]?.id;
    expect(await undo(app, id)).toMatchObject({ status: 200, body: { changed: 1, left: [] } });
    expect((await app.get<ImageRecord>('/api/v1/images/1')).rating).toBe(3);
  });

  test('the answer names the change, for its undo, where there is one', async () => {
    const app = await startApp({ library: [{ id: 1, stars: 3 }] });
    const change = async (rating: number) => (await patch(app, '/1', { rating })).headers.get('x-change');
    const made = await change(5);
    expect(await change(5)).toBeNull();
    expect(await undo(app, Number(made))).toMatchObject({ status: 200, body: { changed: 1 } });
    expect((await app.get<ImageRecord>('/api/v1/images/1')).rating).toBe(3);
  });

  test('with If-Match only what the caller has seen is changed', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    const etag = (await app.ask('GET', '/api/v1/images/1')).headers.get('etag')!;
    expect(await patch(app, '/1', { rating: 2 }, { 'if-match': etag })).toMatchObject({ status: 200 });
    expect(await patch(app, '/1', { rating: 3 }, { 'if-match': etag })).toMatchObject({
      status: 412,
      body: { error: 'precondition_failed' },
    });
    expect(await patch(app, '/1', { rating: 3 }, { 'if-match': '*' })).toMatchObject({ body: { rating: 3 } });
  });

  test.each([
    [{}, 'at least one thing'],
    [{ rating: 6 }, 'rating'],
    [{ rating: 2.5 }, 'rating'],
    [{ rating: null }, 'rating'],
    [{ stars: 3 }, 'stars'],
    [{ rejected: 1 }, 'rejected'],
    [{ rating: 3, rejected: false }, 'not both'],
    [{ color_labels: ['pink'] }, 'color_labels'],
    [{ tags: { add: [''] } }, 'tags.add.0'],
    [{ tags: { add: ['a||b'] } }, 'empty levels'],
    [{ tags: { add: ['|a'] } }, 'empty levels'],
    [{ tags: { add: ['darktable|changed'] } }, "darktable's own"],
    [{ tags: { add: ['two\nlines'] } }, 'one line'],
    [{ tags: { add: ['\ud800'] } }, 'plain text'],
    [{ tags: { add: ['x'.repeat(2001)] } }, '2000'],
    [{ tags: { add: [12345] } }, 'no tag 12345'],
    [{ tags: { add: ['a'], set: ['b'] } }, 'not both'],
    [{ title: 5 }, 'title'],
    [{ title: 'a\0b' }, 'plain text'],
    [{ latitude: 91 }, 'latitude'],
    [{ longitude: 'east' }, 'longitude'],
    ['[1]', 'body'],
  ])('%j is refused with the reason, and nothing is changed', async (body, reason) => {
    const app = await startApp({ library: [{ id: 1 }] });
    const before = await app.get('/api/v1/images/1');
    const answer = await patch<ErrorBody>(app, '/1', body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_body' } });
    if (body !== '[1]') expect(answer.body.detail).toContain(reason);
    expect(await app.get('/api/v1/images/1')).toEqual(before);
    expect((await changes(app)).total).toBe(0);
  });

  test('tags take what people write: |, quotes, emoji, two thousand characters', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    const names = [
      'a|b|c',
      `"quoted" 'name'`,
      '🎉 fête',
      '日本',
      `${'long'.repeat(499)}four`,
      "Robert'); DROP TABLE tags;--",
    ];
    const { body } = await patch(app, '/1', { tags: { set: names } });
    expect([...body.tags].sort()).toEqual([...names].sort());
    await app.app.services.index.settled();
    const { items } = await app.get<{ items: { name: string }[] }>('/api/v1/tags?limit=50');
    expect(items.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  test('needs the scope, an image, and a Safelight that is not read-only', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    const asReader = { body: { rating: 1 }, scopes: ['images:read', 'cache:refresh'] };
    expect(await app.ask<ErrorBody>('PATCH', '/api/v1/images/1', asReader)).toMatchObject({
      status: 403,
      body: { error: 'forbidden', detail: expect.stringContaining('images:write') as string },
    });
    expect(await patch(app, '/99', { rating: 1 })).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await patch(app, '/x', { rating: 1 })).toMatchObject({ status: 400, body: { error: 'invalid_id' } });
    await app.app.services.admin.changeSettings({ readOnly: true });
    for (const [method, path] of [
      ['PATCH', '/images/1'],
      ['PATCH', '/images'],
      ['POST', '/changes/1/undo'],
    ] as const)
      expect(
        await app.ask(method, `/api/v1${path}`, { ...(method === 'PATCH' && { body: { rating: 1 } }), scopes }),
      ).toMatchObject({
        status: 403,
        body: { error: 'read_only' },
      });
  });

  test('a fixed word is no id: it has methods of its own', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    for (const word of ['refresh', 'export', 'outline']) {
      const answer = await patch<ErrorBody>(app, `/${word}`, { rating: 1 });
      expect([word, answer.status, answer.body.error]).toEqual([word, 405, 'method_not_allowed']);
    }
  });

  test('while darktable has the library open it is refused with what to do', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    await standInDarktable(app.folder, app.library.file);
    expect(await patch<ErrorBody>(app, '/1', { rating: 1 })).toMatchObject({
      status: 500,
      body: { error: 'db_write_error', detail: expect.stringContaining('Close darktable') as string },
    });
  });
});

describe('PATCH /images', () => {
  test('changes images by ids or by a filter, in one step; those that do not exist are told', async () => {
    const app = await startApp({
      library: [{ id: 1 }, { id: 2, stars: 3 }, { id: 3, raw: true }, { id: 4, raw: true }],
    });
    const byIds = await patch<ChangeResult>(app, '', { ids: [1, 2, 99], change: { rating: 3 } });
    expect(byIds).toMatchObject({
      status: 200,
      body: { changed: 1, unchanged: 1, failed: 1, failures: [{ id: 99, reason: expect.any(String) as string }] },
    });
    const filter = { is_raw: true };
    const planned = await patch<ChangeResult>(app, '?dry_run=1', { filter, change: { title: 'Raw' } });
    expect(planned.body).toMatchObject({ change: null, changed: 2 });
    const byFilter = await patch<ChangeResult>(app, '', { filter, change: { title: 'Raw' } });
    expect(byFilter.body).toMatchObject({ changed: 2, failed: 0 });
    expect((await changes(app)).items.map(({ id, images, client }) => [id, images, client])).toEqual([
      [byFilter.body.change, 2, expect.any(String)],
      [byIds.body.change, 1, expect.any(String)],
    ]);
    expect(await undo(app, byFilter.body.change)).toMatchObject({ body: { changed: 2 } });
  });

  test.each([
    [{ ids: [1] }, 'change'],
    [{ change: { rating: 1 } }, 'ids'],
    [{ ids: [1], filter: {}, change: { rating: 1 } }, 'filter'],
    [{ ids: [1, 1], change: { rating: 1 } }, 'ids.1'],
    [{ ids: [1], change: { rating: 9 } }, 'change.rating'],
    [{ ids: [1], change: { rating: 1 }, dry_run: true }, 'dry_run'],
    [{ filter: { ratin: 1 }, change: { rating: 1 } }, 'filter.ratin'],
  ])('%j is refused, each complaint by its name', async (body, field) => {
    const app = await startApp({ library: [{ id: 1 }] });
    const { status, body: answer } = await patch<ErrorBody>(app, '', body);
    expect([status, answer.error]).toEqual([400, 'invalid_body']);
    expect(Object.keys(answer.fields ?? {})).toContain(field);
  });

  test('a filter tells what is in the library, and needs images:read for that', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    const blind = { body: { filter: {}, change: { rating: 1 } }, scopes: ['images:write'] };
    expect(await app.ask('PATCH', '/api/v1/images', blind)).toMatchObject({ status: 403 });
  });
});

test('an undo leaves alone what was changed again since, and says so; twice is a conflict', async () => {
  const app = await startApp({ library: [{ id: 1 }, { id: 2 }] });
  const { body } = await patch<ChangeResult>(app, '', { ids: [1, 2], change: { rating: 4, title: 'Rome' } });
  app.library.change('UPDATE images SET flags = (flags & ~7) | 2 WHERE id = 1');
  const answer = await undo(app, body.change);
  expect(answer.body).toMatchObject({
    changed: 2,
    left: [{ image_id: 1, field: 'stars', before: 4, after: 2 }],
  });
  expect(await undo(app, body.change)).toMatchObject({ status: 409, body: { error: 'conflict' } });
  expect(await undo(app, 999)).toMatchObject({ status: 404 });
  expect(await undo(app, 'last')).toMatchObject({ status: 400, body: { error: 'invalid_id' } });
});
