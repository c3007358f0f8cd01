import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { COLOR_LABELS } from '../contract/color-labels.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import type { WriterResult } from '../testing/darktable-writer.ts';
import { type FixtureLibrary, makeLibrary } from '../testing/library-fixture.ts';
import { startWriter } from '../testing/start-writer.ts';
import { imageRange } from '../testing/image-range.ts';
import { imageRowsSql, type ImageRow } from './image-sql.ts';
import { type LibraryImage, openLibrary } from './library.ts';
import { fileUri, LibraryFiles, NotAtRest, readingUri } from './lock-free.ts';
import { StampedFile } from './stamp.ts';

let folder: string;
let made: FixtureLibrary;
let files: LibraryFiles;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safelight-lock-free-'));
  made = makeLibrary({ folder, images: 300 });
  files = new LibraryFiles(made.file, made.data);
});
afterEach(async () => {
  files.close();
  await rm(folder, { recursive: true, force: true });
});

const writerProgram = fileURLToPath(new URL('../testing/darktable-writer.ts', import.meta.url));

/** Another process makes ten commits while this one is blocked. */
function tenCommits(): WriterResult {
  const output = execFileSync(process.execPath, [writerProgram, made.file, '500', '0.02', '10'], { encoding: 'utf8' });
  return JSON.parse(output.trim().split('\n').at(-1)!) as WriterResult;
}

const open = () => openLibrary({ file: made.file, isSample: false, log: silentLog(), events: new Events() });

/** The locks that this process holds on a file, as the system lists them. */
function locksOn(file: string): string[] {
  const { ino } = statSync(file);
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .filter((line) => line.includes(`:${ino} `) && line.includes(` ${process.pid} `));
}

describe('a reader takes no lock', () => {
  test('so darktable loses nothing although a statement is open', () => {
    const db = new DatabaseSync(readingUri(made.file), { readOnly: true });
    db.prepare('ATTACH ? AS data').run(readingUri(made.data));
    const rows = db.prepare('SELECT images.id, tags.name FROM images JOIN data.tags').iterate();
    expect(rows.next().done).toBe(false);
    expect([...locksOn(made.file), ...locksOn(made.data)]).toEqual([]);
    expect(tenCommits()).toMatchObject({ commits: 10, failed: 0 });
    db.close();
  });

  test('whereas an ordinary reader makes darktable lose what people did', async () => {
    await using writer = await startWriter({ library: made.file, commitsPerSecond: 100, seconds: 0.3 });
    // The writer itself holds the lock for moments.
    const db = new DatabaseSync(made.file, { readOnly: true, timeout: 5000 });
    const rows = db.prepare('SELECT id FROM images').iterate();
    rows.next();
    expect(locksOn(made.file)).not.toEqual([]);
    const { failed } = await writer.result;
    expect(failed).toBeGreaterThan(0);
    db.close();
  });

  test('nor does the whole library room, in the middle of a read', async () => {
    const library = open();
    let runs = 0;
    const rows = await library.read((reader) => {
      const before = reader.all(imageRowsSql(reader.schema, imageRange), { first: 1, last: 10 }) as ImageRow[];
      if (runs++ === 0) {
        expect([...locksOn(made.file), ...locksOn(made.data)]).toEqual([]);
        expect(tenCommits()).toMatchObject({ commits: 10, failed: 0 });
      }
      return before;
    });
    expect(runs).toBeGreaterThan(1);
    expect(rows.every((row) => row.labels === 1 << row.rating)).toBe(true);
    library.close();
  });
});

/** What an image changed by the writer looks like: see darktable-writer.ts. */
const isOneState = ({ record }: LibraryImage) =>
  record.color_labels.length === 1 && record.color_labels[0] === COLOR_LABELS[record.rating];

describe.each([20, 200])('beside a darktable that commits %i times a second', (commitsPerSecond) => {
  test('eight readers make it lose nothing, and never see two states mixed', async () => {
    const library = open();
    await using writer = await startWriter({ library: made.file, commitsPerSecond, seconds: 3600, images: 5 });
    // At least two seconds, and until the readers have read for a while: a busy machine needs longer.
    const leastEnd = performance.now() + 2000;
    const isOver = () => performance.now() > leastEnd && seen.length + refused.length > 100;
    const seen: LibraryImage[] = [];
    const refused: unknown[] = [];
    const reader = async () => {
      for (let id = 1; !isOver(); id = (id % 5) + 1) {
        await library.image(id).then(
          (image) => seen.push(image!),
          (error: unknown) => refused.push(error),
        );
        await new Promise(setImmediate);
      }
    };
    await Promise.all(Array.from({ length: 8 }, reader));
    const { commits, failed, changes } = await writer.stop();
    expect(failed).toBe(0);
    expect(commits).toBeGreaterThan(5);
    expect(refused).toEqual([]);
    expect(seen.filter((image) => !isOneState(image))).toEqual([]);
    const last = new Map(changes.map(({ id, stars }) => [id, stars]));
    for (const [id, stars] of last) expect((await library.image(id))!.record.rating).toBe(stars);
    library.close();
  });
});

