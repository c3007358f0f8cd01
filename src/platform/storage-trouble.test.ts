import { expect, test } from 'vitest';
import { storageError, storageTrouble } from './storage-trouble.ts';

const withCode = (code: string) => Object.assign(new Error('as the system says it'), { code });

test.each([
  ['ENOSPC', 'the disk is full. Free some space'],
  ['SQLITE_FULL', 'the disk is full. Free some space'],
  ['EDQUOT', 'your disk quota is used up. Free some space'],
  ['EROFS', 'it is read-only. Make it writable'],
  ['SQLITE_READONLY_DBMOVED', 'it is read-only. Make it writable'],
  ['EACCES', 'permission denied. Give Safelight write permission'],
  ['SQLITE_IOERR_WRITE', 'the disk reports an error or is full. Check the disk'],
])('%s is told with the folder and what to do', (code, words) => {
  const told = `The folder /photos/data cannot be written: ${words} and try again.`;
  expect(storageTrouble('/photos/data', withCode(code))).toBe(told);
  const wrapped = new Error('it did not work', { cause: withCode(code) });
  expect(storageError('/photos/data', wrapped)).toMatchObject({ code: 'storage_error', message: told });
});

test('anything else is no trouble of storage, and is told as it is', () => {
  expect(storageTrouble('/data', withCode('ERR_ASSERTION'))).toBeNull();
  expect(storageError('/data', new Error('odd')).message).toBe('The folder /data cannot be written: odd.');
});
