import Database from 'better-sqlite3';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { organisingChild, runOrganisingChild } from '../../testing/run-organising-child.ts';
import { startOrganising } from '../../testing/start-organising.ts';
import { CHANGE_STEPS } from './mark-writer.ts';
import { ORGANISED_WRITE_STEPS } from './mark-transaction.ts';

const images = [
  { id: 1, stars: 1 },
  { id: 2, stars: 2 },
];

/** A library and a data folder, and no Safelight. */
async function nobodyHome() {
  const it = startOrganising({ images });
  await it.close();
  return it;
}

/** What darktable would find, in both files. */
function look(file: string) {
  const database = new Database(file);
  try {
    database.prepare('ATTACH ? AS data').run(join(dirname(file), 'data.db'));
    return {
      sound: ['main', 'data'].map((name) => database.pragma(`${name}.integrity_check`, { simple: true })),
      stars: database.prepare('SELECT flags & 15 FROM images ORDER BY id').pluck().all(),
      tags: database.prepare("SELECT name FROM data.tags WHERE name NOT LIKE 'darktable|%'").pluck().all(),
      tagged: database
        .prepare("SELECT count(*) FROM tagged_images JOIN data.tags ON id = tagid WHERE name NOT LIKE 'darktable|%'")
        .pluck()
        .get(),
      labels: database.prepare('SELECT count(*) FROM color_labels').pluck().get(),
      titles: database.prepare('SELECT value FROM meta_data ORDER BY id').pluck().all(),
    };
  } finally {
    database.close();
  }
}

const journaled = (dataDir: string): unknown[] => {
  const database = new Database(join(dataDir, 'journal.db'), { readonly: true });
  try {
    return database.prepare('SELECT state FROM change ORDER BY id').pluck().all();
  } finally {
    database.close();
  }
};

describe('a Safelight that is killed', () => {
  test.each([...ORGANISED_WRITE_STEPS, ...CHANGE_STEPS])(
    'after "%s" leaves all of a change or nothing, in both files',
    async (point) => {
      const { file, dataDir } = await nobodyHome();
      const before = look(file);
      expect(await runOrganisingChild(file, dataDir, point)).toEqual({ signal: 'SIGKILL', said: '' });

      const next = startOrganising({ file, dataDir });
      await next.organising.settled();
      const isStored = ['committed', 'written', 'settled'].includes(point);
      expect(look(file)).toEqual(
        isStored
          ? {
              sound: ['ok', 'ok'],
              stars: [5, 5],
              tags: ['new|tag'],
              tagged: 2,
              labels: 2,
              titles: ['new|tag', 'new|tag'],
            }
          : before,
      );
      expect(journaled(dataDir)).toEqual(isStored ? ['stored'] : []);

      // Life goes on: an undo where there is something to undo, and a new change.
      if (isStored) await next.organising.undo(1, 'sofa');
      expect(look(file)).toEqual({ ...before, tags: isStored ? ['new|tag'] : [] });
      const again = { imageIds: [1, 2], change: { rating: 3 }, client: 'sofa' };
      expect(await next.organising.change(again)).toMatchObject({ changed: 2 });
    },
  );

  test('at any moment leaves a change whole, and a journal that agrees', { timeout: 120_000 }, async () => {
    const { file, dataDir } = await nobodyHome();
    for (let round = 0; round < 8; round += 1) {
      const running = spawn(process.execPath, [organisingChild, file, dataDir, 'endless'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void running.kill('SIGKILL'));
      await once(running.stdout, 'data');
      await sleep(30 + round * 7);
      running.kill('SIGKILL');
      await once(running, 'close');
      const next = startOrganising({ file, dataDir });
      await next.organising.settled();
      const { sound, stars, titles } = look(file);
      expect([sound, stars[0], titles[0]]).toEqual([['ok', 'ok'], stars[1], titles[1]]);
      const [newest] = next.organising.list({ limit: 1, offset: 0 }).items;
      expect(newest!.fields.find(({ field }) => field === 'title')?.after).toBe(titles[0]);
      expect(journaled(dataDir)).not.toContain('begun');
      await next.close();
    }
  });
});

test('a journal that cannot be written: nothing is changed', async () => {
  const { file, dataDir } = await nobodyHome();
  const before = look(file);
  writeFileSync(join(dataDir, 'journal.db'), 'no database');
  const next = startOrganising({ file, dataDir });
  await expect(next.organising.change({ imageIds: [1], change: { rating: 5 }, client: 'sofa' })).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringContaining('journal') as string,
  });
  expect(look(file)).toEqual(before);
});

