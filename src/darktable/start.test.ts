import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDarktable, StartError } from './start.ts';

/**
 * A program that records that it ran, opens the library like darktable when told to (a lock with its pid), and stays.
 */
function stage(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-start-'));
  const library = join(folder, 'library.db');
  const program = join(folder, 'darktable');
  const runs = join(folder, 'runs');
  writeFileSync(library, '');
  writeFileSync(runs, '');
  writeFileSync(program, `#!/bin/sh\necho "$$ $*" >> '${runs}'\n${script.replaceAll('LIBRARY', library)}\n`);
  chmodSync(program, 0o755);
  const started = () => readFileSync(runs, 'utf8').split('\n').filter(Boolean);
  onTestFinished(() => {
    for (const line of started()) {
      try {
        process.kill(-Number.parseInt(line, 10), 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    library,
    program,
    started,
    start: () => startDarktable({ app: [program], args: ['--library', library], library }),
  };
}

test('once, however often it is asked for, while it starts and when it runs', async () => {
  const on = stage(`sleep 2; printf $$ > LIBRARY.lock; sleep 60`);
  expect(await Promise.all([on.start(), on.start()])).toEqual([{ status: 'starting' }, { status: 'starting' }]);
  expect(on.started()).toEqual([expect.stringMatching(/^\d+ --library .*library\.db$/)]);
  await vi.waitFor(() => expect(existsSync(`${on.library}.lock`)).toBe(true), 10_000);
  const pid = Number.parseInt(on.started()[0]!, 10);
  expect(await on.start()).toEqual({ status: 'running', pid });
  expect(on.started()).toHaveLength(1);
});

test('one that ends at once is told, and may be tried again', async () => {
  const on = stage('exit 3');
  await expect(on.start()).rejects.toThrow(StartError);
  await expect(on.start()).rejects.toThrow('exit code 3');
  expect(on.started()).toHaveLength(2);
});

test('a launcher that hands over and ends in order has started it', async () => {
  const on = stage('exit 0');
  expect(await on.start()).toEqual({ status: 'starting' });
  expect(on.started()).toHaveLength(1);
});

test('a program that is not there', async () => {
  const on = stage('');
  rmSync(on.program);
  await expect(on.start()).rejects.toThrow(/ENOENT/);
});
