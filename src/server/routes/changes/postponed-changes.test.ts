import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { EditsResult } from '../../../contract/history.ts';
import type { ChangeList, UndoResult } from '../../../contract/image-change.ts';
import type { PostponedChange, PostponedChangeList } from '../../../contract/postponed.ts';
import { exposureParams, packParams } from '../../../testing/pictures/params.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { addStyle } from '../../../testing/style-fixture.ts';

const exposure = { operation: 'exposure', module: 6, params: exposureParams(1) };
const velvia = { operation: 'velvia', module: 2, params: packParams('ff', 10, 1) };
const bloom = { operation: 'bloom', module: 1, params: packParams('fff', 20, 90, 25) };
const library = [{ id: 1, history: [exposure, velvia] }, { id: 2, history: [bloom] }, { id: 3 }, { id: 4 }];

const ask = <Body>(app: TestApp, method: string, path: string, body?: unknown, scopes = all) =>
  app.ask<Body & ErrorBody>(method, `/api/v1${path}`, { ...(body === undefined ? {} : { body }), scopes });
const all = ['images:read', 'images:write', 'cache:refresh'];
const when = 'darktable_closed';
const copy = (app: TestApp, body: object) =>
  ask<EditsResult & PostponedChange>(app, 'POST', '/images/history/copy', { from: 1, when, ...body });
const list = async (app: TestApp) => (await app.get<PostponedChangeList>('/api/v1/postponed-changes')).items;
const changes = async (app: TestApp) => (await app.get<z.infer<typeof ChangeList>>('/api/v1/changes')).items;

/** The operations of each image's history, and what its first step holds. */
function histories({ library: { file } }: TestApp) {
  const database = new Database(file, { readonly: true });
  const sql = 'SELECT imgid, operation, hex(op_params) AS params FROM history ORDER BY imgid, num';
  const rows = database.prepare(sql).all() as { imgid: number; operation: string; params: string }[];
  database.close();
  return rows;
}
const modulesOf = (app: TestApp, id: number) =>
  histories(app)
    .filter(({ imgid }) => imgid === id)
    .map(({ operation }) => operation);

/** An app whose library a darktable without a plugin has open. */
async function withDarktable() {
  const app = await startApp({ library });
  addStyle(app.library, { id: 1, name: 'look', items: [exposure, velvia] });
  const darktable = await standInDarktable(app.folder, app.library.file);
  return { app, darktable };
}

test('with darktable closed a postponed copy is made at once', async () => {
  const app = await startApp({ library });
  const { status, body } = await copy(app, { to: [2, 3] });
  expect([status, body.changed, body.change]).toEqual([200, 2, 1]);
  expect(await list(app)).toEqual([]);
});

test('a copy and a style wait for darktable, change nothing until then, and are made in order, each with one undo', async () => {
  const { app, darktable } = await withDarktable();
  const before = histories(app);
  const refused = await ask(app, 'POST', '/images/history/copy', { from: 1, to: [2, 3] });
  expect([refused.status, refused.body.error]).toEqual([500, 'db_write_error']);
  const first = await copy(app, { to: [2, 3] });
  expect(first.status).toBe(202);
  expect(first.body).toMatchObject({
    id: 1,
    state: 'waiting_for_darktable',
    kind: 'copy',
    from: 1,
    style: null,
    images: 2,
    done: 0,
    change: null,
    problem: null,
    result: null,
  });
  const second = await ask<PostponedChange>(app, 'POST', '/styles/apply', { name: 'look', to: [4, 99], when });
  expect(second.body).toMatchObject({ id: 2, kind: 'style', from: null, style: 'look' });
  expect((await list(app)).map(({ id, state }) => [id, state])).toEqual([
    [1, 'waiting_for_darktable'],
    [2, 'waiting_for_darktable'],
  ]);
  expect(histories(app)).toEqual(before);
  expect(await changes(app)).toEqual([]);

  await darktable.end();
  await expect.poll(async () => (await list(app)).map(({ state }) => state)).toEqual(['ended', 'ended']);
  const ended = await list(app);
  expect(ended[0]).toMatchObject({ done: 2, change: 1, result: { change: 1, changed: 2, unchanged: 0, failed: 0 } });
  expect(ended[1]!.result).toMatchObject({ change: 2, changed: 1, failed: 1, failures: [{ id: 99 }] });
  expect([2, 3, 4].map((id) => modulesOf(app, id))).toEqual([
    ['bloom', 'exposure', 'velvia'],
    ['exposure', 'velvia'],
    ['exposure', 'velvia'],
  ]);
  expect((await changes(app)).map(({ id, kind, images }) => [id, kind, images])).toEqual([
    [2, 'history', 1],
    [1, 'history', 2],
  ]);
  for (const id of [2, 1]) {
    const { body } = await ask<UndoResult>(app, 'POST', `/changes/${id}/undo`);
    expect(body).toMatchObject({ failed: 0, left: [] });
  }
  expect(histories(app)).toEqual(before);
  // Whoever has read how it ended takes it off the list.
  expect((await ask(app, 'DELETE', '/postponed-changes/1')).status).toBe(204);
  expect((await list(app)).map(({ id }) => id)).toEqual([2]);
});

