import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Told } from './report.ts';

const root = join(import.meta.dirname, '../..');

/** What the reporter of a runner tells of a test file with this content. */
async function told(runner: string, args: string[], name: string, content: string): Promise<Told[]> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-reporter-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'e2e'));
  writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, 'e2e/playwright.config.ts'), 'export default {};');
  // The environment of the runner that runs this is not handed on.
  const outside = Object.entries(process.env).filter(([key]) => !/VITEST|^TEST$|NODE_ENV|COLOR/.test(key));
  const env = { ...Object.fromEntries(outside), NO_COLOR: '1', FORCE_COLOR: '0' };
  const child = spawn(process.execPath, [join(root, 'node_modules', runner), ...args], {
    ...{ cwd: folder, env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  });
  const all: Told[] = [];
  // Playwright colors what it expected, whatever the environment says.
  child.on('message', (one: Told) => all.push(JSON.parse(plain(JSON.stringify(one))) as Told));
  await new Promise((resolve) => child.once('close', resolve));
  return all;
}

/** JSON without the colors of a terminal. */
const plain = (json: string) => json.replaceAll(/\\u001b\[\d+m/g, '');

const failures = (all: readonly Told[]) => all.flatMap((one) => (one.kind === 'failure' ? [one.failure] : []));
const lastProgress = (all: readonly Told[]) => all.findLast((one) => one.kind === 'progress');

const tests = `
test('holds', () => {});
test('fails (1 + 1)', () => { expect(1 + 1).toBe(3); });
test.skip('is skipped', () => {});
`;

test('vitest: what failed comes with its reason and with the command that repeats it; what was skipped is told', async () => {
  const reporter = `--reporter=${join(root, 'scripts/test/vitest-reporter.ts')}`;
  const content = `import { expect, test } from 'vitest';${tests}`;
  const all = await told('vitest/vitest.mjs', ['run', reporter], 'sums.test.ts', content);
  expect(failures(all)).toEqual([
    {
      what: 'sums.test.ts > fails (1 + 1)',
      why: expect.stringContaining('expected 2 to be 3') as string,
      again: 'npm run test:unit -- sums.test.ts -t "fails .1 . 1."',
      isOneTest: true,
    },
  ]);
  expect(all).toContainEqual({ kind: 'skipped', what: 'sums.test.ts > is skipped' });
  expect(lastProgress(all)).toEqual({ kind: 'progress', done: 1, of: 1, passed: 1 });
});

test('vitest: a file that cannot be loaded, or has no tests, has failed', async () => {
  const reporter = `--reporter=${join(root, 'scripts/test/vitest-reporter.ts')}`;
  const all = await told('vitest/vitest.mjs', ['run', reporter], 'sums.test.ts', "throw new Error('not today');");
  expect(failures(all)).toEqual([expect.objectContaining({ what: 'sums.test.ts > the file' })]);
  expect(failures(all)[0]!.why).toContain('not today');
});

test('Playwright: the same', async () => {
  const args = [
    'test',
    '--config',
    'e2e/playwright.config.ts',
    `--reporter=${join(root, 'scripts/test/playwright-reporter.ts')}`,
  ];
  const content = `import { expect, test } from '@playwright/test';${tests}`;
  const all = await told('@playwright/test/cli.js', args, 'e2e/sums.spec.ts', content);
  expect(failures(all)).toEqual([
    {
      what: 'e2e/sums.spec.ts > fails (1 + 1)',
      why: expect.stringContaining('Expected: 3') as string,
      again: 'npm run test:e2e -- e2e/sums.spec.ts -g "fails .1 . 1."',
      isOneTest: true,
    },
  ]);
  expect(all).toContainEqual({ kind: 'skipped', what: 'e2e/sums.spec.ts > is skipped' });
  expect(lastProgress(all)).toEqual({ kind: 'progress', done: 3, of: 3, passed: 1 });
});
