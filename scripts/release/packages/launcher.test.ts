import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** A program's folder whose Node is a small script. */
function programWith(node: string) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight launcher für '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'Grüße & Bilder');
  mkdirSync(join(program, 'bin'), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'launcher.sh'), join(program, 'safelight'));
  writeFileSync(join(program, 'bin/node'), `#!/bin/sh\n${node}\n`);
  for (const name of ['safelight', 'bin/node']) chmodSync(join(program, name), 0o755);
  return { folder, program };
}
const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });

test('it starts the Node beside it with all words as they were typed, also through a link', () => {
  const { folder, program } = programWith('printf "<%s>" "$0" "$@"; exit 3');
  const link = join(folder, 'link');
  symlinkSync(join(program, 'safelight'), link);
  for (const command of [join(program, 'safelight'), link]) {
    const { stdout, status } = run(command, 'settings', 'set', 'a b', '$HOME', '');
    expect(stdout).toBe(
      `<${join(program, 'bin/node')}><${join(program, 'dist/main.js')}><settings><set><a b><$HOME><>`,
    );
    expect(status).toBe(3);
  }
});

test('it starts the update that is current, and itself while that is missing or damaged', () => {
  const { program } = programWith('echo first');
  const started = () => run(join(program, 'safelight')).stdout.trim();
  const update = join(program, 'updates', '1.1.0');
  for (const name of ['bin', 'dist']) mkdirSync(join(update, name), { recursive: true });
  writeFileSync(join(update, 'dist/main.js'), '');
  expect(started()).toBe('first');
  for (const current of ['1.1.0\n', '1.1.0', '../updates/1.1.0\n', '\n', '1.2.0\n']) {
    writeFileSync(join(program, 'updates', 'current'), current);
    expect(started(), current).toBe('first');
  }
  writeFileSync(join(update, 'bin/node'), '#!/bin/sh\necho second\n');
  writeFileSync(join(program, 'updates', 'current'), '1.1.0\n');
  expect(started()).toBe('first');
  chmodSync(join(update, 'bin/node'), 0o755);
  expect(started()).toBe('second');
});
