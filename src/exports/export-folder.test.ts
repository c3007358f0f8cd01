import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Events } from '../platform/events.ts';
import { filmRollsOf } from '../library/film-rolls.ts';
import { openLibrary } from '../library/library.ts';
import { silentLog } from '../platform/log.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { noFilmRolls } from '../testing/no-film-rolls.ts';
import { openExportFolder, type ExportFolder } from './export-folder.ts';

const MINE = 'the only copy of a photograph';

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-exports-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const pictures = join(folder, 'pictures');
  const put = (file: string, content: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const open = async (
    setting: string | null = null,
    more: { isChosen?: boolean; rolls?: typeof noFilmRolls; onReady?: () => void } = {},
  ) => {
    const exports = openExportFolder({ dataDir, setting, rolls: noFilmRolls, log: silentLog(), ...more });
    await exports.check();
    return exports;
  };
  /** Names that people see. */
  const seen = (at: string) =>
    readdirSync(at)
      .filter((name) => !name.startsWith('.'))
      .sort();
  return { folder, dataDir, pictures, put, open, seen };
}

async function contentOf(exports: ExportFolder, id: number): Promise<string | null> {
  const found = await exports.open(id);
  if (!found) return null;
  const content = await found.handle.readFile('utf8');
  await found.handle.close();
  return content;
}

describe('whose folder it is', () => {
  test('one that is new or empty is taken; what appears in it then is an export, whoever made it', async () => {
    const { pictures, open, put } = place();
    for (const setting of [join(pictures, 'new', 'deep'), join(pictures, 'empty'), null]) {
      if (setting?.endsWith('empty')) mkdirSync(setting);
      const exports = await open(setting, { isChosen: true });
      if (setting !== null) expect(exports.folder).toBe(setting);
      put(join(exports.folder, '5.jpg'), 'export');
      expect(await contentOf(exports, 5)).toBe('export');
      expect(await exports.clear([5, 6])).toEqual([]);
      expect(existsSync(join(exports.folder, '5.jpg'))).toBe(false);
    }
  });

  test('in one that holds a photographer’s pictures a folder of its own is used, also after a restart', async () => {
    const { pictures, open, put, seen } = place();
    put(join(pictures, '5.jpg'), MINE);
    for (const isChosen of [true, false, true]) {
      const exports = await open(pictures, { isChosen });
      expect(exports).toMatchObject({
        folder: join(pictures, 'Safelight'),
        notice: expect.stringContaining(pictures) as string,
        problem: null,
      });
      expect(await contentOf(exports, 5)).toBeNull();
      await exports.clear([5]);
      put(exports.draft(5, '.jpg'), 'export');
    }
    expect(readFileSync(join(pictures, '5.jpg'), 'utf8')).toBe(MINE);
    expect(seen(pictures)).toEqual(['5.jpg', 'Safelight']);
  });

  test('a folder Safelight of somebody else’s is left alone, too', async () => {
    const { pictures, open, put } = place();
    put(join(pictures, 'Safelight', '5.jpg'), MINE);
    put(join(pictures, 'Safelight 2'), 'a file');
    expect((await open(pictures)).folder).toBe(join(pictures, 'Safelight 3'));
  });

  test('one that was taken stays taken, whatever is in it by now', async () => {
    const { pictures, dataDir, open, put } = place();
    const exports = await open(pictures, { isChosen: true });
    put(join(pictures, '5.jpg'), 'export');
    put(join(pictures, 'notes.txt'), 'a note');
    const again = await open(pictures);
    expect(again).toMatchObject({ folder: pictures, id: exports.id, notice: null });
    expect(await contentOf(again, 5)).toBe('export');
    // Also when the data folder is lost, or the disk is mounted elsewhere.
    rmSync(join(dataDir, 'folders.json'));
    expect((await open(pictures)).folder).toBe(pictures);
    const moved = `${pictures} moved`;
    renameSync(pictures, moved);
    expect((await open(moved)).folder).toBe(moved);
  });

  test('a copy of one that was taken is not', async () => {
    const { pictures, open, put } = place();
    await open(pictures, { isChosen: true });
    const copy = `${pictures} to print`;
    cpSync(pictures, copy, { recursive: true });
    put(join(copy, '5.jpg'), MINE);
    expect((await open(copy, { isChosen: true })).folder).toBe(join(copy, 'Safelight'));
  });

  test('a mark that is a link makes nothing ours', async () => {
    const { folder, pictures, open, put } = place();
    const own = join(folder, 'own');
    await open(own, { isChosen: true });
    put(join(pictures, '5.jpg'), MINE);
    symlinkSync(join(own, '.safelight-exports'), join(pictures, '.safelight-exports'));
    expect((await open(pictures, { isChosen: true })).folder).toBe(join(pictures, 'Safelight'));
  });
});

