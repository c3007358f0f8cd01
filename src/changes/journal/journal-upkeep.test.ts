import Database from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Journal } from './journal.ts';
import { Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { JournalUpkeep } from './journal-upkeep.ts';

const DAY = 24 * 3600 * 1000;
const NOW = Date.UTC(2026, 5, 1);
const IMAGES = Array.from({ length: 10_000 }, (_, at) => at + 1);

/** A journal and its upkeep. `change` notes a change of many images, made so many days ago. */
function journalOfTest() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-journal-'));
  const file = join(folder, 'journal.db');
  const library = join(folder, 'library.db');
  const journal = new Journal(file, () => library);
  const { changes, operations, edits, postponed } = journal;
  let megabytes = 0.5;
  const upkeep = new JournalUpkeep({
    file,
    events: new Events(),
    log: silentLog(),
    now: () => NOW,
    megabytes: () => megabytes,
  });
  const close = () => journal.close();
  onTestFinished(async () => {
    await upkeep.close();
    close();
    rmSync(folder, { recursive: true, force: true });
  });
  const begin = (daysAgo: number, undoes: number | null = null, images = IMAGES) =>
    changes.begin(
      { client: 'test', route: 'bridge', time: NOW - daysAgo * DAY, undoes },
      images.map((imageId) => ({ imageId, edits: [{ field: 'stars', before: 0, after: 5 }] })),
    );
  const change = (...how: Parameters<typeof begin>) => {
    const id = begin(...how);
    changes.stored(id);
    return id;
  };
  return {
    file,
    changes,
    operations,
    edits,
    postponed,
    begin,
    change,
    close,
    /** The newest ten, which stay whatever they take. */
    tenMore: () => Array.from({ length: 10 }, () => change(0.5, null, [1])),
    allow: (most: number) => (megabytes = most),
    tidy: () => upkeep.tidy(),
    ids: () => changes.list({ limit: 100, offset: 0 }).items.map(({ id }) => id),
    sql: (sql: string) => {
      const database = new Database(file);
      const rows = database.prepare(sql).all();
      database.close();
      return rows;
    },
  };
}

test('beyond its limit the oldest changes go, and the file gives the space back', async () => {
  const at = journalOfTest();
  const [first, second, third] = [at.change(30), at.change(20), at.change(10)];
  const rest = at.tenMore();
  expect(await at.tidy()).toBe(2);
  expect(at.ids().toSorted((one, other) => one - other)).toEqual([third, ...rest]);
  for (const id of [first, second]) expect(at.changes.get(id)).toBeNull();
  expect(at.changes.imageIds(third)).toEqual(IMAGES);
  expect(statSync(at.file).size).toBeLessThan(500_000);
  expect(await at.tidy()).toBe(0);
});

test('below its limit nothing goes', async () => {
  const at = journalOfTest();
  const ids = [at.change(300), ...at.tenMore()];
  at.allow(10);
  expect(await at.tidy()).toBe(0);
  expect(at.ids()).toHaveLength(ids.length);
});

test('what is new, unfinished or waits stays, however much it takes', async () => {
  const at = journalOfTest();
  at.allow(0);
  const image = { client: 'test', time: NOW - 30 * DAY, undoes: null };
  const begun = at.begin(30);
  const inPieces = at.change(30);
  at.changes.add(inPieces, 'bridge', [{ imageId: 9_000, edits: [{ field: 'stars', before: 0, after: 1 }] }]);
  const reject = at.begin(30);
  at.changes.stored(reject, { waiting: [{ imageId: 1, stars: 3 }], dropped: [] });
  const due = at.changes.begin({ ...image, route: 'direct' }, [{ imageId: 1, edits: [] }]);
  at.changes.stored(due);
  const look = { do: 'style', name: 'warm' } as const;
  const postponed = at.postponed.add({ client: 'test', time: 0, change: look, imageIds: [1] });
  const part = at.operations.begin({ ...image, kind: 'history', tag: null, rows: [], fields: [] }, { postponed });
  at.operations.stored(part);
  const ofLastDay = at.change(0.9);
  const over = at.change(30);
  at.tenMore();
  expect(await at.tidy()).toBe(1);
  expect(at.changes.get(over)).toBeNull();
  expect(at.sql('SELECT id FROM change WHERE id <= 6').map((row) => (row as { id: number }).id)).toEqual(
    [begun, inPieces, reject, due, part, ofLastDay].toSorted((one, other) => one - other),
  );
  expect(at.changes.unfinished().map(({ id }) => id)).toEqual([begun, inPieces]);
  expect(at.changes.waitingRejects()).toEqual(new Map([[1, 3]]));
});

