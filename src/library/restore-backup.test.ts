import Database from 'better-sqlite3';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { makeLibrary, type FixtureOptions } from '../testing/library-fixture.ts';
import { standInDarktable } from '../testing/stand-in-darktable.ts';
import { backupOfToday } from './backup.ts';
import { backupNamed, backupsOf } from './backups.ts';
import { LibraryFiles } from './lock-free.ts';
import { RESTORE_STEPS, restoreBackup, settleRestore, type Restore } from './restore-backup.ts';

/** A file that cannot be renamed, as one that another program holds, and the beginning of names for which the disk is full. */
const trouble = { held: '', full: '' };
const cause = (kind: keyof typeof trouble, path: string) => {
  trouble[kind] = path;
  onTestFinished(() => void (trouble[kind] = ''));
};
const failing = (code: string) => Object.assign(new Error(code), { code });
vi.mock(import('node:fs'), async (original) => {
  const fs = await original();
  const renameSync: typeof fs.renameSync = (from, to) => {
    if (from === trouble.held || to === trouble.held) throw failing('EBUSY');
    fs.renameSync(from, to);
  };
  return { ...fs, renameSync };
});
vi.mock(import('node:fs/promises'), async (original) => {
  const fs = await original();
  const copyFile: typeof fs.copyFile = (from, to, mode) =>
    trouble.full !== '' && String(to).startsWith(trouble.full)
      ? Promise.reject(failing('ENOSPC'))
      : fs.copyFile(from, to, mode);
  return { ...fs, copyFile };
});

const DAY = new Date(2026, 10, 21, 9);
const child = join(import.meta.dirname, '..', 'testing', 'restore-child.ts');

/** A library with a backup, and what was done since: image 1 has another tag, image 4 is new. */
async function stage(options: Partial<FixtureOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const images = [{ tags: ['harbour'] }, {}, {}];
  const library = makeLibrary({ folder: join(folder, 'darktable'), images, ...options });
  const { file, data, change, add } = library;
  const back = async (day = DAY) => {
    const files = new LibraryFiles(file, data);
    await backupOfToday(files, day).finally(() => files.close());
  };
  await back();
  // The tag gets another number, as when somebody deletes it and makes it again.
  change("UPDATE data.tags SET id = 700, name = 'ships' WHERE name = 'harbour'");
  change('UPDATE main.tagged_images SET tagid = 700 WHERE imgid = 1 AND tagid NOT IN (SELECT id FROM data.tags)');
  add([{ stars: 5 }]);
  const restore = async (name = '2026-11-21', { onReady, ...more }: Partial<Restore> & { onReady?: () => void } = {}) =>
    restoreBackup({
      ...more,
      file,
      backup: (await backupNamed(file, name))!,
      now: new Date(2026, 10, 22, 14, 5, 33),
      around: (_kept, replaceLibrary) => {
        onReady?.();
        replaceLibrary();
      },
    });
  return { folder, file, data, change, add, back, restore };
}

/** What the pair says: the names of image 1's tags, and how many images there are. */
function look(file: string, data = join(file, '..', 'data.db')) {
  const database = new Database(file, { readonly: true });
  try {
    database.prepare('ATTACH ? AS data').run(data);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    const tags = database.prepare(
      `SELECT coalesce(tags.name, 'number ' || tagid) FROM main.tagged_images LEFT JOIN data.tags ON tags.id = tagid
       WHERE imgid = 1 AND coalesce(tags.name, '') NOT LIKE 'darktable|%'`,
    );
    const images = database.prepare('SELECT count(*) FROM images').pluck().get();
    return `${tags.pluck().all().join(', ')}; ${images as number}`;
  } finally {
    database.close();
  }
}

const BEFORE = 'harbour; 3';
const AFTER = 'ships; 4';
const traces = (file: string) =>
  readdirSync(join(file, '..')).filter((name) => /restoring|\.lock$|-draft-|-journal$/.test(name));

test('library.db and data.db come back together, and what was there is kept and can be restored as well', async () => {
  const { file, restore } = await stage();
  expect(look(file)).toBe(AFTER);
  const kept = await restore();
  expect(look(file)).toBe(BEFORE);
  expect(kept).toBe(`${file}-safelight-2026-11-22-140533`);
  expect((await backupsOf(file)).map(({ name, kind }) => [name, kind])).toEqual([
    ['2026-11-22-140533', 'before-restore'],
    ['2026-11-21', 'daily'],
  ]);
  expect(traces(file)).toEqual([]);
  await restore('2026-11-22-140533');
  expect(look(file)).toBe(AFTER);
});

