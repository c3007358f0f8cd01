/**
 * `npm test`: everything. Lint and types, unit and integration tests (vitest), the browser (Playwright).
 * Ends with the totals of all of them in one plain line.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installSystemPackages } from './system-packages.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'safelight-reports-'));
let passed = 0;
let failed = 0;

/** Runs one of the project's tools in Node 26; true when it ended well. */
function run(what: string, script: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n── ${what}`);
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** Counts a step that either holds or does not. */
function step(what: string, holds: boolean): void {
  if (holds) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED: ${what}`);
  }
}

/** Adds the totals of a runner's report; a runner that wrote none, or ran nothing, has failed. */
function count(what: string, endedWell: boolean, read: () => { passed: number; failed: number }): void {
  let totals: { passed: number; failed: number };
  try {
    totals = read();
  } catch {
    totals = { passed: 0, failed: 0 };
  }
  if (totals.passed + totals.failed === 0 || (!endedWell && totals.failed === 0)) totals.failed += 1;
  passed += totals.passed;
  failed += totals.failed;
  if (totals.failed > 0) console.log(`FAILED: ${what}`);
}

const report = (name: string): unknown => JSON.parse(readFileSync(join(reports, name), 'utf8'));

const missing = installSystemPackages();
if (missing.length > 0)
  console.log(`The tests need programs that this machine does not have:\n  ${missing.join('\n  ')}`);
step('system packages', missing.length === 0);

if (missing.length === 0) {
  step('types', run('types', 'typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json']));
  step(
    'types of the browser client',
    run('types of the browser client', 'typescript/bin/tsc', ['--noEmit', '-p', 'src/web/tsconfig.json']),
  );
  step('lint', run('lint', 'eslint/bin/eslint.js', ['.']));
  step(
    'rooms',
    run('rooms', 'dependency-cruiser/bin/dependency-cruise.mjs', ['--config', 'scripts/dependency-rules.js', 'src']),
  );
  step('format', run('format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']));

  const unit = run('unit and integration tests', 'vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'unit.json')}`,
  ]);
  count('unit and integration tests', unit, () => {
    const { numPassedTests, numTotalTests } = report('unit.json') as { numPassedTests: number; numTotalTests: number };
    // What was skipped did not pass.
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
  });

  const browser = run(
    'browser tests',
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json'),
    },
  );
  count('browser tests', browser, () => {
    const { stats } = report('browser.json') as {
      stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    };
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
  });
}

rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
