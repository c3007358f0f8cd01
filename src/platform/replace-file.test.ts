import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, afterEach, expect, test } from 'vitest';
import { replaceFile, replaceFileBy } from './replace-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'safelight-replace-'));
  file = join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a file is for its owner alone, unless somebody says otherwise', () => {
  replaceFile(file, 'one', { isDurable: true });
  expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['one', 0o600]);
  replaceFile(file, 'café', { mode: 0o666, isModeExact: true, encoding: 'latin1' });
  expect([readFileSync(file, 'latin1'), modeOf(file)]).toEqual(['café', 0o666]);
});

test('a link in its place is replaced; what it leads to stays as it is', () => {
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'precious');
  symlinkSync(victim, file);
  replaceFile(file, 'new');
  expect([readFileSync(victim, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['precious', 'new']);
});

test('what cannot take its place leaves nothing behind', async () => {
  rmSync(folder, { recursive: true });
  expect(() => replaceFile(file, 'x')).toThrow('ENOENT');
  folder = mkdtempSync(join(tmpdir(), 'safelight-replace-'));
  file = join(folder, 'taken');
  writeFileSync(join(folder, 'kept'), '');
  const writing = replaceFileBy(file, async (draft) => {
    await writeFile(draft, 'half');
    throw new Error('no room');
  });
  await expect(writing).rejects.toThrow('no room');
  expect(readdirSync(folder)).toEqual(['kept']);
});

test('content from elsewhere takes its place whole; where none is made, nothing changes', async () => {
  writeFileSync(file, 'old');
  expect(await replaceFileBy(file, () => Promise.resolve('none'))).toEqual({ result: 'none', bytes: null });
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(await replaceFileBy(file, (draft) => writeFile(draft, 'newer'))).toEqual({ result: undefined, bytes: 5 });
  expect(readFileSync(file, 'utf8')).toBe('newer');
});