test.each(RESTORE_STEPS)('a crash after "%s" leaves one whole pair, and the next start settles it', async (step) => {
  const { file } = await stage();
  expect(spawnSync(process.execPath, [child, file, '2026-11-21', step], { stdio: 'inherit' }).signal).toBe('SIGKILL');
  const isHalf = step === 'library' || step === 'around';
  // Until then darktable must not open halves of two pairs.
  if (isHalf) expect(readFileSync(`${file}.lock`, 'latin1')).toMatch(/^1\0/);
  const settled = settleRestore(file);
  expect(look(file)).toBe(isHalf || step === 'data' || step === 'done' ? BEFORE : AFTER);
  expect(traces(file)).toEqual([]);
  const backup = (await backupNamed(file, '2026-11-21'))!;
  if (isHalf) expect(settled).toEqual({ is: 'finished', backupMs: Math.round(backup.modifiedMs) });
  else expect(settled.is).toBe(step === 'drafted' || step === 'locked' ? 'dropped' : 'nothing');
  const kept = (await backupsOf(file)).find(({ kind }) => kind === 'before-restore')!;
  expect(look(kept.library)).toBe(AFTER);
  expect(settleRestore(file)).toEqual({ is: 'nothing' });
});

test('a half restore is ended even when another program has got the number of the process that died', async () => {
  const { file } = await stage();
  const { pid } = spawnSync(process.execPath, [child, file, '2026-11-21', 'library']);
  const draft = readdirSync(join(file, '..')).find((name) => name.startsWith('data.db.safelight-restoring'))!;
  const at = join(file, '..', draft);
  renameSync(at, at.replace(`-${pid}-`, `-${process.ppid}-`));
  expect(settleRestore(file).is).toBe('finished');
  expect(look(file)).toBe(BEFORE);
});

test.each(['library.db', 'data.db'])('a crash while %s is tried to be moved leaves it where it was', async (name) => {
  const { file } = await stage();
  spawnSync(process.execPath, [child, file, '2026-11-21', 'locked']);
  const folder = join(file, '..');
  const draft = readdirSync(folder).find((one) => one.startsWith(`${name}.safelight-restoring`))!;
  renameSync(join(folder, name), join(folder, `${draft}-moved`));
  // Found behind links as well.
  const links = mkdtempSync(join(tmpdir(), 'safelight-links-'));
  onTestFinished(() => rmSync(links, { recursive: true, force: true }));
  for (const one of ['library.db', 'data.db']) symlinkSync(join(folder, one), join(links, one));
  expect(settleRestore(join(links, 'library.db')).is).toBe('dropped');
  expect(look(file)).toBe(AFTER);
  expect(traces(file)).toEqual([]);
});

describe('nothing is changed', () => {
  const unchanged = async (act: Promise<unknown>, file: string, words: RegExp) => {
    await expect(act).rejects.toMatchObject({ code: 'conflict', message: expect.stringMatching(words) as string });
    expect(look(file)).toBe(AFTER);
    expect((await backupsOf(file)).map(({ name }) => name)).not.toContain('2026-11-22-140533');
    expect(traces(file).filter((name) => !name.endsWith('.lock'))).toEqual([]);
  };

  test('while darktable has the library open', async () => {
    const { folder, file, restore } = await stage();
    const darktable = await standInDarktable(folder, file);
    await unchanged(restore(), file, /darktable \(process \d+\) has this library open.*Close darktable/);
    await darktable.end();
    await restore();
    expect(look(file)).toBe(BEFORE);
  });

  test.each(['library.db', 'data.db'])('when the %s of the backup is damaged', async (name) => {
    const { file, restore } = await stage();
    const copy = join(`${file}-safelight-2026-11-21`, name);
    const content = readFileSync(copy);
    writeFileSync(copy, content.fill(0x5a, 4096));
    await unchanged(restore(), file, /is damaged/);
    writeFileSync(copy, 'no database at all');
    await unchanged(restore(), file, /is damaged/);
  });

  test('while another program writes to it', async () => {
    const { file, restore } = await stage();
    const other = new Database(file);
    other.exec('BEGIN EXCLUSIVE');
    await expect(restore()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/Close it/) as string,
    });
    other.close();
    await unchanged(Promise.reject(new AppError('conflict', 'as before')), file, /as before/);
  });

  test.each(['library.db', 'data.db'])('when %s cannot be replaced', async (name) => {
    const { file, restore } = await stage();
    cause('held', join(file, '..', name));
    const onReady = vi.fn();
    await expect(restore('2026-11-21', { onReady })).rejects.toThrow('EBUSY');
    // Nobody is told of a restore that does not happen.
    expect(onReady).not.toHaveBeenCalled();
    expect(look(file)).toBe(AFTER);
    expect(traces(file)).toEqual([]);
    expect((await backupsOf(file)).length).toBe(1);
  });

  test('when the disk is full before both drafts are there', async () => {
    const { file, data, restore } = await stage();
    cause('full', `${data}.safelight-restoring`);
    await expect(restore()).rejects.toThrow('ENOSPC');
    expect(look(file)).toBe(AFTER);
    expect(traces(file)).toEqual([]);
    expect((await backupsOf(file)).length).toBe(1);
  });

  test('when the library is a link to a disk that is away', async () => {
    const { folder, file, restore } = await stage();
    const [real, away] = [join(folder, 'disk'), join(folder, 'away')];
    mkdirSync(real);
    renameSync(file, join(real, 'library.db'));
    symlinkSync(join(real, 'library.db'), file);
    renameSync(real, away);
    await expect(restore()).rejects.toMatchObject({ code: 'conflict' });
    renameSync(away, real);
    expect(look(file)).toBe(AFTER);
  });

  test('when whoever is told of it refuses', async () => {
    const { file, restore } = await stage();
    const onReady = () => {
      throw new Error('not now');
    };
    await expect(restore('2026-11-21', { onReady })).rejects.toThrow('not now');
    expect(look(file)).toBe(AFTER);
    expect(traces(file)).toEqual([]);
  });
});

