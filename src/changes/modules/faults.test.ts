import Database from 'better-sqlite3';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { POINTS } from '../../testing/edit-child.ts';
import { makeLibrary } from '../../testing/library-fixture.ts';
import { standInDarktable } from '../../testing/stand-in-darktable.ts';
import { exposed, journalStates, look, paramsIn, startEdits, type EditsOfTest } from '../../testing/start-edits.ts';

const child = join(import.meta.dirname, '..', '..', 'testing', 'edit-child.ts');
const exposure = { imageId: 1, operation: 'exposure', client: 'tests' };

/** A made library and the data folder of a Safelight, which is not running. */
function nobodyHome(images = [exposed()]) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  return { folder, dataDir, file: makeLibrary({ folder: join(folder, 'config'), images }).file };
}

async function runChild(...args: string[]): Promise<{ signal: NodeJS.Signals | null; said: string }> {
  const running = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void running.kill('SIGKILL'));
  let said = '';
  running.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [, signal] = (await once(running, 'close')) as [number | null, NodeJS.Signals | null];
  return { signal, said: said.trim() };
}

const failure = (promise: Promise<unknown>): Promise<{ code: string; message: string }> =>
  promise.then(
    () => ({ code: 'fine', message: '' }),
    (error: unknown) => error as { code: string; message: string },
  );

const backups = (file: string) =>
  readdirSync(dirname(file)).filter((name) => /^library\.db-safelight-\d{4}-\d{2}-\d{2}$/.test(name));

describe('a Safelight that is killed', () => {
  /** From here on the edit is in the library. */
  const firstStored = POINTS.indexOf('committed');

  test.each(POINTS.map((point, at) => [point, at >= firstStored] as const))(
    'after "%s" leaves a whole row, and the next one finds out which',
    async (point, isStored) => {
      const { file, dataDir } = nobodyHome();
      const before = look(file);
      expect(await runChild(file, dataDir, point)).toEqual({ signal: 'SIGKILL', said: '' });

      const next = startEdits({ file, dataDir });
      await next.settled();
      const after = look(file);
      expect(after.integrity).toBe('ok');
      expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: isStored ? 1 : 0.5 });
      if (!isStored) expect(after).toEqual(before);
      expect(journalStates(dataDir)).toEqual(isStored ? ['stored'] : []);
      const wasNoted = point === 'noted' || point === 'set aside';
      expect(next.setAside).toEqual(isStored && !wasNoted ? [1] : []);
      expect(next.askedFor).toEqual(isStored && !wasNoted ? [1] : []);
      if (point !== 'journaled') expect(backups(file)).toHaveLength(1);

      // Life goes on: an undo where there is something to undo, and a new edit.
      expect((await failure(next.edits.undo(exposure))).code).toBe(isStored ? 'fine' : 'conflict');
      expect(look(file).history).toEqual(before.history);
      await next.edits.apply(exposure, { params: { exposure: 2 } });
      expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 2 });
    },
  );

  test('at any moment leaves the old row or the new one, and a journal that agrees', { timeout: 120_000 }, async () => {
    const { file, dataDir } = nobodyHome();
    for (let round = 0; round < 12; round += 1) {
      const running = spawn(process.execPath, [child, file, dataDir, 'endless'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void running.kill('SIGKILL'));
      await once(running.stdout, 'data');
      await sleep(30 + round * 7);
      running.kill('SIGKILL');
      await once(running, 'close');
      const next = startEdits({ file, dataDir });
      await next.settled();
      expect(look(file).integrity).toBe('ok');
      const [newest] = next.edits.list(1, { limit: 1, offset: 0 }).items;
      expect(look(file).history[0]!.op_params).toEqual(newest!.after.params);
      expect(journalStates(dataDir)).not.toContain('begun');
      await next.close();
    }
  });

  /** In the middle of writing the pages of a commit: the file is torn, and the rollback journal knows how to mend it. */
  function tearLibrary(file: string): void {
    const code = `
      const { DatabaseSync } = require('node:sqlite');
      const db = new DatabaseSync(${JSON.stringify(file)});
      db.exec('PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE');
      db.exec("UPDATE images SET filename = filename || 'torn'; UPDATE history SET op_params = zeroblob(24)");
      db.exec('CREATE TABLE filler AS SELECT randomblob(9000) AS x FROM images, images AS y LIMIT 2000');
      process.kill(process.pid, 'SIGKILL');`;
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    expect(spawnSync(process.execPath, ['-e', code]).signal).toBe('SIGKILL');
    expect(statSync(`${file}-journal`).size).toBeGreaterThan(0);
  }

  test('in the middle of a commit: the next one rolls it back', async () => {
    const { file, dataDir } = nobodyHome(Array.from({ length: 60 }, (_, at) => exposed(0.5, { id: at + 1 })));
    const before = look(file);
    await runChild(file, dataDir, 'journaled');
    tearLibrary(file);
    const next = startEdits({ file, dataDir });
    await next.settled();
    expect(existsSync(`${file}-journal`)).toBe(false);
    expect(look(file)).toEqual(before);
    expect(journalStates(dataDir)).toEqual([]);
    await next.edits.apply(exposure, { enabled: false });
  });

  test('in the middle of a commit: while a darktable runs nobody touches that, until it is closed', async () => {
    const { file, dataDir, folder } = nobodyHome(Array.from({ length: 60 }, (_, at) => exposed(0.5, { id: at + 1 })));
    const before = look(file);
    await runChild(file, dataDir, 'journaled');
    tearLibrary(file);
    const torn = statSync(file).mtimeMs;
    const darktable = await standInDarktable(folder, file);
    const next = startEdits({ file, dataDir });
    await next.settled();
    expect(statSync(file).mtimeMs).toBe(torn);
    expect(journalStates(dataDir)).toEqual(['begun']);
    await darktable.end();
    // Nobody asks for anything: it is looked at again by itself.
    await vi.waitUntil(() => next.library.state().status === 'ready' && !existsSync(`${file}-journal`));
    await next.edits.apply(exposure, { enabled: false });
    expect(look(file).images.map(({ filename }) => filename)).toEqual(before.images.map(({ filename }) => filename));
    expect(journalStates(dataDir)).toEqual(['stored']);
  });
});

