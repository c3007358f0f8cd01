import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { type FixtureImage, makeLibrary } from '../testing/library-fixture.ts';
import { imageRange } from '../testing/image-range.ts';
import { imageRowsSql } from './image-sql.ts';
import { type Library, type LibraryState, openLibrary } from './library.ts';

let folder: string;
let file: string;
let events: Events;
const opened: Library[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safelight library #1 %41 é? '));
  file = path.join(folder, 'library.db');
  events = new Events();
});
afterEach(async () => {
  for (const library of opened.splice(0)) library.close();
  await rm(folder, { recursive: true, force: true });
});

function open(log = silentLog()): Library {
  const library = openLibrary({ file, isSample: false, log, events });
  opened.push(library);
  return library;
}

const make = (images: FixtureImage[] = [{}], version?: number) =>
  makeLibrary({ folder, images, ...(version === undefined ? {} : { version }) });

const unavailable = expect.objectContaining({ code: 'library_unavailable' }) as AppError;

/** The next state sent to listeners without anybody asking. */
const news = async () => (await once(events, 'library.state'))[0] as { ready: boolean; message: string };

describe('a good library', () => {
  test('is ready, whatever characters its path has', () => {
    make([{}, {}]);
    expect(open().state()).toEqual({
      status: 'ready',
      file,
      schemaVersion: 37,
      images: 2,
      leftOut: 0,
      message: `2 images in ${file}.`,
    });
  });

  test('gives an image with all that other rooms need of it', async () => {
    make([{ id: 7, stars: 2, changed: 1714564900456, history: [{ operation: 'exposure' }] }]);
    const image = (await open().image(7))!;
    expect(image).toMatchObject({
      id: 7,
      filename: 'IMG_0007.jpg',
      path: '/photos/roll/IMG_0007.jpg',
      changedMs: 1714564900456,
    });
    expect(image.record.rating).toBe(2);
    expect(JSON.parse(`${image.recordJson},"preview_version":"x"}`)).toEqual({ ...image.record, preview_version: 'x' });
    expect(image.historyKey).not.toBe('0');
    expect(image.thumbnailsCurrent).toBe(true);
  });

  test('knows no image that is not there', async () => {
    make();
    const library = open();
    for (const id of [0, -1, 2, 2 ** 31, Number.MAX_SAFE_INTEGER]) expect(await library.image(id)).toBeNull();
  });

  test('that is empty says so kindly', async () => {
    make([]);
    const library = open();
    expect(library.state()).toMatchObject({
      status: 'ready',
      images: 0,
      message: expect.stringContaining('is empty') as string,
    });
    expect(await library.image(1)).toBeNull();
  });

  test('shows a change at once', async () => {
    const made = make();
    const library = open();
    expect((await library.image(1))?.record.rating).toBe(0);
    const before = library.stamp();
    made.change('UPDATE images SET flags = flags | 3');
    expect((await library.image(1))?.record.rating).toBe(3);
    expect(library.stamp()).not.toBe(before);
  });

  test('tells the facts of an image as its record does', async () => {
    const made = make([{ history: [{ operation: 'exposure', module: 6, params: new Uint8Array(24) }], changed: 1e12 }]);
    const library = open();
    const same = async () => {
      const { record: _record, recordJson: _json, ...facts } = (await library.image(1))!;
      expect(await library.facts(1)).toEqual(facts);
      return facts;
    };
    expect(await same()).toMatchObject({ id: 1, changedMs: 1e12 });
    made.change(`UPDATE images SET filename = 'other.jpg', change_timestamp = NULL`);
    expect(await same()).toMatchObject({ filename: 'other.jpg', changedMs: null });
    expect(await library.facts(2)).toBeNull();
  });

  test('shows a renamed tag, which only data.db knows', async () => {
    const made = make([{ tags: ['sea'] }]);
    const library = open();
    expect((await library.image(1))?.record.tags).toEqual(['sea']);
    made.change(`UPDATE data.tags SET name = 'ocean' WHERE name = 'sea'`);
    expect((await library.image(1))?.record.tags).toEqual(['ocean']);
  });

  test('counts new images by itself', async () => {
    const made = make();
    const library = open();
    made.add([{}, {}]);
    await expect.poll(() => (library.state() as { images?: number }).images).toBe(3);
  });

  test('lets the error of a reader through', async () => {
    make();
    const mistake = new Error('mine');
    await expect(
      open().read(() => {
        throw mistake;
      }),
    ).rejects.toBe(mistake);
  });
});