test('a change stays as long as what took it back, and goes with it', async () => {
  const at = journalOfTest();
  at.allow(0);
  const old = at.change(40);
  const undo = at.change(0.5, old);
  const older = at.change(30);
  const redone = at.change(20, at.change(25, older));
  at.tenMore();
  expect(await at.tidy()).toBe(3);
  expect(at.changes.get(old)).toMatchObject({ undoneBy: undo });
  for (const id of [older, redone]) expect(at.changes.get(id)).toBeNull();
});

test('an edit of a module that is dropped is not taken in again, and the newest can be taken back', async () => {
  const at = journalOfTest();
  at.allow(0);
  const edit = { imageId: 1, operation: 'velvia', priority: 0, num: 0, module: 2, blendVersion: null, client: 'test' };
  const state = { enabled: true, params: Buffer.alloc(8) };
  const made = (daysAgo: number, undoes: number | null) => {
    const values = {
      ...edit,
      before: state,
      after: state,
      route: 'direct',
      time: NOW - daysAgo * DAY,
      undoes,
    } as const;
    const id = at.edits.begin(values);
    at.edits.stored(id);
    return id;
  };
  made(20, made(30, null));
  at.operations.takeInModuleEdits();
  const newest = made(10, null);
  at.tenMore().slice(1);
  expect(await at.tidy()).toBe(2);
  at.operations.takeInModuleEdits();
  expect(at.edits.latest(1, 'velvia')?.id).toBe(newest);
  expect(at.edits.list(1, { limit: 10, offset: 0 }).total).toBe(1);
});

test('what a killed Safelight had dropped half is removed by the next, and found by nobody', async () => {
  const at = journalOfTest();
  const old = at.change(30);
  const rest = at.tenMore();
  at.sql("UPDATE change SET library = '' WHERE id = 1 RETURNING id");
  expect(at.changes.get(old)).toBeNull();
  expect(await at.tidy()).toBe(0);
  expect(at.sql('SELECT count(*) AS rows FROM change_field')).toEqual([{ rows: rest.length }]);
});

test('what is undone while it is dropped goes, and what undoes it stays', async () => {
  const at = journalOfTest();
  at.change(30);
  const undo = at.change(0.5, 1);
  at.sql("UPDATE change SET library = '' WHERE id = 1 RETURNING id");
  expect(await at.tidy()).toBe(0);
  expect(at.sql('SELECT id, undoes FROM change')).toEqual([{ id: undo, undoes: null }]);
});

test('an edit is removed without a look at all others', () => {
  const at = journalOfTest();
  expect(at.edits.list(1, { limit: 1, offset: 0 }).total).toBe(0);
  const plan = at.sql('EXPLAIN QUERY PLAN UPDATE edit SET undoes = NULL WHERE undoes = 1');
  expect(plan).toMatchObject([{ detail: expect.stringContaining('edit_by_undone') as string }]);
});

test('a journal that was made before gives its space back, too', async () => {
  const at = journalOfTest();
  at.change(30);
  at.close();
  at.allow(0);
  const database = new Database(at.file);
  database.exec('PRAGMA auto_vacuum = NONE; VACUUM');
  database.close();
  at.tenMore();
  expect(await at.tidy()).toBe(1);
  expect(statSync(at.file).size).toBeLessThan(200_000);
});
