import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { indexOfTest, rate, until } from '../testing/index-of-test.ts';
import { makeLibrary } from '../testing/library-fixture.ts';

/** `expect.stringMatching` with a type. */
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as unknown;

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    // A zombie counts as ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe('the process of the indexer', () => {
  test('killed: another one takes over, and the log says so', async () => {
    const it = await indexOfTest({ images: 20 });
    const pid = it.index.indexerPid!;
    process.kill(pid, 'SIGKILL');
    await until(
      () => it.index.indexerPid,
      (other) => other !== null && other !== pid,
    );
    rate(it, 3, 5);
    await it.index.settled();
    expect(await it.ids({ rating: '5' })).toContain(3);
    expect(it.logged.join()).toMatch(/SIGKILL.*indexer does not run and is restarted/);
  });

  test('killed while somebody waits for it: the wait ends', async () => {
    const it = await indexOfTest({ images: 20 });
    rate(it, 3, 5);
    const settled = it.index.settled();
    process.kill(it.index.indexerPid!, 'SIGKILL');
    await settled;
    expect(await it.ids({ rating: '5' })).toContain(3);
  });

  test('hanging: it is replaced', async () => {
    // Long enough for the next one to start on a busy machine: until it has, its time runs, too.
    const it = await indexOfTest({ images: 20, silenceMs: 8000 });
    const pid = it.index.indexerPid!;
    process.kill(pid, 'SIGSTOP');
    rate(it, 3, 5);
    // Lists keep working meanwhile.
    expect((await it.list()).total).toBe(20);
    await until(
      () => it.index.indexerPid,
      (other) => other !== null && other !== pid,
    );
    await it.index.settled();
    expect(await it.ids({ rating: '5' })).toContain(3);
    expect(isRunning(pid)).toBe(false);
    expect(it.logged.join()).toMatch(/does not respond/);
  });

  test('without its server: it ends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'safelight-index-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { file } = makeLibrary({ folder, images: 20 });
    const program = `
      import { openImageIndex } from ${JSON.stringify(new URL('./image-index.ts', import.meta.url).href)};
      import { openLibrary } from ${JSON.stringify(new URL('../library/library.ts', import.meta.url).href)};
      import { Events } from ${JSON.stringify(new URL('../platform/events.ts', import.meta.url).href)};
      import { silentLog } from ${JSON.stringify(new URL('../platform/log.ts', import.meta.url).href)};
      const log = silentLog(), events = new Events();
      const library = openLibrary({ file: ${JSON.stringify(file)}, isSample: false, log, events });
      const index = openImageIndex({ file: ${JSON.stringify(join(folder, 'index.db'))}, library, log, events });
      await index.settled();
      console.log(index.indexerPid);
      setInterval(() => undefined, 1000);`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const pid = Number(String(line));
    expect(isRunning(pid)).toBe(true);
    server.kill('SIGKILL');
    await until(
      () => isRunning(pid),
      (running) => !running,
    );
  });

  test('killed in the middle of a build: the next start goes on, and the result is whole', async () => {
    const it = await indexOfTest({ images: 45_000, settle: false });
    await once(it.events, 'index.progress');
    process.kill(it.index.indexerPid!, 'SIGKILL');
    await it.stop();
    const done = new DatabaseSync(it.file)
      .prepare('SELECT count(*) AS images, max(complete) AS complete FROM entry, state')
      .get()!;
    expect(done).toMatchObject({ complete: 0 });
    expect(Number(done.images)).toBeGreaterThan(0);
    const again = await indexOfTest({ folder: it.folder });
    expect((await again.list()).total).toBe(45_000);
    const last = (await again.list({ sort_by: 'id', sort_dir: 'desc', limit: '500' })).items;
    for (const item of last.slice(0, 20)) expect(item).toEqual((await again.library.image(item.id))!.record);
    expect((await again.list({ is_raw: 'true' })).total + (await again.list({ is_raw: 'false' })).total).toBe(45_000);
  });
});

