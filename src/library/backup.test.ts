import Database from 'better-sqlite3';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { startWriter } from '../testing/start-writer.ts';
import { backupOfToday } from './backup.ts';
import { openLibrary } from './library.ts';

const today = new Date(2026, 10, 21, 13);

function start(images = 20) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-backup-'));
  const { file } = makeLibrary({ folder, images });
  const library = openLibrary({ file, isSample: false, log: silentLog(), events: new Events() });
  onTestFinished(() => {
    library.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const backups = () => readdirSync(folder).filter((name) => name.startsWith('library.db-safelight'));
  return { folder, file, library, backups };
}

const integrity = (file: string) => {
  const database = new Database(file, { readonly: true });
  try {
    return database.pragma('integrity_check', { simple: true }) as string;
  } finally {
    database.close();
  }
};

test('is a copy of the library beside it, named after the day', async () => {
  const { file, library, backups } = start();
  const backup = await backupOfToday(file, library.resting, today);
  expect(basename(backup)).toBe('library.db-safelight-20261121');
  expect(readFileSync(backup).equals(readFileSync(file))).toBe(true);
  expect(backups()).toEqual(['library.db-safelight-20261121']);
});

test('is made once a day', async () => {
  const { file, library } = start();
  const first = await backupOfToday(file, library.resting, today);
  const { ino } = statSync(first);
  const database = new Database(file);
  database.exec('UPDATE images SET flags = 5');
  database.close();
  await backupOfToday(file, library.resting, new Date(2026, 10, 21, 23, 59));
  expect(statSync(first).ino).toBe(ino);
  await backupOfToday(file, library.resting, new Date(2026, 10, 22));
  expect(readFileSync(`${file}-safelight-20261122`).equals(readFileSync(file))).toBe(true);
});

test('is kept for seven days on which there were edits, and nothing else is taken away', async () => {
  const { folder, file, library, backups } = start();
  const others = ['library.db-safelight-notes.txt', 'library.db-snp-20200101', 'other.db-safelight-20200101'];
  for (const name of others) writeFileSync(join(folder, name), 'mine');
  for (let day = 1; day <= 10; day += 1) await backupOfToday(file, library.resting, new Date(2026, 10, day * 2));
  expect(backups()).toEqual([
    ...[8, 10, 12, 14, 16, 18, 20].map((day) => `library.db-safelight-202611${String(day).padStart(2, '0')}`),
    'library.db-safelight-notes.txt',
  ]);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(others));
});

test('costs a darktable that is working nothing, and shows one state of its library', async () => {
  const { file, library } = start(2000);
  await using writer = await startWriter({ library: file, commitsPerSecond: 20, seconds: 3 });
  for (let day = 1; day <= 5; day += 1) {
    const backup = await backupOfToday(file, library.resting, new Date(2026, 10, day));
    expect(integrity(backup)).toBe('ok');
    const database = new Database(backup, { readonly: true });
    // The writer gives the label of the number of stars, both in one commit.
    const torn = database
      .prepare(
        `SELECT count(*) FROM images JOIN color_labels ON imgid = images.id
         WHERE images.id IN (SELECT id FROM images ORDER BY id LIMIT 100) AND color <> flags & 7`,
      )
      .pluck()
      .get();
    database.close();
    expect(torn).toBe(0);
  }
  const { commits, failed } = await writer.result;
  expect(failed).toBe(0);
  expect(commits).toBeGreaterThan(10);
});

test('of a library in write-ahead logging holds what is not in the main file yet', async () => {
  const { file, library } = start();
  const database = new Database(file);
  onTestFinished(() => void database.close());
  database.pragma('journal_mode = WAL');
  database.pragma('wal_autocheckpoint = 0');
  database.exec("UPDATE images SET filename = 'new.jpg'");
  const backup = await backupOfToday(file, library.resting, today);
  const copy = new Database(backup, { readonly: true });
  expect(copy.prepare('SELECT DISTINCT filename FROM images').pluck().all()).toEqual(['new.jpg']);
  copy.close();
  expect(integrity(backup)).toBe('ok');
});

test('of a damaged library is none: it says so and leaves nothing behind', async () => {
  const { file, library, backups } = start(500);
  const content = readFileSync(file);
  // Every page after the first few.
  content.fill(0x5a, 32768 * 4);
  writeFileSync(file, content);
  await expect(backupOfToday(file, library.resting, today)).rejects.toThrow(/no backup .*failed its integrity check/);
  expect(backups()).toEqual([]);
  truncateSync(file, 32768 * 6);
  await expect(backupOfToday(file, library.resting, today)).rejects.toThrow(/no backup/);
  expect(backups()).toEqual([]);
});

test('an old copy that was cut off is taken away, one that another Safelight is making is not', async () => {
  const { file, library, backups } = start();
  for (const name of ['20261101-77', '20261121-78']) writeFileSync(`${file}-safelight-${name}.tmp`, 'half');
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  utimesSync(`${file}-safelight-20261101-77.tmp`, longAgo, longAgo);
  await backupOfToday(file, library.resting, today);
  expect(backups()).toEqual(['library.db-safelight-20261121', 'library.db-safelight-20261121-78.tmp']);
});
