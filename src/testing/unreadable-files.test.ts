/** A file that is there and cannot be read is not missing: something would be written in its place. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { arrangeStorage } from '../app/library-storage.ts';
import { systemClocks } from '../auth/clocks.ts';
import { openRevocations } from '../auth/revocations.ts';
import { openSessions } from '../auth/sessions.ts';
import { lockCheck } from '../doctor/library-checks.ts';
import { libraryHolder } from '../darktable/running.ts';
import { takeFolder } from '../exports/take-folder.ts';
import { wholeSteps } from '../changes/histories/whole-sidecars.ts';
import type { WholeImage } from '../changes/histories/whole-step.ts';
import { silentLog } from '../platform/log.ts';
import { networkDriveOf } from '../platform/network-drive.ts';
import { noteFolders } from '../settings/known-folders.ts';
import { removeFormer } from '../updates/portable-copy.ts';
import { makeLibrary } from './library-fixture.ts';

/** A link to itself: readable for nobody, not even for root. */
function unreadable(name: string): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-unreadable-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync(file, file);
  return { folder, file };
}
const options = (file: string) => ({ file, log: silentLog(), clocks: systemClocks });

const storage = (dataDir: string) => ({
  dataDir,
  exportDir: join(dataDir, 'exports'),
  refreshQueue: join(dataDir, 'queues', 'refresh.queue'),
  exportQueue: join(dataDir, 'queues', 'export.queue'),
});

test.each<[string, string, (folder: string, file: string) => unknown]>([
  ['revoked tokens', 'revoked-tokens.json', (_, file) => openRevocations(options(file))],
  ['sessions', 'sessions.json', (_, file) => openSessions(options(file))],
  ['known folders', 'folders.json', (folder) => noteFolders(folder, ({ queues }) => queues.push('/mnt/queue'))],
  ['whose pictures these are', 'library.json', (folder) => arrangeStorage(storage(folder), join(folder, 'library.db'))],
  [
    'the version that the launcher starts',
    'updates/current',
    (folder) => {
      mkdirSync(join(folder, 'updates', '1.2.3'));
      try {
        removeFormer({ base: folder, launcher: join(folder, 'safelight'), updates: join(folder, 'updates') });
      } finally {
        expect(readdirSync(join(folder, 'updates'))).toContain('1.2.3');
      }
    },
  ],
])('%s: nothing is written', (_name, name, use) => {
  const { folder, file } = unreadable(name);
  expect(() => use(folder, file)).toThrow(/ELOOP/);
  expect(readdirSync(dirname(file))).toContain(name.split('/').at(-1));
});

test('a mark is written over nothing but what is no mark', () => {
  const { folder } = unreadable('.safelight-exports');
  expect(takeFolder(folder)).toMatchObject({ folder });
});

test.each(['library.db', 'data.db'])('a lock of %s: darktable may have it open', (name) => {
  const { folder } = unreadable(`${name}.lock`);
  const { file } = makeLibrary({ folder });
  expect(libraryHolder(file)).toMatchObject({ lock: join(folder, `${name}.lock`) });
  expect(lockCheck(file)).toMatchObject({ status: 'warn' });
});

test('a drive whose kind cannot be told may be one of another computer', () => {
  expect(networkDriveOf(unreadable('library.db.lock').file)).toBe('unknown drive');
  expect(networkDriveOf('/nowhere/library.db.lock')).toBeNull();
});

test('a sidecar: no other is made in its place', async () => {
  const { folder, file } = unreadable('photo.jpg.xmp');
  writeFileSync(join(folder, 'darktablerc'), 'write_sidecar_files=on import\n');
  const image = { imageId: 1, facts: { picture: join(folder, 'photo.jpg'), sidecar: file }, hasOtherTexts: false };
  const { steps, failed } = await wholeSteps([image as unknown as WholeImage], { configDir: folder, taking: 'apply' });
  expect(steps).toEqual([]);
  expect(failed.get(1)).toMatch(/sidecar cannot be used.*ELOOP/);
});

test('a folder that cannot be read is not said to have sidecars of further versions', async () => {
  const { folder, file: loop } = unreadable('pictures');
  writeFileSync(join(folder, 'darktablerc'), 'write_sidecar_files=on import\n');
  const facts = { picture: join(loop, 'photo.jpg'), sidecar: join(loop, 'photo.jpg.xmp') };
  const image = { imageId: 1, facts, hasOtherTexts: false } as unknown as WholeImage;
  const { steps, failed } = await wholeSteps([image], { configDir: folder, taking: 'import' });
  expect(steps).toEqual([]);
  expect(failed.get(1)).toMatch(/^Its folder cannot be read.*ELOOP/);
});
