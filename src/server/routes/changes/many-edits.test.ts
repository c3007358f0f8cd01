import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { EditsResult } from '../../../contract/history.ts';
import type { ChangeList, ChangeResult, UndoResult } from '../../../contract/image-change.ts';
import type { z } from 'zod';
import type { News } from '../../../platform/events.ts';
import { exposureParams, packParams } from '../../../testing/pictures/params.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { addStyle } from '../../../testing/style-fixture.ts';

const exposure = { operation: 'exposure', module: 6, params: exposureParams(1) };
const velvia = { operation: 'velvia', module: 2, params: packParams('ff', 10, 1) };
const IMAGES = 1_000;
const ids = Array.from({ length: IMAGES }, (_, at) => at + 2);
const library = [
  { id: 1, history: [exposure, velvia] },
  ...ids.map((id) => ({ id, ...(id % 3 === 0 ? { history: [velvia] } : {}) })),
];

const ask = <Body>(app: TestApp, method: string, path: string, body?: unknown) =>
  app.ask<Body & ErrorBody>(method, `/api/v1${path}`, {
    ...(body === undefined ? {} : { body }),
    scopes: ['images:read', 'images:write', 'cache:refresh'],
  });

/** The steps of each image, as text. */
function histories({ library: { file } }: TestApp): Map<number, string> {
  const database = new Database(file, { readonly: true });
  const rows = database
    .prepare(
      `SELECT images.id, history_end || ' ' || coalesce(group_concat(operation || hex(op_params), ' ' ORDER BY num), '')
       FROM images LEFT JOIN history ON imgid = images.id GROUP BY images.id`,
    )
    .raw()
    .all() as [number, string][];
  database.close();
  return new Map(rows);
}

test.each([
  ['a copy', '/images/history/copy', { from: 1, to: ids }],
  ['a style', '/styles/apply', { name: 'look', to: { filter: { rating_max: 0 } } }],
] as const)(
  '%s for a thousand pictures is told as it goes on; a cancel in the middle leaves whole pictures, and one undo takes them back',
  { timeout: 120_000 },
  async (_what, path, body) => {
    const app = await startApp({ library });
    addStyle(app.library, { id: 1, name: 'look', items: [exposure, velvia] });
    const before = histories(app);
    const told: News['change.progress'][0][] = [];
    let cancelled: ReturnType<typeof ask<ChangeResult>> | null = null;
    app.app.services.events.on('change.progress', (progress) => {
      told.push(progress);
      cancelled ??= ask<ChangeResult>(app, 'DELETE', `/changes/${progress.change}`);
    });
    const { status, body: result } = await ask<EditsResult>(app, 'POST', path, body);
    expect(status).toBe(200);
    expect((await cancelled!).body).toEqual(result);
    const { changed, failed } = result;
    const all = path === '/styles/apply' ? IMAGES + 1 : IMAGES;
    expect(changed).toBeGreaterThanOrEqual(50);
    expect(failed).toBeGreaterThan(0);
    expect(changed + failed).toBe(all);
    expect(result.failures).toHaveLength(Math.min(failed, 100));
    expect(result.failures[0]!.reason).toContain('canceled');
    expect(told.length).toBeGreaterThan(1);
    expect(told.every(({ of, change }) => of === all && change === result.change)).toBe(true);
    expect(told.at(-1)).toMatchObject({ done: changed, state: 'ended' });

    const after = histories(app);
    const differing = [...after].filter(([id, steps]) => steps !== before.get(id)).map(([id]) => id);
    expect(differing).toHaveLength(changed);
    const list = await app.get<z.infer<typeof ChangeList>>('/api/v1/changes');
    expect(list.items.map(({ id, kind, images }) => [id, kind, images])).toEqual([[result.change, 'history', changed]]);
    expect((await ask(app, 'DELETE', `/changes/${result.change}`)).status).toBe(409);
    const undone = await ask<UndoResult>(app, 'POST', `/changes/${result.change}/undo`);
    expect(undone.body).toMatchObject({ changed, failed: 0, left: [] });
    expect(histories(app)).toEqual(before);
  },
);
