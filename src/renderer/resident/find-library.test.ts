import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findLibrary } from './find-library.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'safelight-library-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  mkdirSync(join(made, 'bin'));
  return made;
}

const found = (cli: string) => findLibrary({ kind: 'native', cli: [cli] }, { platform: 'linux' });

test('what the program of a snap leads to is no darktable, although one of the distribution lies beside it', async () => {
  const usr = folder();
  writeFileSync(join(usr, 'bin', 'snap'), '#!/bin/sh\n', { mode: 0o755 });
  mkdirSync(join(usr, 'lib', 'darktable'), { recursive: true });
  copyFileSync(process.execPath, join(usr, 'lib', 'darktable', 'libdarktable.so'));
  const snap = folder();
  symlinkSync(join(usr, 'bin', 'snap'), join(snap, 'bin', 'darktable-cli'));
  expect(await found(join(snap, 'bin', 'darktable-cli'))).toEqual({
    why: 'its program library was not found beside darktable-cli',
  });
});

test('links to an AppImage are told as one', async () => {
  const home = folder();
  const file = join(home, 'Darktable-5.4.1-x86_64.AppImage');
  writeFileSync(file, Buffer.from('\x7fELF\x02\x01\x01\0AI\x02\0\0\0\0\0\x02\0\x3e\0', 'latin1'), { mode: 0o755 });
  symlinkSync(file, join(home, 'bin', 'darktable-cli'));
  expect(await found(join(home, 'bin', 'darktable-cli'))).toEqual({ why: 'this darktable is an AppImage' });
});
