/**
 * `npm test`: everything. Lint and types, unit and integration tests (vitest), the browser (Playwright), random requests (fuzz), killed
 * processes (chaos); in CI also `npm run test:machines`.
 * Ends with the totals of all of them in one plain line.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checks } from './checks.ts';
import { whyNoSystems } from './chroots/debian-system.ts';
import { runTool } from './run-tool.ts';
import { forTests, installSystemPackages } from './system-packages.ts';

const reports = mkdtempSync(join(tmpdir(), 'safelight-reports-'));
let passed = 0;
let failed = 0;

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

/** Runs vitest and adds its totals. */
function vitest(what: string, ...args: string[]): void {
  const file = `${what}.json`;
  const endedWell = runTool(what, 'vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, file)}`,
    ...args,
  ]);
  count(what, endedWell, () => {
    const { numPassedTests, numTotalTests } = report(file) as { numPassedTests: number; numTotalTests: number };
    // What was skipped did not pass.
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
  });
}

const missing = installSystemPackages(forTests);
if (missing !== null) console.log(missing);
step('system packages', missing === null);

if (missing === null) {
  for (const { what, script, args } of checks) step(what, runTool(what, script, args));

  vitest('unit and integration tests');

  const browser = runTool(
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

  // The same requests and kills each time: what a seed finds, it finds again.
  step('fuzz', runTool('random requests', '../scripts/fuzz.ts', ['--requests', '20000', '--seed', '1']));
  step('chaos', runTool('killed processes', '../scripts/chaos.ts', ['--rounds', '12', '--seed', '1']));

  const noMachines = process.env.CI === 'true' ? whyNoSystems() : 'npm run test:machines runs them';
  if (noMachines === null) vitest('clean machines', '--config', 'scripts/machines/vitest.config.ts');
  else console.log(`\n── clean machines\nNot run and not counted: ${noMachines}.`);
}

rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
