import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptFiles } from './kept-files.ts';

const name = (letter: string) => `${letter.repeat(40)}.jpg`;

test('those of a time to come go first, then the oldest: what was just made stays', async () => {
  const root = mkdtempSync(join(tmpdir(), 'safelight-kept-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'kept');
  mkdirSync(folder);
  const minutes = (count: number) => Date.now() / 1000 + count * 60;
  for (const [letter, at] of [
    ['a', -3],
    ['b', -2],
    ['c', 600],
    ['d', -1],
    // Of a disk whose clock is ahead.
    ['f', 30],
  ] as const) {
    writeFileSync(join(folder, name(letter)), Buffer.alloc(30));
    utimesSync(join(folder, name(letter)), minutes(at), minutes(at));
  }
  const kept = new KeptFiles([folder], 135);
  await kept.keep(join(folder, name('e')), (draft) => writeFile(draft, Buffer.alloc(30)));
  expect(readdirSync(folder)).toEqual(['b', 'd', 'e', 'f'].map(name));
});