describe('what is no good library has its own message, and no answer', () => {
  const data = () => path.join(folder, 'data.db');
  const spoil = (act: () => void | Promise<void>) => () => {
    make();
    return act();
  };
  const cases: [string, () => void | Promise<void>, string, RegExp][] = [
    ['nothing there', () => undefined, 'missing', /There is no library at .*Start darktable once/],
    ['a parent that is a file', inAFile, 'missing', /There is no library at/],
    ['a folder', () => mkdir(file), 'unreadable', /is not a file\. Choose the library\.db itself/],
    ['an empty file', () => writeFile(file, '').then(() => writeFile(data(), '')), 'not-a-library', /is an empty file/],
    ['random bytes', spoil(() => writeFile(file, randomBytes(100_000))), 'not-a-library', /is not a database/],
    ['another database', spoil(otherDatabase), 'not-a-library', /a database, but not a darktable library/],
    ['a header alone', spoil(() => writeFile(file, 'SQLite format 3\0')), 'not-a-library', /is not a database/],
    ['one cut short', spoil(() => truncateSync(file, 65536)), 'unreadable', /damaged or incomplete/],
    ['an older version', () => void make([{}], 36), 'too-old', /older than 4\.2 \(library version 36; .* 37 to 57\)/],
    [
      'a newer version without what is read',
      () => {
        make([{}], 58);
        const db = new DatabaseSync(file);
        db.exec('ALTER TABLE images RENAME COLUMN flags TO bits');
        db.close();
      },
      'too-new',
      /newer darktable \(library version 58; .*Update Safelight/,
    ],
    ['no data.db', spoil(() => rmSync(data())), 'no-data-db', /data\.db is missing/],
    ['a bad data.db', spoil(() => writeFile(data(), 'hello')), 'unreadable', /data\.db is not a database/],
    ['a folder for data.db', spoil(() => rm(data()).then(() => mkdir(data()))), 'unreadable', /data\.db is not a file/],
  ];
  test.each(cases)('%s', async (_name, prepare, problem, message) => {
    await prepare();
    const library = open();
    const state = library.state() as LibraryState & { status: 'problem' };
    expect(state).toMatchObject({ status: 'problem', file, problem });
    expect(state.message).toMatch(message);
    expect(state.message).toContain(folder);
    await expect(library.image(1)).rejects.toEqual(unavailable);
    await expect(library.read(() => 1)).rejects.toThrow(state.message);
  });

  test('a file that we have no right to read', () => {
    make();
    chmodSync(file, 0o600);
    chmodSync(folder, 0o755);
    asNobody(() => {
      expect(open().state()).toMatchObject({
        problem: 'unreadable',
        message: expect.stringMatching(/permission denied/) as string,
      });
    });
  });
});

function inAFile() {
  const parent = path.join(folder, 'not-a-folder');
  file = path.join(parent, 'library.db');
  return writeFile(parent, '');
}

function otherDatabase() {
  rmSync(file);
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE songs (title TEXT)');
  db.close();
}

/** root may read everything, so tests that run as root must drop their rights for this. */
function asNobody(act: () => void) {
  const isRoot = process.geteuid?.() === 0;
  if (!isRoot) chmodSync(file, 0);
  if (isRoot) process.seteuid!(65534);
  try {
    act();
  } finally {
    if (isRoot) process.seteuid!(0);
  }
}

describe('a library is followed', () => {
  test('that appears', async () => {
    const library = open();
    expect(library.state()).toMatchObject({ problem: 'missing' });
    make();
    expect(library.state()).toMatchObject({ status: 'ready', images: 1 });
    expect((await library.image(1))?.id).toBe(1);
  });

  test('that appears while nobody asks', async () => {
    const library = open();
    const told = news();
    make();
    expect(await told).toEqual({ ready: true, message: `1 image in ${file}.` });
    expect(library.state().status).toBe('ready');
  });

  test('that loses and regains its data.db', async () => {
    const { data } = make();
    const library = open();
    await rename(data, `${data}.away`);
    expect(library.state()).toMatchObject({ problem: 'no-data-db' });
    await expect(library.image(1)).rejects.toEqual(unavailable);
    await rename(`${data}.away`, data);
    expect((await library.image(1))?.id).toBe(1);
    expect(library.state().status).toBe('ready');
  });

  test('that is replaced by another one', async () => {
    make([{ title: 'old' }]);
    const library = open();
    expect((await library.image(1))?.record.title).toBe('old');
    const other = makeLibrary({ folder: path.join(folder, 'other'), schema: 57, images: [{ title: 'new' }, {}] });
    await rename(other.data, path.join(folder, 'data.db'));
    await rename(other.file, file);
    expect((await library.image(1))?.record.title).toBe('new');
    expect(library.state()).toMatchObject({ schemaVersion: 57, images: 2 });
  });

  test('that is overwritten in place by one of another version', async () => {
    make([{ maker: 'old' }]);
    const library = open();
    await library.image(1);
    const other = makeLibrary({ folder: path.join(folder, 'other'), schema: 57, images: [{ maker: 'new' }] });
    await copyFile(other.data, path.join(folder, 'data.db'));
    await copyFile(other.file, file);
    expect((await library.image(1))?.record.maker).toBe('new');
    const tooNew = makeLibrary({ folder: path.join(folder, 'next'), schema: 57, version: 99 });
    await copyFile(tooNew.file, file);
    expect(await library.image(1)).toBeNull();
    expect(library.state()).toMatchObject({ schemaVersion: 99 });
  });

  test('that is deleted and comes back', async () => {
    make();
    const library = open();
    await library.image(1);
    await rename(file, `${file}.away`);
    expect(library.state()).toMatchObject({ problem: 'missing' });
    expect(library.stamp()).toBeNull();
    await expect(library.image(1)).rejects.toEqual(unavailable);
    await rename(`${file}.away`, file);
    expect((await library.image(1))?.id).toBe(1);
  });

  test('that is deleted while nobody asks', async () => {
    make();
    open();
    const told = news();
    rmSync(file);
    expect(await told).toMatchObject({
      ready: false,
      message: expect.stringContaining('There is no library') as string,
    });
  });

  test('that is cut short or overwritten with rubbish while it is open, and mended', async () => {
    make([{}, {}]);
    const library = open();
    await library.image(1);
    const good = readFileSync(file);
    for (const bad of [
      good.subarray(0, 40_000),
      randomBytes(good.length),
      Buffer.alloc(0),
      Buffer.alloc(good.length),
    ]) {
      await writeFile(file, bad);
      await expect(library.image(1)).rejects.toEqual(unavailable);
      expect(library.state().status).toBe('problem');
      await writeFile(file, good);
      await expect.poll(() => library.state().status).toBe('ready');
      expect((await library.image(2))?.id).toBe(2);
    }
  });

  test('and each change of its state is logged and told once', async () => {
    const lines: { level: number; msg: string }[] = [];
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as { level: number; msg: string }) });
    const told: boolean[] = [];
    events.on('library.state', ({ ready }) => told.push(ready));
    const { data } = make();
    const library = open(log);
    rmSync(file);
    for (let look = 0; look < 5; look++) library.state();
    await expect(library.image(1)).rejects.toEqual(unavailable);
    rmSync(data);
    make();
    for (let look = 0; look < 5; look++) library.state();
    await library.image(1);
    expect(lines.map(({ level, msg }) => [level, msg.slice(0, 20)])).toEqual([
      [30, `1 image in ${file}`.slice(0, 20)],
      [40, 'There is no library '],
      [30, `1 image in ${file}`.slice(0, 20)],
    ]);
    expect(told).toEqual([true, false, true]);
  });

  test('until it is closed, and then no file stays open', async () => {
    const made = make();
    const library = open();
    await library.image(1);
    // Has to wait until the library is at rest.
    made.change('UPDATE images SET flags = flags | 3');
    const late = library.image(1);
    library.close();
    await expect(late).rejects.toEqual(unavailable);
    await expect(library.image(1)).rejects.toEqual(unavailable);
    const opened = readdirSync('/proc/self/fd').map((fd) => `/proc/self/fd/${fd}`);
    expect(opened.filter((fd) => existsSync(fd) && readlinkSync(fd).startsWith(folder))).toEqual([]);
  });
});