describe('while darktable runs', () => {
  const refused = async ({ edits, file, dataDir }: EditsOfTest) => {
    const before = look(file);
    const error = await failure(edits.apply(exposure, { params: { exposure: 1 } }));
    expect(error.code).toBe('db_write_error');
    expect(look(file)).toEqual(before);
    expect(journalStates(dataDir)).toEqual([]);
    expect(backups(file)).toEqual([]);
    return error.message;
  };

  test('an edit is refused with what to do, and nothing is written', async () => {
    const started = startEdits();
    const darktable = await standInDarktable(started.folder, started.file);
    expect(await refused(started)).toMatch(
      /darktable \(process \d+\) has this library open.*Close darktable, or install/,
    );
    await darktable.end();
    await started.edits.apply(exposure, { params: { exposure: 1 } });
  });

  test('also one that was given the library by another name', async () => {
    const real = nobodyHome();
    const link = join(real.folder, 'library.db');
    symlinkSync(real.file, link);
    symlinkSync(join(dirname(real.file), 'data.db'), join(real.folder, 'data.db'));
    await standInDarktable(real.folder, real.file);
    const { edits } = startEdits({ file: link });
    expect((await failure(edits.apply(exposure, { enabled: false }))).message).toMatch(/has this library open/);
  });

  test.runIf(platform() === 'linux')(
    'also one in a sandbox, whose lock holds a pid that means nothing here',
    async () => {
      const started = startEdits();
      const program = join(started.folder, 'darktable');
      copyFileSync('/bin/sleep', program);
      const { openSync, closeSync } = process.getBuiltinModule('node:fs');
      const descriptor = openSync(started.file, 'r');
      const running = spawn(program, ['600'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] });
      onTestFinished(() => void running.kill('SIGKILL'));
      await once(running, 'spawn');
      closeSync(descriptor);
      writeFileSync(`${started.file}.lock`, '2\0');
      expect(await refused(started)).toContain(`process ${running.pid}`);
    },
  );

  test('a lock that a crash left behind is no hindrance, and neither is another program with that pid', async () => {
    const { edits, file } = startEdits();
    writeFileSync(`${file}.lock`, '4194303\0');
    await edits.apply(exposure, { params: { exposure: 1 } });
    writeFileSync(`${file}.lock`, `${process.pid}\0`);
    await edits.apply(exposure, { params: { exposure: 2 } });
    writeFileSync(`${file}.lock`, 'nonsense');
    await edits.apply(exposure, { params: { exposure: 3 } });
  });

  test('one that starts at the last moment is noticed inside the transaction', async () => {
    let darktable: Promise<unknown> | null = null;
    const started = startEdits({
      onStep: (step) => {
        if (step !== 'begun' || darktable) return;
        const program = join(started.folder, 'darktable');
        copyFileSync('/bin/sleep', program);
        const running = spawn(program, ['600'], { stdio: 'ignore' });
        onTestFinished(() => void running.kill('SIGKILL'));
        darktable = once(running, 'spawn');
        // The name is there once the program is loaded; nothing may be awaited here.
        const { readFileSync } = process.getBuiltinModule('node:fs');
        while (!readFileSync(`/proc/${running.pid}/comm`, 'utf8').includes('darktable'));
        writeFileSync(`${started.file}.lock`, `${running.pid}\0`);
      },
    });
    const before = look(started.file);
    const error = await failure(started.edits.apply(exposure, { params: { exposure: 1 } }));
    expect(error).toMatchObject({ code: 'db_write_error' });
    expect(error.message).toMatch(/has this library open/);
    expect(look(started.file)).toEqual(before);
    expect(journalStates(started.dataDir)).toEqual([]);
  });
});

