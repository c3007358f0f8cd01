import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { built } from '../src/testing/built.ts';
import { listeningUrl } from '../src/testing/listening-url.ts';

const root = join(import.meta.dirname, '..');
const launcher = join(root, 'scripts', 'safelight.js');

function launch(...nodeOptions: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-launcher-'));
  const args = [launcher, 'serve', '--data-dir', join(folder, 'data'), '--port', '0'];
  const child = spawn(process.execPath, [...nodeOptions, ...args], { env: { ...process.env, HOME: folder } });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  return { child, ended };
}

const commandLine = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
const children = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

describe('the launcher', () => {
  beforeAll(built);

  test('becomes Safelight itself, so that no second Node stays', async () => {
    const { child, ended } = launch();
    await listeningUrl(child);
    expect(commandLine(child.pid!)).toContain(join(root, 'dist', 'main.js'));
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('in an older Node it stays beside Safelight, hands the end on, and ends with it', async () => {
    const { child, ended } = launch('--import', 'data:text/javascript,delete process.execve');
    await listeningUrl(child);
    expect(commandLine(child.pid!)).toContain(launcher);
    const [safelight] = children(child.pid!).filter((pid) => commandLine(pid).includes(join(root, 'dist', 'main.js')));
    expect(readlinkSync(`/proc/${safelight!}/exe`)).toContain('node');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(() => commandLine(safelight!)).toThrow('ENOENT');
  });
});

test('npm scripts set up what they need and run on the Node of the packages, whatever `node` in the PATH is', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(Object.keys(scripts)).toContain('start');
  // No scripts before or after: people who have switched off install scripts in npm would miss them.
  for (const name of Object.keys(scripts)) expect(name).not.toMatch(/^(pre|post)/);
  for (const script of Object.values(scripts))
    expect(script).toMatch(/^node scripts\/set-up\.cjs( --(build|once))? && node-26 [^&|;]+$/);
});
