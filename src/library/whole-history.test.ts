import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { activeHistory } from './history.ts';
import { openLibrary } from './library.ts';
import { readWholeHistory } from './whole-history.ts';

const steps = ['exposure', 'sharpen', 'velvia', 'grain'];

function start() {
  const folder = mkdtempSync(path.join(tmpdir(), 'safelight-whole-history-'));
  const { file } = makeLibrary({ folder, images: [{ id: 1, history: steps.map((operation) => ({ operation })) }] });
  const library = openLibrary({ file, isSample: false, log: silentLog(), events: new Events() });
  const darktable = new Database(file);
  onTestFinished(() => {
    library.close();
    darktable.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const read = async () => {
    const rows = await readWholeHistory(library, 1, (reader) => activeHistory(reader, 1));
    return rows.map(({ operation }) => operation);
  };
  return { darktable, read, looks: vi.spyOn(library, 'read').mock.calls };
}

test.each(steps.map((operation, num) => [num, operation]))(
  'a history of which darktable has written %i steps, or the next one without its content, is waited for',
  async (num, operation) => {
    const { darktable, read, looks } = start();
    // A busy machine does not try the reader's patience.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const written = darktable.prepare('SELECT * FROM history WHERE num >= ? ORDER BY num').all(num) as {
      num: number;
    }[];
    for (const isBegun of [false, true]) {
      darktable.prepare('DELETE FROM history WHERE num >= ?').run(num);
      if (isBegun) darktable.prepare('INSERT INTO history (imgid, num) VALUES (1, ?)').run(num);
      const before = looks.length;
      const reading = read();
      await vi.waitUntil(() => looks.length > before + 1, { interval: 1 });
      darktable.prepare('DELETE FROM history WHERE num >= ?').run(num);
      for (const row of written) {
        const columns = Object.keys(row);
        darktable
          .prepare(`INSERT INTO history (${columns.join()}) VALUES (${columns.map((name) => `@${name}`).join()})`)
          .run(row);
      }
      expect(await reading, `${operation} ${isBegun}`).toEqual(steps);
    }
  },
);

test('one that stays half is read as it is, without the step that has no content', async () => {
  const { darktable, read } = start();
  darktable.exec('DELETE FROM history WHERE num > 1; INSERT INTO history (imgid, num) VALUES (1, 2)');
  expect(await read()).toEqual(['exposure', 'sharpen']);
});

test('steps that were undone in darktable are no half history', async () => {
  const { darktable, read } = start();
  darktable.exec('UPDATE images SET history_end = 2');
  expect(await read()).toEqual(['exposure', 'sharpen']);
});