describe('another program', () => {
  test.each([
    ['that writes', 'BEGIN IMMEDIATE'],
    ['that commits', 'BEGIN EXCLUSIVE'],
  ])('%s for too long makes an edit fail, and nothing is written', async (_what, begin) => {
    const { edits, file, dataDir } = startEdits();
    await edits.apply(exposure, { params: { exposure: 1 } });
    const other = new Database(file);
    onTestFinished(() => void other.close());
    other.exec(begin);
    const error = await failure(edits.apply(exposure, { params: { exposure: 2 } }));
    expect(['db_write_error', 'db_error']).toContain(error.code);
    other.exec('ROLLBACK');
    expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 1 });
    await edits.apply(exposure, { params: { exposure: 2 } });
    expect(journalStates(dataDir)).toEqual(['stored', 'stored']);
  });

  test('that only reads for a while is waited for', async () => {
    const { edits, file } = startEdits();
    const code = `
      const { DatabaseSync } = require('node:sqlite');
      const db = new DatabaseSync(${JSON.stringify(file)});
      db.exec('BEGIN'); db.prepare('SELECT count(*) FROM images').get(); console.log('reading');
      setTimeout(() => process.exit(), 400);`;
    const reader = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void reader.kill('SIGKILL'));
    await once(reader.stdout, 'data');
    await edits.apply(exposure, { params: { exposure: 1 } });
    expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 1 });
  });

  test('that changed the module at the last moment is not overwritten: the edit is made from what is there now', async () => {
    let isFirst = true;
    const { edits, file } = startEdits({
      onStep: (step) => {
        if (step !== 'opened' || !isFirst) return;
        isFirst = false;
        const other = new Database(file);
        other.exec('UPDATE history SET enabled = 0');
        other.close();
      },
    });
    const row = await edits.apply(exposure, { params: { exposure: 1 } });
    expect(row.enabled).toBe(false);
    expect(look(file).history[0]).toMatchObject({ enabled: 0 });
    expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 1 });
  });

  test('that always comes first wins in the end', async () => {
    const { edits, file, dataDir } = startEdits({
      onStep: (step) => {
        if (step !== 'opened') return;
        const other = new Database(file);
        other.exec('UPDATE history SET enabled = 1 - enabled');
        other.close();
      },
    });
    expect(await failure(edits.apply(exposure, { params: { exposure: 1 } }))).toMatchObject({ code: 'db_write_error' });
    expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 0.5 });
    expect(journalStates(dataDir)).toEqual([]);
  });

  test(
    'of several Safelights that edit one library at once each stores its edit, or says that another one came after it',
    { timeout: 60_000 },
    async () => {
      const { file, folder } = nobodyHome();
      const dirs = ['one', 'two', 'three'].map((name) => join(folder, name));
      for (const dir of dirs) mkdirSync(dir);
      const ends = await Promise.all(dirs.map((dir, at) => runChild(file, dir, 'none', String(at + 1))));
      for (const { said } of ends) expect(said).toMatch(/^stored$|^db_write_error The edit was written, but/);
      expect(ends.map(({ said }) => said)).toContain('stored');
      expect(look(file).integrity).toBe('ok');
      expect([1, 2, 3]).toContain(paramsIn(file, 1, 'exposure').exposure);
    },
  );
});