describe('the stamp', () => {
  test('stays as long as nothing is written, and moves with every commit to either file', async () => {
    const stamps = [files.stamp()];
    expect(files.stamp()).toBe(stamps[0]);
    for (let stars = 1; stars <= 3; stars++) {
      made.change('UPDATE images SET flags = (flags & ~7) | ? WHERE id = 1', stars);
      stamps.push(files.stamp());
    }
    made.change(`INSERT INTO data.tags (name) VALUES ('new')`);
    stamps.push(files.stamp());
    expect(new Set(stamps).size).toBe(stamps.length);
    expect(await files.settled()).toBe(stamps.at(-1));
  });

  test('moves when another file takes the name, even one of the same content and time', async () => {
    const before = files.stamp();
    const copy = path.join(folder, 'copy.db');
    await copyFile(made.file, copy);
    const { atime, mtime } = statSync(made.file);
    utimesSync(copy, atime, mtime);
    await rename(copy, made.file);
    const after = files.stamp();
    expect(after).not.toBe(before);
    made.change('UPDATE images SET flags = 1 WHERE id = 1');
    expect(files.stamp()).not.toBe(after);
  });

  test('is none when a file is missing or a folder', async () => {
    await rename(made.file, `${made.file}.away`);
    expect(files.stamp()).toBeNull();
    expect(await files.settled()).toBeNull();
    await mkdir(made.file);
    expect(files.stamp()).toBeNull();
    expect(files.look().library.kind).toBe('folder');
    await rm(made.file, { recursive: true });
    await rename(`${made.file}.away`, made.file);
    expect(files.stamp()).not.toBeNull();
  });

  test('settles only when nobody writes any more', async () => {
    const before = files.stamp();
    let writes = 0;
    const timer = setInterval(() => {
      made.change('UPDATE images SET flags = ? WHERE id = 1', ++writes);
      if (writes === 10) clearInterval(timer);
    }, 1);
    const settled = await files.settled(20_000);
    expect(settled).not.toBe(before);
    expect(settled).toBe(files.stamp());
  });

  test('does not settle over an unfinished change', async () => {
    await writeFile(`${made.file}-journal`, Buffer.alloc(512, 1));
    await expect(files.settled(20)).rejects.toEqual(new NotAtRest(`${made.file}-journal`));
    // A journal that a program keeps for next time begins with zeros.
    await writeFile(`${made.file}-journal`, Buffer.alloc(512));
    expect(await files.settled(5000)).toBe(files.stamp());
    await writeFile(`${made.file}-journal`, '');
    expect(await files.settled(5000)).toBe(files.stamp());
  });

  test('of a linked library is that of the file itself, its journal included', async () => {
    const link = path.join(folder, 'elsewhere');
    await mkdir(link);
    await symlink(made.file, path.join(link, 'library.db'));
    await symlink(made.data, path.join(link, 'data.db'));
    const linked = new LibraryFiles(path.join(link, 'library.db'), path.join(link, 'data.db'));
    expect(linked.stamp()).toBe(files.stamp());
    await writeFile(`${made.file}-journal`, Buffer.alloc(512, 1));
    await expect(linked.settled(20)).rejects.toEqual(new NotAtRest(`${made.file}-journal`));
    linked.close();
  });

  test('betrays a commit on its way by its lock alone, without taking one', async () => {
    const stamped = new StampedFile(made.file);
    stamped.look();
    expect(stamped.isBeingCommitted()).toBe(false);
    const writer = new DatabaseSync(made.file);
    writer.exec('BEGIN IMMEDIATE');
    expect(stamped.isBeingCommitted()).toBe(false);
    writer.exec('COMMIT; BEGIN EXCLUSIVE');
    expect(stamped.isBeingCommitted()).toBe(true);
    await expect(files.settled(20)).rejects.toThrow(NotAtRest);
    writer.exec('COMMIT');
    expect(stamped.isBeingCommitted()).toBe(false);
    writer.close();
    stamped.close();
  });

  test('need not come to rest after a commit of our own, unless another one has begun or come', () => {
    const writer = new DatabaseSync(made.file);
    const before = files.stamp();
    writer.exec('UPDATE images SET flags = ~flags WHERE id = 1');
    const own = files.settledByUs();
    expect(own).toBe(files.stamp());
    expect(own).not.toBe(before);
    expect(files.isStill(own!)).toBe(true);
    writer.exec('UPDATE images SET flags = ~flags WHERE id = 1');
    writer.close();
    expect(files.isStill(own!)).toBe(false);
    appendFileSync(`${made.file}-journal`, Buffer.alloc(512, 1));
    expect(files.settledByUs()).toBeNull();
  });

  test('knows a file that grows while it is copied', () => {
    const before = files.stamp();
    appendFileSync(made.file, 'x');
    expect(files.stamp()).not.toBe(before);
  });
});