describe("another program's unfinished change", () => {
  test('that is not on the disk yet leaves the state before it readable', async () => {
    make();
    const library = open();
    const writer = new DatabaseSync(file);
    writer.exec('BEGIN IMMEDIATE; UPDATE images SET flags = flags | 4');
    expect(statSync(`${file}-journal`).size).toBeGreaterThan(0);
    expect((await library.image(1))?.record.rating).toBe(0);
    writer.close();
  });

  test('is waited for as long as it is short, and the state stays ready', async () => {
    const made = make();
    const library = open();
    await library.image(1);
    const journal = `${file}-journal`;
    await writeFile(journal, Buffer.alloc(512, 0xd9));
    let isOver = false;
    setTimeout(() => {
      rmSync(journal);
      made.change('UPDATE images SET flags = flags | 4');
      isOver = true;
    }, 100);
    const images = await Promise.all([library.image(1), library.image(1)]);
    expect(isOver).toBe(true);
    expect(images.map((image) => image?.record.rating)).toEqual([4, 4]);
    expect(library.state().status).toBe('ready');
  });

  test('is neither read over nor rolled back, and named', async () => {
    make();
    const library = open();
    const journal = `${file}-journal`;
    const content = randomBytes(4096);
    content[0] = 0xd9;
    await writeFile(journal, content);
    const before = { bytes: readFileSync(file), mtime: statSync(file).mtimeMs };
    await writeFile(file, before.bytes);
    const mtime = statSync(file).mtimeMs;
    await expect(library.image(1)).rejects.toThrow(/unfinished change by another program .*library\.db-journal/);
    expect(library.state()).toMatchObject({ problem: 'busy' });
    expect(readFileSync(journal).equals(content)).toBe(true);
    expect(readFileSync(file).equals(before.bytes)).toBe(true);
    expect(statSync(file).mtimeMs).toBe(mtime);
    rmSync(journal);
    expect((await library.image(1))?.id).toBe(1);
    await expect.poll(() => library.state().status).toBe('ready');
  });
});