describe('the folder in the data folder', () => {
  test('of a Safelight from before holds its exports', async () => {
    const { dataDir, open, put } = place();
    put(join(dataDir, 'library.json'), '{}');
    put(join(dataDir, 'exports', '5.jpg'), 'export');
    const exports = await open();
    expect(await contentOf(exports, 5)).toBe('export');
    expect(await exports.clear([5])).toEqual([]);
    expect(readdirSync(exports.folder).filter((name) => name.endsWith('.jpg'))).toEqual([]);
  });

  test('that was filled before the first start is served, and nothing that was there is ever deleted', async () => {
    const { dataDir, open, put, seen } = place();
    const folder = join(dataDir, 'exports');
    put(join(folder, '5.jpg'), MINE);
    put(join(folder, '6.jpg'), MINE);
    put(join(folder, '6 from before Safelight.jpg'), 'taken already');
    const exports = await open();
    expect(await contentOf(exports, 5)).toBe(MINE);
    expect(await exports.clear([5])).toEqual(['5 from before Safelight.jpg']);
    expect(await contentOf(exports, 5)).toBeNull();
    // A worker faster than the request.
    const draft = exports.draft(6, '.tmp');
    writeFileSync(draft, 'export');
    await exports.put(6, draft);
    expect(await contentOf(exports, 6)).toBe('export');
    // From here on it is an export like all others.
    put(join(folder, '5.jpg'), 'export');
    const again = await open();
    expect(await again.clear([5, 6])).toEqual([]);
    expect(seen(folder)).toEqual([
      '5 from before Safelight.jpg',
      '6 from before Safelight (2).jpg',
      '6 from before Safelight.jpg',
    ]);
    for (const name of ['5 from before Safelight.jpg', '6 from before Safelight (2).jpg'])
      expect(readFileSync(join(folder, name), 'utf8')).toBe(MINE);
  });

  test('is somebody else’s where the data folder is', async () => {
    const { dataDir, open, put } = place();
    put(join(dataDir, 'exports', '5.jpg'), MINE);
    put(join(dataDir, 'holiday.jpg'), MINE);
    const exports = await open();
    expect(exports.folder).toBe(join(dataDir, 'exports', 'Safelight'));
    await exports.clear([5]);
    expect(readFileSync(join(dataDir, 'exports', '5.jpg'), 'utf8')).toBe(MINE);
  });

  test('is made anew when somebody deleted or emptied it', async () => {
    const { open, put } = place();
    const exports = await open();
    rmSync(exports.folder, { recursive: true });
    expect(await exports.check()).toBeNull();
    rmSync(exports.folder, { recursive: true });
    put(join(exports.folder, '5.jpg'), MINE);
    expect(await exports.clear([5])).toEqual(['5 from before Safelight.jpg']);
  });
});

describe('a disk that is gone', () => {
  test('is waited for; nothing is made or served in its place, and it goes on when it is back', async () => {
    const { pictures, open, put } = place();
    let isBack = 0;
    const setting = join(pictures, 'exports');
    const exports = await open(setting, { isChosen: true, onReady: () => isBack++ });
    const unplugged = `${pictures} unplugged`;
    renameSync(pictures, unplugged);
    expect(await exports.check()).toMatch(/is missing\. Connect its disk/);
    await expect(exports.clear([5])).rejects.toMatchObject({ code: 'storage_error' });
    expect(existsSync(pictures)).toBe(false);
    // What the folder holds below the mount point.
    put(join(setting, '5.jpg'), MINE);
    expect(await exports.check()).toMatch(/may not be the same folder as before/);
    expect(await contentOf(exports, 5)).toBeNull();
    await expect(exports.clear([5])).rejects.toThrow(/Connect its disk/);
    expect((await open(setting)).problem).toMatch(/may not be the same folder/);
    expect(readdirSync(setting)).toEqual(['5.jpg']);
    rmSync(pictures, { recursive: true });
    renameSync(unplugged, pictures);
    expect(await exports.check()).toBeNull();
    expect(isBack).toBe(1);
  });

  test('is not made on the disk below when a Safelight from before used it', async () => {
    const { dataDir, pictures, open, put } = place();
    put(join(dataDir, 'library.json'), '{}');
    const exports = await open(join(pictures, 'exports'));
    expect(exports.problem).toMatch(/Connect its disk/);
    expect(existsSync(pictures)).toBe(false);
    expect((await open(join(pictures, 'exports'), { isChosen: true })).problem).toBeNull();
  });
});