test('a lost or damaged library can be restored, and what is left of it is kept as it is', async () => {
  const { file, data, restore } = await stage();
  writeFileSync(file, Buffer.alloc(8192, 'x'));
  const kept = await restore();
  expect(look(file)).toBe(BEFORE);
  expect(readFileSync(join(kept!, 'library.db'), 'latin1')).toMatch(/^x+$/);
  rmSync(file);
  rmSync(data);
  expect(await restore()).toBeNull();
  expect(look(file)).toBe(BEFORE);
});

test('library.db alone, as an earlier Safelight copied it, leaves data.db as it is', async () => {
  const { file, data, restore } = await stage();
  const pair = `${file}-safelight-2026-11-21`;
  renameSync(join(pair, 'library.db'), `${file}-safelight-20261121`);
  const before = readFileSync(data);
  await restore('20261121');
  expect(look(file)).toMatch(/; 3$/);
  expect(readFileSync(data).equals(before)).toBe(true);
});

test('a link to a library stays one', async () => {
  const { folder, file, data } = await stage();
  mkdirSync(join(folder, 'links'));
  const link = join(folder, 'links', 'library.db');
  symlinkSync(file, link);
  symlinkSync(data, join(folder, 'links', 'data.db'));
  const backup = { ...(await backupNamed(file, '2026-11-21'))! };
  await restoreBackup({ file: link, backup, around: (_kept, replaceLibrary) => replaceLibrary() });
  expect(realpathSync(link)).toBe(realpathSync(file));
  expect(look(file)).toBe(BEFORE);
  expect(existsSync(join(folder, 'links', 'library.db.lock'))).toBe(false);
});

describe.each([37, 57] as const)('in schema %s', (schema) => {
  const develop = [{ operation: 'exposure', params: new Uint8Array(28) }];
  const facts = (file: string, sql: string) => {
    const database = new Database(file, { readonly: true });
    try {
      return database.prepare(sql).raw().all();
    } finally {
      database.close();
    }
  };

  test('no image that is imported later gets an id that was given since the backup', async () => {
    const { file, add, restore } = await stage({ schema });
    add([{}, {}]);
    await restore();
    const database = new Database(file);
    database.exec("INSERT INTO images (filename) VALUES ('new.jpg')");
    database.close();
    expect(facts(file, "SELECT id FROM images WHERE filename = 'new.jpg'")).toEqual([[7]]);
    writeFileSync(file, 'gone');
    await restore();
    expect(facts(file, "SELECT seq > 100000 FROM sqlite_sequence WHERE name = 'images'")).toEqual([[1]]);
  });

  test('who keeps pictures is told which images get another history, before that', async () => {
    const images = [{ history: develop }, { history: develop }, {}, { history: develop }, { history: develop }];
    const { file, change, restore } = await stage({ schema, images });
    change("UPDATE history_hash SET current_hash = x'01' WHERE imgid = 1");
    change("INSERT INTO history_hash (imgid, current_hash) VALUES (3, x'02')");
    change('UPDATE history SET enabled = 0 WHERE imgid = 4');
    change('UPDATE images SET history_end = 0 WHERE id = 5');
    const told: number[][] = [];
    const setPicturesAside = (ids: readonly number[]) => {
      expect(look(file)).toMatch(/; 6$/);
      expect(existsSync(`${file}.lock`)).toBe(true);
      told.push([...ids]);
      return Promise.resolve();
    };
    await restore('2026-11-21', { setPicturesAside });
    writeFileSync(file, 'gone');
    await restore('2026-11-21', { setPicturesAside: (ids) => Promise.resolve(void told.push([...ids])) });
    expect(told).toEqual([
      [1, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ]);
  });

  test('darktable makes the thumbnails of images anew whose history is another again', async () => {
    const { file, change, restore } = await stage({ schema, images: [{ history: develop }, { history: develop }] });
    change("UPDATE history_hash SET current_hash = x'01', mipmap_hash = x'01' WHERE imgid = 1");
    await restore();
    expect(
      facts(file, 'SELECT imgid, mipmap_hash IS current_hash FROM history_hash WHERE imgid <= 2 ORDER BY 1'),
    ).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });
});