describe('index.db', () => {
  test('is read at once by the next start, without waiting for the indexer', async () => {
    const it = await indexOfTest({ images: 30 });
    await it.stop();
    const again = await indexOfTest({ folder: it.folder, settle: false });
    expect(again.index.status()).toMatchObject({ state: 'ready', images: 30 });
    expect((await again.list()).total).toBe(30);
  });

  test('catches up with what happened while Safelight did not run', async () => {
    const it = await indexOfTest({ images: 30 });
    await it.stop();
    rate(it, 3, 5);
    it.fixture.change('DELETE FROM images WHERE id = 4');
    const again = await indexOfTest({ folder: it.folder });
    const { items, total } = await again.list({ sort_by: 'id' });
    expect(total).toBe(29);
    expect(items[2]).toMatchObject({ id: 3, rating: 5 });
  });

  test('deleted while running: it is built anew', async () => {
    const it = await indexOfTest({ images: 30 });
    for (const suffix of ['', '-wal', '-shm']) rmSync(it.file + suffix, { force: true });
    await until(() => existsSync(it.file), Boolean);
    await it.index.settled();
    rate(it, 3, 5);
    await it.index.settled();
    expect((await it.list()).total).toBe(30);
    expect(await it.ids({ rating: '5' })).toContain(3);
    expect(it.logged.join()).toMatch(/is missing.*Building a new index/);
  });

  test.each([
    ['that is no database', (file: string) => writeFileSync(file, 'Not a database at all. '.repeat(1000))],
    ['that was cut short', (file: string) => truncateSync(file, 20_000)],
    ['of another version of Safelight', (file: string) => setVersion(file, 9999)],
    [
      'of an older one, with fewer columns',
      (file: string) =>
        setVersion(file, 1, 'DROP VIEW rendered; DROP INDEX record_history; ALTER TABLE record DROP COLUMN history_ms'),
    ],
    [
      'of one that knew no groups',
      (file: string) => setVersion(file, 3, 'DROP VIEW rendered; ALTER TABLE entry DROP COLUMN group_id'),
    ],
    ['that is empty', (file: string) => writeFileSync(file, '')],
    ['whose making was cut off', leaveHotJournal],
  ])('%s is built anew at the start', async (_, spoil) => {
    const it = await indexOfTest({ images: 200 });
    await it.stop();
    spoil(it.file);
    const again = await indexOfTest({ folder: it.folder });
    // On a busy machine, the first look may come before the new index does.
    await vi.waitFor(
      async () => expect((await again.list({ limit: '500', group: 'leaders' })).items).toHaveLength(200),
      {
        timeout: 30_000,
      },
    );
    expect(again.index.status().state).toBe('ready');
    expect((await again.list({ sort_by: 'id', limit: '1' })).items[0]).toEqual((await again.library.image(1))!.record);
  });

  function setVersion(file: string, version: number, change = '') {
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${version}; ${change}`);
    db.close();
  }

  /** What a crash leaves before the file has a write-ahead log: only a writer can roll it back. */
  function leaveHotJournal(file: string) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    const making = `${file}-making`;
    const db = new DatabaseSync(making);
    db.exec('CREATE TABLE piece (bytes); PRAGMA cache_size = 1; BEGIN; INSERT INTO piece VALUES (zeroblob(100000))');
    for (const suffix of ['', '-journal']) copyFileSync(making + suffix, file + suffix);
    db.close();
  }

  test('overwritten with nonsense while running: it is built anew, and the log says so', async () => {
    const it = await indexOfTest({ images: 20_000 });
    // When nobody has the file open, the write-ahead log is folded into it and removed.
    await it.stop();
    const again = await indexOfTest({ folder: it.folder });
    const handle = await open(again.file, 'r+');
    const { size } = await handle.stat();
    const nonsense = Buffer.alloc(4096, 'nonsense');
    for (let at = 4096; at < size; at += 4096) await handle.write(nonsense, 0, 4096, at);
    await handle.close();
    rate(it, 3, 5);
    // The reader keeps columns in memory, so it may only notice at a page that it has not read yet.
    await until(
      async () => {
        await again.list({ sort_by: 'filename', limit: '500', offset: String(Math.floor(Math.random() * 19_000)) });
        return again.logged.join();
      },
      (log) => typeof log === 'string' && log.includes('Building a new index'),
    );
    await until(
      () => again.ids({ rating: '5', limit: '500', sort_by: 'id' }),
      (ids) => Array.isArray(ids) && ids.includes(3),
    );
    const { items, total } = await again.list({ sort_by: 'id', limit: '5' });
    expect(total).toBe(20_000);
    for (const item of items) expect(item).toEqual((await again.library.image(item.id))!.record);
  });

  test.each([
    ['in a folder that cannot be made', '/sys/safelight/index.db'],
    ['below a file', '/etc/hostname/index.db'],
  ])('%s: the message says what to do, the server stays up, and nothing spins', async (_, file) => {
    const it = await indexOfTest({ images: 5, file });
    expect(it.index.status()).toMatchObject({ state: 'unavailable', images: 0 });
    expect(it.index.status().message).toMatch(/cannot be written.*data/);
    await expect(it.list()).rejects.toMatchObject({
      code: 'index_building',
      message: matching(/cannot be written/),
    });
    const pid = it.index.indexerPid;
    await sleep(1500);
    expect(it.index.indexerPid).toBe(pid);
    expect(it.logged.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
  });

  test('on a disk that gets full: lists keep the last state, the message says so, and room mends it', async () => {
    const it = await indexOfTest({ images: 100 });
    const pid = String(it.index.indexerPid);
    // No file of this process may grow any more, as on a full disk.
    execFileSync('prlimit', ['--pid', pid, '--fsize=1000:']);
    it.fixture.add(
      Array.from({ length: 400 }, (_, number) => ({ id: 1000 + number, description: 'long '.repeat(500) })),
    );
    await until(
      () => it.index.status().state,
      (state) => state === 'unavailable',
    );
    expect(it.index.status().message).toMatch(/index.*cannot be written.*full/);
    expect((await it.list()).total).toBe(100);
    execFileSync('prlimit', ['--pid', pid, '--fsize=unlimited:']);
    await until(
      () => it.index.status().state,
      (state) => state === 'ready',
    );
    expect((await it.list()).total).toBe(500);
    expect(String(it.index.indexerPid)).toBe(pid);
  });
});

describe('during the very first build', () => {
  test('a list says how far it is and when to ask again', async () => {
    const it = await indexOfTest({ images: 60_000, settle: false, buildWaitMs: 250 });
    await once(it.events, 'index.progress');
    const answer = await it.list().catch((error: unknown) => error);
    expect(answer).toBeInstanceOf(AppError);
    expect(answer).toMatchObject({
      code: 'index_building',
      retryAfterSeconds: 1,
      message: matching(/\(\d0000 of 60000 images\)/),
    });
    expect(it.index.status()).toMatchObject({ state: 'building', progress: { total: 60_000 } });
    await it.index.settled();
    expect((await it.list()).total).toBe(60_000);
    expect(it.index.status()).toMatchObject({ state: 'ready', images: 60_000, progress: null });
  });

  test('an empty library is ready at once', async () => {
    const it = await indexOfTest();
    expect(it.index.status()).toMatchObject({ state: 'ready', images: 0 });
    expect(await it.list()).toMatchObject({ items: [], total: 0 });
    it.fixture.add([{ id: 1 }]);
    await it.index.settled();
    expect((await it.list()).total).toBe(1);
  });
});
