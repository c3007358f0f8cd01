import {
  constants,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  appendOrdinaryFile,
  NotAnOrdinaryFile,
  openOrdinaryFile,
  ordinaryFile,
  ordinaryFileBytes,
  readOrdinaryFile,
  TooLarge,
  refuseOtherThanFile,
} from './ordinary-file.ts';
import { replaceFile } from './replace-file.ts';
import { ODD_KINDS, putOddFile } from '../testing/odd-files.ts';

function somewhere(): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-ordinary-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'file');
}

test.each(ODD_KINDS)('%s is neither read, nor written, nor waited for', async (kind) => {
  const file = somewhere();
  putOddFile(kind, file);
  expect(ordinaryFile(file)).toBeNull();
  expect(() => refuseOtherThanFile(file)).toThrow(NotAnOrdinaryFile);
  expect(() => openOrdinaryFile(file, constants.O_RDWR | constants.O_CREAT)).toThrow(NotAnOrdinaryFile);
  expect(() => readOrdinaryFile(file, 'utf8')).toThrow(NotAnOrdinaryFile);
  expect(() => appendOrdinaryFile(file, 'text')).toThrow(
    `${file} is ${kind === 'a folder' ? kind : 'not an ordinary'}`,
  );
  await expect(ordinaryFileBytes(file)).rejects.toThrow(NotAnOrdinaryFile);
});

test('a link to a file is that file', async () => {
  const file = somewhere();
  writeFileSync(`${file}-elsewhere`, 'one ');
  symlinkSync(`${file}-elsewhere`, file);
  appendOrdinaryFile(file, 'two');
  expect([readOrdinaryFile(file, 'utf8'), String(await ordinaryFileBytes(file))]).toEqual(['one two', 'one two']);
  expect(ordinaryFile(file)?.size).toBe(7);
});

test('a file larger than any is not read', async () => {
  const file = somewhere();
  writeFileSync(file, '');
  truncateSync(file, 1.5e9);
  const before = process.threadCpuUsage();
  expect(() => readOrdinaryFile(file, 'utf8')).toThrow(TooLarge);
  await expect(ordinaryFileBytes(file)).rejects.toThrow(TooLarge);
  expect(() => readOrdinaryFile(file, 'utf8', 100)).toThrow(`${file} has more than 100 bytes`);
  // A heartbeat of this size took seven seconds.
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(200);
});

test('a file that is missing is made by an append, for its owner alone, and is no trouble else', () => {
  const file = somewhere();
  expect(ordinaryFile(file)).toBeNull();
  expect(() => refuseOtherThanFile(file)).not.toThrow();
  expect(() => readOrdinaryFile(file, 'utf8')).toThrow('ENOENT');
  appendOrdinaryFile(file, 'text');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['text', 0o600]);
});

test.each(ODD_KINDS.filter((kind) => kind !== 'a folder'))('%s makes room for a file that takes its place', (kind) => {
  const file = somewhere();
  putOddFile(kind, file);
  replaceFile(file, 'text');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['text', 0o600]);
});
