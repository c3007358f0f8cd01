import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endOrphan } from './end-orphan.ts';

/** A work folder whose lock names a process that was started like a darktable with this config folder. */
async function stage(configOf: (workDir: string) => string) {
  const workDir = mkdtempSync(join(tmpdir(), 'safelight-orphan-'));
  mkdirSync(join(workDir, 'config'));
  const echo = 'console.log(1); process.stdin.pipe(process.stdout)';
  const program = ['-e', echo, 'darktable', '--configdir', configOf(workDir)];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const lock = join(workDir, 'config', 'data.db.lock');
  writeFileSync(lock, String(child.pid));
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(workDir, { recursive: true, force: true });
  });
  return { workDir, child, lock };
}

test('what a killed Safelight left at work in its folder is ended', async () => {
  const { workDir, child, lock } = await stage((folder) => join(folder, 'config'));
  const ended = once(child, 'exit');
  endOrphan(workDir);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(existsSync(lock)).toBe(false);
});

test("somebody's own darktable, which has the number by chance, is left in peace", async () => {
  const { workDir, child, lock } = await stage(() => join(tmpdir(), 'darktable'));
  endOrphan(workDir);
  child.stdin.write('?');
  expect(String(await once(child.stdout, 'data'))).toBe('?');
  expect(existsSync(lock)).toBe(false);
});

test('without a lock there is nothing to do', () => {
  expect(() => endOrphan(join(tmpdir(), 'safelight-nowhere'))).not.toThrow();
});
