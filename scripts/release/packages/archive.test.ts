import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tarGz } from './archive.ts';
import { filesIn, fixModesAndTimes } from './tree-modes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'safelight-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const date = 1_700_000_000;

/** The same files, made in another order, with other modes and at another time. */
function programOf(place: string, names: readonly string[], mode: number): string {
  const program = join(folder, place, 'safelight-1.0.0');
  mkdirSync(join(program, 'lib'), { recursive: true });
  for (const name of names) {
    writeFileSync(join(program, name), name);
    chmodSync(join(program, name), mode);
  }
  symlinkSync('lib/b.js', join(program, 'link'));
  fixModesAndTimes(program, { executables: new Set(['run']), date });
  return program;
}

test('the same files give the same bytes, whatever npm and the umask made of them', () => {
  const archives = [
    programOf('one', ['run', 'lib/b.js', 'a.js'], 0o600),
    programOf('two', ['a.js', 'run', 'lib/b.js'], 0o775),
  ].map((program, index) => {
    const file = join(folder, `${index}.tar.gz`);
    tarGz(program, file, { date, pressing: 'quick' });
    return file;
  });
  expect(readFileSync(archives[1]!).equals(readFileSync(archives[0]!))).toBe(true);

  const listed = execFileSync('tar', ['--numeric-owner', '--full-time', '--utc', '-tvzf', archives[0]!], {
    encoding: 'utf8',
  });
  const rows = listed.trim().split('\n');
  expect(rows.map((row) => row.replace(/ +/g, ' '))).toEqual([
    'drwxr-xr-x 0/0 0 2023-11-14 22:13:20 safelight-1.0.0/',
    '-rw-r--r-- 0/0 4 2023-11-14 22:13:20 safelight-1.0.0/a.js',
    'drwxr-xr-x 0/0 0 2023-11-14 22:13:20 safelight-1.0.0/lib/',
    '-rw-r--r-- 0/0 8 2023-11-14 22:13:20 safelight-1.0.0/lib/b.js',
    'lrwxrwxrwx 0/0 0 2023-11-14 22:13:20 safelight-1.0.0/link -> lib/b.js',
    '-rwxr-xr-x 0/0 3 2023-11-14 22:13:20 safelight-1.0.0/run',
  ]);
});

test('all files of a folder are found, in one order', () => {
  const program = programOf('one', ['run', 'lib/b.js', 'a.js'], 0o644);
  expect(filesIn(program)).toEqual(['a.js', 'lib/b.js', 'link', 'run']);
  expect(statSync(join(program, 'a.js')).mtimeMs).toBe(date * 1000);
});
