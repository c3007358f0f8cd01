import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NewPublication } from '../../contract/publications.ts';
import { Ledger } from './ledger.ts';

const shown = { development: 'd', metadata: 'm', madeBy: 'x' };
const definition = NewPublication.parse({ name: 'Best', source: { ids: [1, 2, 3] }, recipe: 1, destination: 1 });

test('items are counted by an index alone, as they are put, changed and forgotten', () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-ledger-'));
  const file = join(folder, 'publications.db');
  const ledger = new Ledger(file);
  onTestFinished(() => {
    ledger.close();
    rmSync(folder, { recursive: true });
  });
  const { id } = ledger.add('/library.db', definition);
  const key = { folder: '/p', filename: 'a.jpg', version: 0, taken: null };
  const items = [1, 2, 3].map((imageId) => ledger.newItem(imageId, key, `${imageId}.jpg`));
  for (const item of items) ledger.put(id, item);
  expect(ledger.counts(id)).toEqual({ placed: 0, failed: 0 });
  const [first, second, third] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]];
  ledger.put(id, { ...first, placed: { id: '1.jpg', version: '1' } });
  ledger.put(id, {
    ...second,
    placed: { id: '2.jpg', version: '1' },
    failure: { kind: 'later', reason: 'x', of: shown },
  });
  expect(ledger.counts(id)).toEqual({ placed: 2, failed: 1 });
  ledger.put(id, { ...second, placed: { id: '2.jpg', version: '2' } });
  ledger.forget(first);
  expect(ledger.counts(id)).toEqual({ placed: 1, failed: 0 });
  ledger.forget(third);
  expect([ledger.counts(id), ledger.items(id).length, ledger.counts(id + 1)]).toEqual([
    { placed: 1, failed: 0 },
    1,
    { placed: 0, failed: 0 },
  ]);

  const database = new Database(file);
  const sql =
    'SELECT count(*) FILTER (WHERE is_placed), count(*) FILTER (WHERE is_failed) FROM item WHERE publication = 1';
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
  // As a Safelight left it that did not count them.
  ledger.close();
  for (const what of ['TRIGGER item_added', 'TRIGGER item_changed', 'INDEX item_state']) database.exec(`DROP ${what}`);
  for (const column of ['is_placed', 'is_failed']) database.exec(`ALTER TABLE item DROP COLUMN ${column}`);
  database.pragma('user_version = 2');
  database.close();
  expect(ledger.counts(id)).toEqual({ placed: 1, failed: 0 });
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('USING COVERING INDEX item_state')]);
});
