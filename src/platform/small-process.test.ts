import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine } from '../commands/command-line.ts';
import { readEnvironment } from './environment.ts';
import { SHORT_COMMANDS } from './small-process.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { listeningUrl } from '../testing/listening-url.ts';
import { main } from '../testing/main-program.ts';

const told = (pid: number) => {
  const ours = /^(MALLOC_|SAFELIGHT_BEGUN)/;
  return readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .filter((line) => ours.test(line));
};

test.runIf(process.platform === 'linux')(
  'a server begins anew as the same process; what it starts knows nothing of it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'safelight-small-'));
    const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: [{ id: 1 }] });
    const args = ['serve', '--library', file, '--data-dir', join(folder, 'data'), '--port', '0'];
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    });
    expect((await fetch(`${await listeningUrl(child)}/health`)).status).toBe(200);
    const pid = child.pid!;
    expect(told(pid)).toContain('MALLOC_ARENA_MAX=1');
    const flags = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1, 3);
    expect(flags).toEqual(['--min-semi-space-size=8', '--heap-growing-percent=100']);
    const indexer = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
    expect(readFileSync(`/proc/${indexer}/cmdline`, 'utf8')).toContain('indexer-process');
    expect(told(indexer)).toEqual([]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);

test('every command but the server and the worker counts as short', () => {
  const names = commandLine(readEnvironment({ HOME: tmpdir() })).commands.map((command) => command.name());
  expect([...SHORT_COMMANDS, 'serve', 'worker'].sort()).toEqual(names.filter((name) => name !== 'help').sort());
});