describe('film rolls', () => {
  /** A library with a photograph in this folder. */
  const rollsIn = (film: string) => {
    const { file, add } = makeLibrary({
      folder: join(film, '..', 'darktable'),
      images: [{ id: 5, film, filename: '5.jpg' }],
    });
    const library = openLibrary({ file, isSample: false, log: silentLog(), events: new Events() });
    onTestFinished(() => library.close());
    return { rolls: filmRollsOf(library), add };
  };

  test('no folder of theirs, around them or in them is taken: exports go to Safelight’s own', async () => {
    const { folder, dataDir, pictures, open, put } = place();
    const roll = join(pictures, '2024');
    put(join(roll, '5.jpg'), MINE);
    const { rolls } = rollsIn(roll);
    symlinkSync(roll, join(folder, 'by another name'));
    for (const setting of [roll, pictures, join(roll, 'exports', 'deep'), join(folder, 'by another name')]) {
      const exports = await open(setting, { rolls });
      expect({ setting, folder: exports.folder }).toEqual({ setting, folder: join(dataDir, 'exports') });
      expect(exports.notice).toContain('film roll');
      await exports.clear([5]);
    }
    expect(readdirSync(roll)).toEqual(['5.jpg']);
    expect((await open(join(folder, 'elsewhere'), { rolls })).folder).toBe(join(folder, 'elsewhere'));
  });

  test('a folder of exports that becomes one is not touched any more', async () => {
    const { pictures, open, put } = place();
    const { rolls, add } = rollsIn(join(pictures, '..', 'rolls', '2024'));
    const exports = await open(pictures, { rolls, isChosen: true });
    put(join(pictures, '5.jpg'), 'export');
    expect(await contentOf(exports, 5)).toBe('export');
    add([{ id: 9, film: pictures, filename: '5.jpg' }]);
    await expect(exports.clear([5])).rejects.toThrow(/is a film roll of the library/);
    expect(await contentOf(exports, 5)).toBeNull();
    await expect(exports.put(5, join(pictures, 'x'))).rejects.toThrow(/film roll/);
    expect(readFileSync(join(pictures, '5.jpg'), 'utf8')).toBe('export');
  });
});

describe('a folder that others write into, too', () => {
  test('links are not followed: not when serving, deleting or writing', async () => {
    const { folder, pictures, open, put } = place();
    const exports = await open(pictures, { isChosen: true });
    const victim = join(folder, 'victim');
    put(victim, MINE);
    symlinkSync(victim, join(pictures, '7.jpg'));
    expect(await contentOf(exports, 7)).toBeNull();
    await exports.clear([7]);
    expect(existsSync(join(pictures, '7.jpg'))).toBe(false);

    symlinkSync(victim, join(pictures, '8.jpg'));
    const draft = exports.draft(8, '.tmp');
    put(draft, 'export');
    await exports.put(8, draft);
    expect(await contentOf(exports, 8)).toBe('export');
    expect(readFileSync(victim, 'utf8')).toBe(MINE);
  });

  test('a second name of somebody’s file is not served', async () => {
    const { folder, pictures, open, put } = place();
    const exports = await open(pictures, { isChosen: true });
    put(join(folder, 'victim'), MINE);
    linkSync(join(folder, 'victim'), join(pictures, '7.jpg'));
    // Debian gives people a umask with which a folder is their group's, too.
    chmodSync(pictures, 0o755);
    expect(await contentOf(exports, 7)).toBe(MINE);
    chmodSync(pictures, 0o777);
    expect(await contentOf(exports, 7)).toBeNull();
  });

  test('drafts lie where nobody else can put anything, under names that nobody can guess', async () => {
    const { folder, pictures, open } = place();
    const exports = await open(pictures, { isChosen: true });
    const [one, other] = [exports.draft(7, '.tmp'), exports.draft(7, '.tmp')];
    expect(one).not.toBe(other);
    const drafts = dirname(one);
    rmSync(drafts, { recursive: true });
    mkdirSync(join(folder, 'theirs'));
    symlinkSync(join(folder, 'theirs'), drafts);
    expect(await exports.check()).toMatch(/is in the way/);
    expect(() => exports.draft(7, '.tmp')).toThrow(/is in the way/);
  });

  test('a folder by the name of an export stays', async () => {
    const { open, put } = place();
    const exports = await open();
    put(join(exports.folder, '5.jpg', 'mine.txt'), MINE);
    await expect(exports.clear([5])).rejects.toThrow(/it is a folder/);
    expect(await contentOf(exports, 5)).toBeNull();
    expect(readFileSync(join(exports.folder, '5.jpg', 'mine.txt'), 'utf8')).toBe(MINE);
  });
});