/** root writes read-only files all the same; as `nobody` it does not. */
const asNobody = (args: string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, child, ...args]]
    : [process.execPath, [child, ...args]];

describe.runIf(platform() === 'linux')('a library that cannot be written', () => {
  const edit = async (file: string, dataDir: string) => {
    const [program, args] = asNobody([file, dataDir, 'none']);
    return new Promise<string>((resolve, reject) => {
      execFile(program, args, (error, stdout) =>
        error ? reject(new Error(stdout, { cause: error })) : resolve(stdout.trim()),
      );
    });
  };

  test.each([
    ['file', 0o777, 0o444],
    ['folder', 0o555, 0o666],
    ['folder with its file', 0o555, 0o444],
  ])('because the %s is read-only: the edit fails with that, and nothing is changed', async (_what, folder, mode) => {
    const { file, dataDir, ...home } = nobodyHome();
    const before = look(file);
    chmodSync(home.folder, 0o755);
    chmodSync(dataDir, 0o777);
    chmodSync(join(dirname(file), 'data.db'), 0o444);
    chmodSync(file, mode);
    chmodSync(dirname(file), folder);
    onTestFinished(() => chmodSync(dirname(file), 0o755));
    expect(await edit(file, dataDir)).toMatch(/^db_write_error The change was not stored: .*cannot be written/);
    expect(look(file)).toEqual(before);
    expect(journalStates(dataDir)).toEqual([]);
    expect(readdirSync(dirname(file)).filter((name) => name.includes('.tmp'))).toEqual([]);
  });
});

