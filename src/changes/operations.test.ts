import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeLibrary } from '../testing/library-fixture.ts';
import { startOperations } from '../testing/start-operations.ts';
import { OPERATION_STEPS } from './writing/operation-write.ts';

const child = join(import.meta.dirname, '../testing/operations-child.ts');

function somewhere() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-operations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const images = [
    { id: 1, tags: ['a', 'b'], labels: ['red'] as const, history: [{ operation: 'exposure' }] },
    { id: 2, tags: ['a'] },
  ];
  const library = makeLibrary({ folder: join(folder, 'config'), images });
  library.change('UPDATE data.tags SET id = id + 100');
  library.change('UPDATE tagged_images SET tagid = tagid + 100');
  for (const [id, name] of [
    [1, 'a'],
    [2, 'b'],
  ] as const) {
    library.change(
      'UPDATE tagged_images SET tagid = ? WHERE tagid = (SELECT id FROM data.tags WHERE name = ?)',
      id,
      name,
    );
    library.change('UPDATE data.tags SET id = ? WHERE name = ?', id, name);
  }
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  return { file: library.file, data: library.data, dataDir };
}

const start = ({ file, dataDir }: ReturnType<typeof somewhere>) => startOperations({ file, dataDir });

function look({ file, data }: ReturnType<typeof somewhere>) {
  const database = new Database(file);
  try {
    database.prepare('ATTACH ? AS data').run(data);
    const all = (table: string) => database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).safeIntegers().all();
    return {
      sound: ['main', 'data'].map((name) => database.pragma(`${name}.integrity_check`, { simple: true })),
      broken: database.pragma('foreign_key_check'),
      rows: ['images', 'tagged_images', 'data.tags', 'color_labels', 'history'].map(all),
    };
  } finally {
    database.close();
  }
}

const states = ({ dataDir }: ReturnType<typeof somewhere>): unknown[] => {
  const database = new Database(join(dataDir, 'journal.db'), { readonly: true });
  const found = database.prepare('SELECT state FROM change').pluck().all();
  database.close();
  return found;
};

const operations = ['rename', 'merge', 'delete', 'duplicate', 'group', 'remove', 'discard'];
test.each(OPERATION_STEPS.flatMap((point) => operations.map((operation) => [operation, point] as const)))(
  'a Safelight that is killed in a %s after "%s" leaves all of it or nothing, and a journal that agrees',
  async (operation, point) => {
    const at = somewhere();
    const before = look(at);
    const running = spawn(process.execPath, [child, at.file, at.dataDir, operation, point], { stdio: 'inherit' });
    const [, signal] = (await once(running, 'close')) as [unknown, unknown];
    expect(signal).toBe('SIGKILL');
    const next = start(at);
    await next.changes.settled();
    const isStored = ['committed', 'settled'].includes(point);
    const after = look(at);
    if (isStored) expect(after).not.toEqual(before);
    else expect(after).toEqual(before);
    expect(after).toMatchObject({ sound: ['ok', 'ok'], broken: [] });
    expect(states(at)).toEqual(isStored ? ['stored'] : []);
    if (!isStored) return;
    await next.undo(1);
    // A history that comes back is a change of its image.
    const again = look(at);
    if (operation === 'discard') expect(again.rows.at(-1)).toEqual(before.rows.at(-1));
    else if (operation !== 'duplicate') expect(again).toEqual(before);
    expect(states(at)).toEqual(['stored', 'stored']);
  },
);

test('a new tag that an image got since stays: its undo is a conflict, and no image has a tag that is gone', async () => {
  const at = somewhere();
  const next = start(at);
  const { change, tagId } = await next.changes.tags.create('new', 'sofa');
  const database = new Database(at.file);
  database.prepare('INSERT INTO tagged_images (imgid, tagid, position) VALUES (1, ?, 0)').run(tagId);
  database.close();
  const before = look(at);
  await expect(next.undo(change)).rejects.toMatchObject({ code: 'conflict' });
  expect(look(at)).toEqual(before);
});

test('a journal that cannot be written: nothing is changed', async () => {
  const at = somewhere();
  const before = look(at);
  writeFileSync(join(at.dataDir, 'journal.db'), 'no database');
  const next = start(at);
  for (const operate of [
    () => next.changes.tags.create('new', 'sofa'),
    () => next.changes.images.remove([1], 'sofa'),
    () => next.changes.images.duplicate(1, 'sofa'),
  ])
    await expect(operate()).rejects.toMatchObject({
      code: 'db_write_error',
      message: expect.stringContaining('journal') as string,
    });
  expect(look(at)).toEqual(before);
});

test('a library that another program has locked: told in words, and nothing is changed', async () => {
  const at = somewhere();
  const next = start(at);
  const holder = new Database(at.file);
  holder.exec('BEGIN IMMEDIATE');
  await expect(next.changes.tags.delete(1, 'sofa')).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringContaining('another program has locked the library') as string,
  });
  holder.exec('ROLLBACK');
  holder.close();
  expect(states(at)).toEqual([]);
});
