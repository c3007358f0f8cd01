import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { appendIds, whyNotAppended } from './append-ids.ts';

function queueFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-append-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'queues', 'refresh.queue');
}
const reasonFor = (file: string, ids: number[], isFolderChosen: boolean) =>
  appendIds(file, ids, isFolderChosen).then(() => null, whyNotAppended);

/** A bridge that takes the file right before or after each of the next writes. Returns what it found. */
function takenAtWrites(file: string, times: number, when: 'before' | 'after' = 'after'): string[] {
  const taken: string[] = [];
  const write = fs.writeSync;
  const restore = () => {
    fs.writeSync = write;
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  const take = () => {
    renameSync(file, `${file}.working`);
    if (taken.push(readFileSync(`${file}.working`, 'latin1')) === times) restore();
    rmSync(`${file}.working`);
  };
  fs.writeSync = ((descriptor: number, bytes: Buffer) => {
    if (when === 'before') take();
    const written = write(descriptor, bytes);
    if (when === 'after') take();
    return written;
  }) as typeof write;
  syncBuiltinESMExports();
  return taken;
}

test('a job whose file is taken during the write is written once more', async () => {
  const file = queueFile();
  const taken = takenAtWrites(file, 3);
  await appendIds(file, [12], false);
  expect(taken).toEqual(['12\n', '12\n', '12\n']);
  expect(readFileSync(file, 'latin1')).toBe('12\n');
});

test('a job whose file is taken while it is empty, and removed, is written into a new one', async () => {
  const file = queueFile();
  const taken = takenAtWrites(file, 1, 'before');
  await appendIds(file, [12], false);
  expect(taken).toEqual(['']);
  expect(readFileSync(file, 'latin1')).toBe('12\n');
});

test('a file that is taken after each of twenty writes is given up', async () => {
  const file = queueFile();
  const taken = takenAtWrites(file, 21);
  expect(await reasonFor(file, [12], false)).toBe('another program keeps removing it');
  expect(taken).toHaveLength(20);
});

test('no jobs make no file', async () => {
  const file = queueFile();
  await appendIds(file, [], false);
  expect(existsSync(file)).toBe(false);
});

test('the missing folder of a disk that is not connected is not made', async () => {
  const file = queueFile();
  expect(await reasonFor(file, [1], true)).toBe('its folder is missing; connect its disk and try again');
  expect(existsSync(join(file, '..'))).toBe(false);
  await appendIds(file, [1], false);
  expect(await reasonFor(file, [2], true)).toBeNull();
  expect(readFileSync(file, 'latin1')).toBe('1\n2\n');
});

const FULL_PAGE_BUT = (bytes: number) => `${'7'.repeat(4096 - bytes - 1)}\n`;

test.each([
  ['a job that ends with its page is not moved', 6, [12345], '12345\n'],
  ['nor are several', 6, [12345, 1], '12345\n1\n'],
  ['a single one is its line alone', 3, [12345], '12345\n'],
  ['the first of several that would cross the edge begins the next page', 3, [12345, 1], '\n\n\n12345\n1\n'],
  ['and the second', 5, [123, 45], '123\n\n45\n'],
])('%s', async (_, left, ids, added) => {
  const file = queueFile();
  await appendIds(file, [1], false);
  const before = FULL_PAGE_BUT(left);
  writeFileSync(file, before);
  await appendIds(file, ids, false);
  expect(readFileSync(file, 'latin1').slice(before.length)).toBe(added);
});

test.runIf(process.platform === 'linux')('no file stays open', async () => {
  const file = queueFile();
  const opened = () => readdirSync('/proc/self/fd').length;
  await appendIds(file, [1], false);
  const before = opened();
  for (let id = 0; id < 50; id += 1) await appendIds(file, [id], false);
  expect(opened()).toBeLessThan(before + 25);
});

test.each([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the disk is read-only; make it writable and try again'],
  ['ENOTDIR', 'a part of its path is a file, not a folder'],
  ['EEXIST', 'a part of its path is a file, not a folder'],
  ['ELOOP', 'its symbolic links form a loop'],
  ['ENOSPC', 'the disk is full; free some space and try again'],
  ['EDQUOT', 'the disk quota is used up; free some space and try again'],
  ['EFBIG', 'the disk is full; free some space and try again'],
  ['ENXIO', 'it is not an ordinary file'],
  ['EIO', 'EIO: as the system says'],
])('%s is told in words: %s', (code, words) => {
  expect(whyNotAppended(Object.assign(new Error(`${code}: as the system says`), { code }))).toBe(words);
});