describe.runIf(platform() === 'linux')('a full disk', () => {
  /** Files of the child may not grow beyond that; writing on fails as on a full disk. */
  const limited = (bytes: number, args: string[]) =>
    new Promise<string>((resolve, reject) => {
      const command = `trap '' XFSZ; exec prlimit --fsize=${bytes} "$0" "$@"`;
      execFile('bash', ['-c', command, process.execPath, child, ...args], (error, stdout) =>
        error ? reject(new Error(stdout, { cause: error })) : resolve(stdout.trim()),
      );
    });

  test('without room for the backup: no edit', async () => {
    const { file, dataDir } = nobodyHome();
    const before = look(file);
    const said = await limited(statSync(file).size - 4096, [file, dataDir, 'none']);
    expect(said).toMatch(/^db_write_error The change was not stored: /);
    expect(look(file)).toEqual(before);
    expect(backups(file)).toEqual([]);
    expect(readdirSync(dirname(file)).filter((name) => name.includes('.tmp'))).toEqual([]);
    expect(journalStates(dataDir)).toEqual([]);
  });

  test.each([
    ['rollback journal', 100_000],
    ['library', 400_000],
  ])('in the middle of writing the %s: the old row, and the journal agrees', async (_what, bytes) => {
    const { file, dataDir } = nobodyHome();
    await runChild(file, dataDir, 'none', '1');
    const before = look(file);
    const said = await limited(bytes, [file, dataDir, 'none', '2']);
    expect(said).toMatch(
      /^db_write_error (The change was not stored|Safelight cannot tell whether the edit was stored): /,
    );
    const after = startEdits({ file, dataDir });
    await after.settled();
    expect(look(file)).toEqual(before);
    expect(journalStates(dataDir)).toEqual(['stored']);
    await after.edits.apply(exposure, { params: { exposure: 2 } });
  });
});

describe('the journal of edits', () => {
  test.each([
    ['is damaged', (file: string) => writeFileSync(file, 'no database at all, '.repeat(400))],
    ['is a folder', (file: string) => mkdirSync(file)],
    [
      'was written by a newer Safelight',
      (file: string) => {
        const database = new Database(file);
        database.pragma('user_version = 99');
        database.close();
      },
    ],
  ])('that %s: pictures go on, an edit fails, and nothing is written', async (_what, spoil) => {
    const { file, dataDir } = nobodyHome();
    spoil(join(dataDir, 'journal.db'));
    const { edits } = startEdits({ file, dataDir });
    const before = look(file);
    expect(await edits.history(1)).toHaveLength(1);
    const error = await failure(edits.apply(exposure, { params: { exposure: 1 } }));
    expect(error.code).toBe('db_write_error');
    expect(error.message).toContain(join(dataDir, 'journal.db'));
    expect(look(file)).toEqual(before);
    expect(backups(file)).toEqual([]);
    expect(() => edits.list(1, { limit: 1, offset: 0 })).toThrow(expect.objectContaining({ code: 'db_error' }));

    // Mended while Safelight runs.
    rmSync(join(dataDir, 'journal.db'), { recursive: true });
    await edits.apply(exposure, { params: { exposure: 1 } });
    expect(journalStates(dataDir)).toEqual(['stored']);
  });

  test('that fails after the library was written: the edit is stored, and noted as soon as that is possible', async () => {
    const { edits, file, dataDir } = startEdits({
      onStep: (step) => {
        if (step !== 'committed' || isSpoilt) return;
        isSpoilt = true;
        blocker = new Database(join(dataDir, 'journal.db'));
        blocker.exec('BEGIN IMMEDIATE');
      },
    });
    let isSpoilt = false;
    let blocker: Database.Database | null = null;
    onTestFinished(() => void blocker?.close());
    await edits.apply(exposure, { params: { exposure: 1 } });
    expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 1 });
    expect(journalStates(dataDir)).toEqual(['begun']);
    blocker!.exec('ROLLBACK');
    await edits.undo(exposure);
    expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 0.5 });
    expect(journalStates(dataDir)).toEqual(['stored', 'stored']);
  });
});

test('a library that is replaced while an edit is on its way is not written by mistake', async () => {
  const other = nobodyHome([exposed(0.25)]);
  let isFirst = true;
  const { edits, file } = startEdits({
    onStep: (step) => {
      if (step !== 'opened' || !isFirst) return;
      isFirst = false;
      linkSync(file, `${file}.old`);
      renameSync(other.file, file);
    },
  });
  const error = await failure(edits.apply(exposure, { params: { exposure: 1 } }));
  expect(error.code).toBe('db_write_error');
  expect(paramsIn(file, 1, 'exposure')).toMatchObject({ exposure: 0.25 });
});