/** Holds a file as darktable does at the very moment of a commit. Returns how to let it go. */
function heldExclusively(file: string): () => void {
  const writer = new DatabaseSync(file);
  onTestFinished(() => writer.close());
  writer.exec('BEGIN EXCLUSIVE');
  return () => writer.exec('ROLLBACK');
}

describe.each(['library', 'data'] as const)('%s.db', (name) => {
  test('with an unfinished change is not at rest, and its journal is told', () => {
    const stamp = files.settledNow()!;
    expect([stamp, files.isAtRest(stamp)]).toEqual([files.stamp(), true]);
    const journal = `${files[name].path}-journal`;
    appendFileSync(journal, Buffer.alloc(512, 1));
    const unfinished = { hotJournal: journal, message: `There is an unfinished change: ${journal}` };
    expect(() => files.settledNow(10)).toThrow(expect.objectContaining(unfinished) as Error);
    expect([files.settledByUs(), files.isAtRest(stamp), files.stamp()]).toEqual([null, false, stamp]);
  });

  test('in the middle of a commit is not at rest, and counts as still only long after it settled', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    onTestFinished(() => now.mockRestore());
    const stamp = files.settledNow()!;
    const letGo = heldExclusively(files[name].path);
    expect([files.isStill(stamp), files.isAtRest(stamp)]).toEqual([false, false]);
    now.mockReturnValue(1030);
    expect(files.isStill(stamp)).toBe(false);
    now.mockReturnValue(1031);
    expect([files.isStill(stamp), files.isStill('another')]).toEqual([true, false]);
    now.mockRestore();
    const moving = { hotJournal: null, message: 'The library keeps changing' };
    expect(() => files.settledNow(10)).toThrow(expect.objectContaining(moving) as Error);
    letGo();
    expect([files.isAtRest(stamp), files.isAtRest('another'), files.settledNow(5000)]).toEqual([true, false, stamp]);
  });

  test('is still after a commit of our own, although another one begins', () => {
    const own = files.settledByUs()!;
    heldExclusively(files[name].path);
    expect(files.isStill(own)).toBe(true);
  });

  test('that is missing leaves no stamp', async () => {
    const stamp = files.stamp()!;
    await rm(files[name].path);
    expect([files.stamp(), files.settledNow(), files.settledByUs(), await files.settled()]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([files.isStill(stamp), files.isAtRest(stamp), files.isLibraryStill(stamp)]).toEqual([
      false,
      false,
      name === 'data',
    ]);
  });

  test('counts as missing once it is closed', () => {
    expect(files[name].look().kind).toBe('file');
    files.close();
    expect(files[name].look().kind).toBe('missing');
  });
});

test('what is at rest was looked at twice, with time for a page of a commit between', async () => {
  const start = performance.now();
  files.settledNow();
  const between = performance.now();
  await files.settled();
  expect(Math.min(between - start, performance.now() - between)).toBeGreaterThan(2);
});

test('at the start, a commit on its way is waited for', async () => {
  const commits = `
    import { DatabaseSync } from 'node:sqlite';
    const db = new DatabaseSync(process.argv[1]);
    db.exec('BEGIN EXCLUSIVE; UPDATE images SET flags = ~flags');
    console.log('begun');
    setTimeout(() => db.exec('COMMIT'), 100);`;
  const before = files.stamp();
  const writer = spawn(process.execPath, ['--input-type=module', '-e', commits, made.file]);
  onTestFinished(() => void writer.kill());
  await once(writer.stdout, 'data');
  const settled = files.settledNow(20_000);
  expect(settled).not.toBe(before);
  expect(settled).toBe(files.stamp());
});

test('a change of data.db leaves library.db still, and one of its own does not', () => {
  const stamp = files.stamp()!;
  made.change(`INSERT INTO data.tags (name) VALUES ('new')`);
  expect([files.isLibraryStill(stamp), files.isStill(stamp)]).toEqual([true, false]);
  expect(files.isLibraryStill(stamp.replace(' ', '0 '))).toBe(false);
  made.change('UPDATE images SET flags = ~flags WHERE id = 1');
  expect(files.isLibraryStill(stamp)).toBe(false);
});

test('only write-ahead logging is read with locks, which there block nobody', () => {
  expect(readingUri('/a b/library.db')).toBe('file:///a%20b/library.db?mode=ro&nolock=1');
  expect(readingUri('/a b/library.db', true)).toBe('file:///a%20b/library.db?mode=ro');
});

test.each([
  ['/home/anna/library.db', '/', 'file:///home/anna/library.db'],
  ['/a b/#1/50%/q?/ü/library.db', '/', 'file:///a%20b/%231/50%25/q%3F/%C3%BC/library.db'],
  ['/odd\\name', '/', 'file:///odd%5Cname'],
  ['C:\\Users\\anna\\My Fotos\\library.db', '\\', 'file:///C:/Users/anna/My%20Fotos/library.db'],
  ['\\\\nas\\fotos\\library.db', '\\', 'file:////nas/fotos/library.db'],
] as const)('the address of %s is one that SQLite reads as that path', (file, separator, expected) => {
  expect(fileUri(file, separator)).toBe(expected);
});