describe('a library that another program switched to write-ahead logging', () => {
  test('is read with what is new in its -wal file, and its stamp moves with every commit', async () => {
    make();
    const writer = new DatabaseSync(file);
    writer.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
    const library = open();
    const stamps = new Set<string | null>();
    for (const stars of [1, 2, 3, 4]) {
      writer.prepare('UPDATE images SET flags = (flags & ~7) | ?').run(stars);
      stamps.add(library.stamp());
      expect((await library.image(1))?.record.rating).toBe(stars);
    }
    expect(stamps.size).toBe(4);
    const together = await Promise.all([1, 1, 1].map((id) => library.image(id)));
    expect(together.map((image) => image?.record.rating)).toEqual([4, 4, 4]);
    expect(existsSync(`${file}-wal`)).toBe(true);
    writer.close();
    expect((await library.image(1))?.record.rating).toBe(4);
  });

  test('is let go after each reading, so that darktable can switch it back', async () => {
    make();
    const writer = new DatabaseSync(file);
    writer.exec('PRAGMA journal_mode = WAL');
    const library = open();
    await library.image(1);
    writer.exec('PRAGMA journal_mode = DELETE');
    expect(writer.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'delete' });
    writer.exec('UPDATE images SET flags = flags | 5');
    writer.close();
    expect((await library.image(1))?.record.rating).toBe(5);
  });
});

test('however a library is damaged, it answers or says that it cannot', async () => {
  make(
    Array.from({ length: 40 }, (_, index) => ({
      title: `image ${index}`,
      tags: ['a', `b|${index % 7}`],
      labels: ['red'] as const,
    })),
  );
  const good = readFileSync(file);
  const data = readFileSync(path.join(folder, 'data.db'));
  const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(100), async (bytes, headerChance) => {
      const bad = Buffer.from(good);
      // Half of the damage goes to the first pages, where the schema is.
      for (const [offset, value] of bytes) bad[headerChance % 2 === 0 ? offset % 65_536 : offset] = value;
      await writeFile(file, bad);
      const library = open();
      const state = library.state();
      const result = await library
        .read((reader) => reader.all(imageRowsSql(reader.schema, imageRange), { first: 0, last: 99 }))
        .catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toEqual(unavailable);
      else expect(Array.isArray(result)).toBe(true);
      if (state.status === 'problem' && state.problem !== 'busy') expect(result).toEqual(unavailable);
      library.close();
      expect(readFileSync(file).equals(bad)).toBe(true);
    }),
    { numRuns: 60 },
  );
  expect(readFileSync(path.join(folder, 'data.db')).equals(data)).toBe(true);
});
