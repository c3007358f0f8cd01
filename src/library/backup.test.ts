import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
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
import { backupsOf } from './backups.ts';
import { openLibrary, type Library } from './library.ts';
import type { RestingPair } from './pair-copy.ts';

const today = new Date(2026, 10, 21, 13);

function start(images = 20) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-backup-'));
  const { file, data, change } = makeLibrary({ folder, images });
  const library = openLibrary({ file, isSample: false, log: silentLog(), events: new Events() });
  onTestFinished(() => {
    library.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const backups = () => readdirSync(folder).filter((name) => name.startsWith('library.db-safelight'));
  return { folder, file, data, change, library, backups };
}

/** As another process sees it. */
const pairOf = ({ resting }: Pick<Library, 'resting'>): RestingPair => ({
  library: resting.library,
  data: resting.data,
  settled: () => resting.settled(),
  isStill: (stamp) => resting.isStill(stamp),
});

const integrity = (file: string) => {
  const database = new Database(file, { readonly: true });
  try {
    return database.pragma('integrity_check', { simple: true }) as string;
  } finally {
    database.close();
  }
};

test('is a copy of library.db and data.db in a folder beside them, named after the day', async () => {
  const { file, data, library, backups } = start();
  const backup = await backupOfToday(library.resting, today);
  expect(basename(backup)).toBe('library.db-safelight-2026-11-21');
  expect(readdirSync(backup).sort()).toEqual(['copy-number', 'data.db', 'library.db']);
  expect(readFileSync(join(backup, 'library.db')).equals(readFileSync(file))).toBe(true);
  expect(readFileSync(join(backup, 'data.db')).equals(readFileSync(data))).toBe(true);
  expect(backups()).toEqual(['library.db-safelight-2026-11-21']);
});

test('is made once a day', async () => {
  const { file, library, change } = start();
  const first = await backupOfToday(library.resting, today);
  const { ino } = statSync(join(first, 'library.db'));
  change('UPDATE images SET flags = 5');
  await backupOfToday(library.resting, new Date(2026, 10, 21, 23, 59));
  expect(statSync(join(first, 'library.db')).ino).toBe(ino);
  const next = await backupOfToday(library.resting, new Date(2026, 10, 22));
  expect(readFileSync(join(next, 'library.db')).equals(readFileSync(file))).toBe(true);
});

test('is one, however many ask for it at the same moment', async () => {
  const { library, backups } = start(500);
  await Promise.all([1, 2, 3, 4].map(() => backupOfToday(library.resting, today)));
  expect(backups()).toEqual(['library.db-safelight-2026-11-21']);
});

test('is a pair even on the day on which an earlier Safelight copied library.db alone', async () => {
  const { file, library, backups } = start();
  writeFileSync(`${file}-safelight-20261121`, 'alone');
  const backup = await backupOfToday(library.resting, today);
  expect(integrity(join(backup, 'data.db'))).toBe('ok');
  expect(backups()).toEqual(['library.db-safelight-2026-11-21', 'library.db-safelight-20261121']);
  expect((await backupsOf(file)).map(({ name, data }) => [name, data !== null])).toEqual([
    ['2026-11-21', true],
    ['20261121', false],
  ]);
});

test('is kept for seven days on which there were edits, and nothing else is taken away', async () => {
  const { folder, file, library, backups } = start();
  const others = [
    'library.db-safelight-notes.txt',
    'library.db-snp-20200101',
    'other.db-safelight-20200101',
    'library.db-safelight-2026-11-01-120000',
  ];
  for (const name of others.slice(0, 3)) writeFileSync(join(folder, name), 'mine');
  // What a restore has kept stays until somebody deletes it.
  mkdirSync(join(folder, others[3]!));
  for (const name of ['library.db', 'data.db']) writeFileSync(join(folder, others[3]!, name), 'kept');
  for (const day of ['20261001', '20261003']) writeFileSync(`${file}-safelight-${day}`, 'alone');
  for (let day = 1; day <= 10; day += 1) await backupOfToday(library.resting, new Date(2026, 10, day * 2));
  expect(backups()).toEqual([
    'library.db-safelight-2026-11-01-120000',
    ...[8, 10, 12, 14, 16, 18, 20].map((day) => `library.db-safelight-2026-11-${String(day).padStart(2, '0')}`),
    'library.db-safelight-notes.txt',
  ]);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(others));
});

test('is among the seven that were made last, also after the clock went back', async () => {
  const { file, library, change } = start();
  const november = (day: number) => new Date(2026, 10, day);
  const names = async () => (await backupsOf(file)).map(({ name }) => name);
  for (let day = 21; day <= 27; day += 1) await backupOfToday(library.resting, november(day));
  // As the next start of the program finds them.
  for (const [round, day] of [14, 15, 21, 22].entries()) {
    change(`UPDATE images SET flags = ${round}`);
    const made = await backupOfToday(library.resting, november(day));
    expect(readFileSync(join(made, 'library.db')).equals(readFileSync(file))).toBe(true);
    expect(await backupOfToday(pairOf(library), november(day))).toBe(made);
  }
  const days = ['22', '21', '15', '14', '27', '26', '25'];
  expect(await names()).toEqual(days.map((day) => `2026-11-${day}`));
  await backupOfToday(library.resting, november(27));
  expect(await names()).toEqual(['2026-11-27-2', ...days.slice(0, 6).map((day) => `2026-11-${day}`)]);
});

