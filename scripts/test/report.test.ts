import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Told } from './report.ts';

const root = join(import.meta.dirname, '../..');

/** What the reporter of a runner tells of a test file with this content. */
async function told(runner: string, args: readonly string[], name: string, content: string): Promise<Told[]> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-reporter-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'e2e'));
  writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, 'e2e/playwright.config.ts'), 'export default {};');
  // The environment of the runner that runs this is not handed on.
  const outside = Object.entries(process.env).filter(([key]) => !/VITEST|^TEST$|NODE_ENV|COLOR|SAFELIGHT/.test(key));
  const env = { ...Object.fromEntries(outside), NO_COLOR: '1', FORCE_COLOR: '0' };
  const child = spawn(process.execPath, [join(root, 'node_modules', runner), ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
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

const reporter = (name: string) => `--reporter=${join(root, 'scripts/test', name)}`;
const vitest = ['vitest/vitest.mjs', ['run', reporter('vitest-reporter.ts')]] as const;
const playwright = [
  '@playwright/test/cli.js',
  ['test', '--config', 'e2e/playwright.config.ts', reporter('playwright-reporter.ts')],
] as const;

test.each([
  ['vitest', ...vitest, 'vitest', 'sums.test.ts', 'expected 2 to be 3', 'npm run test:unit -- sums.test.ts -t', 1],
  [
    'Playwright',
    ...playwright,
    '@playwright/test',
    'e2e/sums.spec.ts',
    'Expected: 3',
    'npm run test:e2e -- e2e/sums.spec.ts -g',
    3,
  ],
] as const)(
  '%s: what failed comes with its reason and with the command that repeats it; what was skipped is told',
  async (_, runner, args, library, file, why, again, of) => {
    const all = await told(runner, args, file, `import { expect, test } from '${library}';${tests}`);
    expect(failures(all)).toEqual([
      {
        what: `${file} > fails (1 + 1)`,
        why: expect.stringContaining(why) as string,
        again: `${again} "fails .1 . 1."`,
      },
    ]);
    expect(all).toContainEqual({ kind: 'skipped', what: `${file} > is skipped` });
    // vitest counts files, Playwright tests.
    expect(lastProgress(all)).toEqual({ kind: 'progress', done: of, of, passed: 1 });
  },
);

test('vitest: a file that cannot be loaded, or has no tests, has failed', async () => {
  const all = await told(...vitest, 'sums.test.ts', "throw new Error('not today');");
  expect(failures(all)).toEqual([expect.objectContaining({ what: 'sums.test.ts > the file' })]);
  expect(failures(all)[0]!.why).toContain('not today');
});