test('a library that another program has locked: told in words, and nothing is changed', async () => {
  const it = startOrganising({ images });
  const holder = new Database(it.file);
  holder.exec('BEGIN IMMEDIATE');
  const wanted = { imageIds: [1], change: { rating: 5 }, client: 'sofa' };
  await expect(it.organising.change(wanted)).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringContaining('another program has locked the library') as string,
  });
  holder.exec('ROLLBACK');
  holder.close();
  expect([look(it.file).stars, journaled(it.dataDir)]).toEqual([[1, 2], []]);
});

describe('a tag that darktable renamed at the same moment', () => {
  const started = (images = [{ id: 1, tags: ['old'] }, { id: 2 }]) => {
    let isFirst = true;
    const it = startOrganising({
      images,
      onStep: (step) => {
        if (step !== 'opened' || !isFirst) return;
        isFirst = false;
        it.sql("UPDATE data.tags SET name = 'new' WHERE name = 'old'");
      },
    });
    return it;
  };

  test('is not lost where it was, and an image gets the name that was asked for', async () => {
    const it = started();
    expect(
      await it.organising.change({ imageIds: [2], change: { tags: { add: ['old'] } }, client: 'sofa' }),
    ).toMatchObject({ changed: 1 });
    expect([(await it.image(1))!.tags, (await it.image(2))!.tags]).toEqual([['new'], ['old']]);
  });

  test('is not there to be removed, and that is no change', async () => {
    const it = started();
    const wanted = { imageIds: [1, 2], change: { tags: { remove: ['old'] } }, client: 'sofa' };
    expect(await it.organising.change(wanted)).toMatchObject({ change: null, changed: 0, unchanged: 2, failed: 0 });
    expect((await it.image(1))!.tags).toEqual(['new']);
    expect(it.organising.list({ limit: 1, offset: 0 }).total).toBe(0);
  });
});

describe.runIf(platform() === 'linux')('a full disk', () => {
  /** Files of the child may not grow beyond that; writing on fails as on a full disk. */
  const limited = (bytes: number, args: string[]) =>
    new Promise<string>((resolve, reject) => {
      const command = `trap '' XFSZ; exec prlimit --fsize=${bytes} "$0" "$@"`;
      execFile('bash', ['-c', command, process.execPath, organisingChild, ...args], (error, stdout) =>
        error ? reject(new Error(stdout, { cause: error })) : resolve(stdout.trim()),
      );
    });

  test.each([
    ['the journal of changes', 4_096],
    ['the rollback journals', 30_000],
    ['the copy of the day', 60_000],
  ])('that has no room for %s: told, nothing is changed in either file, and later it goes on', async (_what, bytes) => {
    const { file, dataDir } = await nobodyHome();
    const before = look(file);
    expect(await limited(bytes, [file, dataDir, 'none'])).toMatch(/^db_write_error /);
    const next = startOrganising({ file, dataDir });
    await next.organising.settled();
    expect([look(file), journaled(dataDir)]).toEqual([before, []]);
    expect(await next.organising.change({ imageIds: [1], change: { rating: 4 }, client: 'sofa' })).toMatchObject({
      changed: 1,
    });
  });
});

describe.runIf(platform() === 'linux')('a folder in which nothing can be written', () => {
  /** root writes in read-only folders all the same; `nobody` does not. */
  const asNobody = (args: string[]): [string, string[]] =>
    process.getuid?.() === 0
      ? ['setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, organisingChild, ...args]]
      : [process.execPath, [organisingChild, ...args]];

  test.each([
    ['the library', 0o555, 0o777],
    ['the journal of changes', 0o777, 0o555],
  ])('that of %s: told, and nothing is changed', async (_what, libraryMode, dataMode) => {
    const { file, dataDir, folder } = await nobodyHome();
    const before = look(file);
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir);
    chmodSync(folder, 0o755);
    for (const name of [file, join(dirname(file), 'data.db')]) chmodSync(name, 0o666);
    for (const [name, mode] of [
      [dirname(file), libraryMode],
      [dataDir, dataMode],
    ] as const) {
      chmodSync(name, mode);
      onTestFinished(() => chmodSync(name, 0o755));
    }
    const [program, args] = asNobody([file, dataDir, 'none']);
    const { stdout } = await promisify(execFile)(program, args);
    expect(stdout).toMatch(/^db_write_error .*(cannot be written|does not work)/);
    expect(look(file)).toEqual(before);
    if (dataMode === 0o777) expect(journaled(dataDir)).toEqual([]);
  });
});