test('is made anew when somebody has taken a part of the one of today away, which keeps its place', async () => {
  const { library, backups } = start();
  const first = await backupOfToday(library.resting, today);
  rmSync(join(first, 'data.db'));
  const second = await backupOfToday(library.resting, today);
  expect(backups()).toEqual([basename(first), 'library.db-safelight-2026-11-21-2']);
  expect(integrity(join(second, 'data.db'))).toBe('ok');
  expect(await backupOfToday(pairOf(library), today)).toBe(second);
});

test('that cannot be counted among the others is none: the edit is refused', async () => {
  const { folder, library, backups } = start();
  const first = await backupOfToday(library.resting, today);
  rmSync(join(first, 'copy-number'));
  mkdirSync(join(first, 'copy-number'));
  await expect(backupOfToday(library.resting, new Date(2026, 10, 22))).rejects.toThrow(/no backup .*is a folder/);
  expect(backups()).toEqual([basename(first)]);
  expect(readdirSync(folder).sort()).toEqual(['data.db', 'library.db', basename(first)]);
});

test('shows one state of both files while darktable writes both in one transaction', async () => {
  const { file, data, library } = start(500);
  const code = `
    const { DatabaseSync } = require('node:sqlite');
    const library = new DatabaseSync(${JSON.stringify(file)}, { timeout: 1000 });
    library.prepare('ATTACH ? AS data').run(${JSON.stringify(data)});
    for (let tag = 1; ; tag += 1) {
      library.exec('BEGIN IMMEDIATE');
      library.prepare('INSERT INTO data.tags (id, name) VALUES (?, ?)').run(1000 + tag, 'tag ' + tag);
      library.prepare('INSERT INTO main.tagged_images (imgid, tagid, position) VALUES (1, ?, ?)').run(1000 + tag, tag);
      library.exec('COMMIT');
      if (tag === 1) console.log('writing');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }`;
  const writer = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void writer.kill('SIGKILL'));
  await once(writer.stdout, 'data');
  for (let day = 1; day <= 5; day += 1) {
    const backup = await backupOfToday(library.resting, new Date(2026, 10, day));
    const copy = new Database(join(backup, 'library.db'), { readonly: true });
    copy.prepare('ATTACH ? AS data').run(join(backup, 'data.db'));
    const last = copy.prepare(
      `SELECT (SELECT max(tagid) FROM tagged_images WHERE tagid > 1000), (SELECT max(id) FROM data.tags WHERE id > 1000)`,
    );
    const [tagged, named] = last.raw().get() as [number, number];
    copy.close();
    expect(tagged).toBe(named);
  }
});

test('costs a darktable that is working nothing, and shows one state of its library', async () => {
  const { file, library } = start(2000);
  await using writer = await startWriter({ library: file, commitsPerSecond: 20, seconds: 3 });
  for (let day = 1; day <= 5; day += 1) {
    const backup = await backupOfToday(library.resting, new Date(2026, 10, day));
    expect(integrity(join(backup, 'library.db'))).toBe('ok');
    const database = new Database(join(backup, 'library.db'), { readonly: true });
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
  const { file, data, library } = start();
  const database = new Database(file);
  onTestFinished(() => void database.close());
  database.prepare('ATTACH ? AS data').run(data);
  for (const schema of ['main', 'data']) {
    database.pragma(`${schema}.journal_mode = WAL`);
    database.pragma(`${schema}.wal_autocheckpoint = 0`);
  }
  database.exec("UPDATE images SET filename = 'new.jpg'; INSERT INTO data.tags (name) VALUES ('new')");
  const backup = await backupOfToday(library.resting, today);
  const copy = new Database(join(backup, 'library.db'), { readonly: true });
  copy.prepare('ATTACH ? AS data').run(join(backup, 'data.db'));
  expect(copy.prepare('SELECT DISTINCT filename FROM images').pluck().all()).toEqual(['new.jpg']);
  expect(copy.prepare("SELECT count(*) FROM data.tags WHERE name = 'new'").pluck().get()).toBe(1);
  copy.close();
  for (const name of ['library.db', 'data.db']) expect(integrity(join(backup, name))).toBe('ok');
});

test.each([
  ['library.db', 32768 * 4],
  ['data.db', 4096],
] as const)('of a damaged %s is none: it says so and leaves nothing behind', async (name, from) => {
  const { folder, library, backups } = start(500);
  const file = join(folder, name);
  const content = readFileSync(file);
  // Every page after the first few.
  content.fill(0x5a, from);
  writeFileSync(file, content);
  await expect(backupOfToday(library.resting, today)).rejects.toThrow(/no backup .*failed its integrity check/);
  expect(backups()).toEqual([]);
  truncateSync(file, Math.floor(content.length / 2));
  await expect(backupOfToday(library.resting, today)).rejects.toThrow(/no backup/);
  expect(backups()).toEqual([]);
});

test('an old copy that was cut off is taken away, one that another Safelight is making is not', async () => {
  const { file, library, backups } = start();
  for (const name of ['01', '21']) mkdirSync(`${file}-safelight-2026-11-${name}-draft-abc123`);
  writeFileSync(`${file}-safelight-2026-11-01-draft-abc123/library.db`, 'half');
  mkdirSync(`${file}-safelight-2036-11-01-draft-abc123`);
  const hours = (count: number) => new Date(Date.now() + count * 60 * 60 * 1000);
  utimesSync(`${file}-safelight-2026-11-01-draft-abc123`, hours(-2), hours(-2));
  utimesSync(`${file}-safelight-2036-11-01-draft-abc123`, hours(87_600), hours(87_600));
  await backupOfToday(library.resting, today);
  expect(backups()).toEqual(['library.db-safelight-2026-11-21', 'library.db-safelight-2026-11-21-draft-abc123']);
});