test('what is copied is the look of the moment it was asked for, whatever becomes of its image, style and targets', async () => {
  const { app, darktable } = await withDarktable();
  await copy(app, { to: [2, 3] });
  await ask(app, 'POST', '/styles/apply', { name: 'look', to: [4], when });
  const steps = histories(app).filter(({ imgid }) => imgid === 1);
  app.library.change("UPDATE history SET op_params = x'00' WHERE imgid = 1");
  app.library.change('DELETE FROM history WHERE imgid = 1');
  app.library.change('DELETE FROM images WHERE id IN (1, 3)');
  app.library.change('DELETE FROM data.style_items');
  app.library.change('DELETE FROM data.styles');
  await darktable.end();
  await expect.poll(async () => (await list(app)).every(({ state }) => state === 'ended')).toBe(true);
  const [first, second] = await list(app);
  expect(first!.result).toMatchObject({ changed: 1, failed: 1, failures: [{ id: 3 }] });
  expect(second!.result).toMatchObject({ changed: 1, failed: 0 });
  const pasted = (id: number) => histories(app).filter(({ imgid, operation }) => imgid === id && operation !== 'bloom');
  for (const id of [2, 4]) expect(pasted(id).map(({ params }) => params)).toEqual(steps.map(({ params }) => params));
});

test('one that waits is dropped, and nobody makes it later', async () => {
  const { app, darktable } = await withDarktable();
  const before = histories(app);
  const { body } = await copy(app, { to: [2] });
  expect((await ask(app, 'DELETE', `/postponed-changes/${body.id}`)).status).toBe(204);
  expect((await ask(app, 'DELETE', `/postponed-changes/${body.id}`)).status).toBe(404);
  await copy(app, { to: [3] });
  await darktable.end();
  await expect.poll(async () => (await list(app)).map(({ state }) => state)).toEqual(['ended']);
  expect(histories(app).filter(({ imgid }) => imgid !== 3)).toEqual(before);
});

test('"now" is refused with the reason while no plugin can do it, and it waits on', async () => {
  const { app, darktable } = await withDarktable();
  await copy(app, { to: [2] });
  const refused = await ask(app, 'POST', '/postponed-changes/1/now');
  expect([refused.status, refused.body.error]).toEqual([500, 'db_write_error']);
  expect((await list(app)).map(({ state }) => state)).toEqual(['waiting_for_darktable']);
  await darktable.end();
  const done = await ask<EditsResult>(app, 'POST', '/postponed-changes/1/now');
  // It may have been made by itself in between.
  expect([200, 409]).toContain(done.status);
  await expect.poll(async () => (await list(app)).map(({ state }) => state)).toEqual(['ended']);
  expect(modulesOf(app, 2)).toEqual(['bloom', 'exposure', 'velvia']);
});

test('a dry run for then tells what nobody could do now', async () => {
  const { app } = await withDarktable();
  const { status, body } = await ask<EditsResult>(app, 'POST', '/images/history/copy?dry_run=1', {
    from: 1,
    to: [2, 3, 99],
    when,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ change: null, changed: 2, failed: 1 });
  expect(body).not.toHaveProperty('seconds');
  expect(body).not.toHaveProperty('refused_now');
  const now = await ask<EditsResult>(app, 'POST', '/images/history/copy?dry_run=1', { from: 1, to: [2, 3] });
  expect([now.status, now.body.refused_now]).toEqual([200, expect.stringContaining('has this library open')]);
  expect(await list(app)).toEqual([]);
});

test('wrong input is refused by name, and nothing waits', async () => {
  const { app } = await withDarktable();
  for (const [path, body, status, code, said] of [
    ['/images/history/copy', { from: 1, to: [2], when: 'tomorrow' }, 400, 'invalid_body', 'when'],
    ['/styles/apply', { name: 'look', to: [2], when: 1 }, 400, 'invalid_body', 'when'],
    ['/images/history/copy', { from: 99, to: [2], when }, 404, 'not_found', '99'],
    ['/images/history/copy', { from: 3, to: [2], when }, 409, 'conflict', 'no edits'],
    ['/styles/apply', { name: 'nobody', to: [2], when }, 404, 'not_found', 'nobody'],
  ] as const) {
    const answer = await ask(app, 'POST', path, body);
    expect([answer.status, answer.body.error]).toEqual([status, code]);
    expect(answer.body.detail).toContain(said);
  }
  for (const [method, path, status] of [
    ['DELETE', '/postponed-changes/7', 404],
    ['DELETE', '/postponed-changes/x', 400],
    ['POST', '/postponed-changes/7/now', 404],
    ['POST', '/postponed-changes/1.5/now', 400],
  ] as const)
    expect((await ask(app, method, path)).status).toBe(status);
  expect((await ask(app, 'DELETE', '/postponed-changes/1', undefined, ['images:read'])).status).toBe(403);
  expect(await list(app)).toEqual([]);
});
