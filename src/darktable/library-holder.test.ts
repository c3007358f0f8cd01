import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeLibrary } from '../testing/library-fixture.ts';
import { exposed, look, startEdits } from '../testing/start-edits.ts';
import { standInDarktable } from '../testing/stand-in-darktable.ts';
import { lockCheck } from '../doctor/library-checks.ts';
import { removeLocks } from './remove-locks.ts';
import { libraryHolder } from './running.ts';

/** No test can mount a network drive: this alone is not asked of the system. */
const drive = vi.hoisted(() => ({ is: null as string | null }));
vi.mock(import('../platform/network-drive.ts'), async (original) => ({
  ...(await original()),
  networkDriveOf: () => drive.is,
}));
beforeEach(() => void (drive.is = null));

const GONE = '4194303\0';

function stage() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-holder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: [exposed()] });
  return { folder, file };
}

test.each([
  ['library.db', GONE, 'a process that is not on this computer'],
  ['data.db', GONE, 'the same for data.db'],
  // By chance it has the number of the other one.
  ['library.db', `${process.pid}\0`, 'a process of this computer that is no darktable'],
  ['library.db', '1\0', 'the first process'],
])('on a network drive %s.lock counts, on a disk of this computer not: %s, %s', (name, content) => {
  const { file } = stage();
  const lock = join(dirname(file), `${name}.lock`);
  writeFileSync(lock, content);
  expect(libraryHolder(file)).toBeNull();
  for (const type of ['nfs4', 'cifs', 'fuse.sshfs']) {
    drive.is = type;
    expect(libraryHolder(file)).toEqual({ pid: Number.parseInt(content, 10), lock, networkDrive: type });
  }
});

test('on a network drive the lock beside the file itself counts for a link to it', () => {
  const { folder, file } = stage();
  const link = join(folder, 'library.db');
  symlinkSync(file, link);
  writeFileSync(`${file}.lock`, GONE);
  drive.is = 'nfs4';
  expect(libraryHolder(link)).toMatchObject({ networkDrive: 'nfs4' });
});

test('a lock of Safelight itself, or one without a number, is nobody’s', () => {
  const { file } = stage();
  drive.is = 'nfs4';
  writeFileSync(`${file}.lock`, '1\0safelight 4711');
  expect(libraryHolder(file)).toBeNull();
  writeFileSync(`${file}.lock`, 'nonsense');
  expect(libraryHolder(file)).toBeNull();
});

test('an edit is refused with the reason, until somebody says that the lock is stale', async () => {
  drive.is = 'cifs';
  const { edits, file } = startEdits();
  writeFileSync(`${file}.lock`, GONE);
  const before = look(file);
  const edit = () => edits.apply({ imageId: 1, operation: 'exposure', client: 'tests' }, { params: { exposure: 1 } });
  await expect(edit()).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringMatching(
      /darktable on another computer may have this library open: .*library\.db\.lock names process 4194303.*network drive \(cifs\).*safelight unlock/,
    ) as string,
  });
  expect(look(file)).toEqual(before);
  expect(lockCheck(file)).toMatchObject({ status: 'warn', detail: expect.stringContaining('(cifs)') as string });
  expect(removeLocks(file)).toMatch(/is unlocked: .*library\.db\.lock removed/);
  expect(existsSync(`${file}.lock`)).toBe(false);
  await edit();
});

test('a lock that appears at the last moment is noticed inside the transaction', async () => {
  drive.is = 'nfs4';
  const started = startEdits({
    onStep: (step) => {
      if (step === 'begun') writeFileSync(`${started.file}.lock`, GONE);
    },
  });
  const before = look(started.file);
  const edit = started.edits.apply({ imageId: 1, operation: 'exposure', client: 'tests' }, { params: { exposure: 1 } });
  await expect(edit).rejects.toMatchObject({ code: 'db_write_error' });
  expect(look(started.file)).toEqual(before);
});

test('nobody unlocks what a darktable of this computer has open', async () => {
  const { folder, file } = stage();
  drive.is = 'nfs4';
  await standInDarktable(folder, file);
  expect(libraryHolder(file)).toMatchObject({ networkDrive: null });
  expect(() => removeLocks(file)).toThrow(/Nothing was unlocked: darktable \(process \d+\) has this library open/);
  expect(existsSync(`${file}.lock`)).toBe(true);
});

test('a darktable with another library but the same data.db holds it', async () => {
  const { folder, file } = stage();
  await standInDarktable(folder, join(dirname(file), 'data.db'));
  expect(libraryHolder(file)).toMatchObject({ lock: join(dirname(file), 'data.db.lock'), networkDrive: null });
});
