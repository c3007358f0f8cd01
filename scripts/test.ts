/**
 * `npm test`: everything. Lint and types, unit and integration tests (vitest), the browser (Playwright), random
 * requests (fuzz), killed processes (chaos); in CI also `npm run test:machines`. Ends with the totals of all of them in
 * one plain line.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checks } from './checks.ts';
import { whyNoSystems } from './chroots/debian-system.ts';
import { runBeside, runTool } from './run-tool.ts';
import { forTests, installSystemPackages } from './system-packages.ts';

const reports = mkdtempSync(join(tmpdir(), 'safelight-reports-'));
let passed = 0;
let failed = 0;

/** Counts a step that either passes or fails. */
function step(what: string, holds: boolean): void {
  if (holds) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED: ${what}`);
  }
}

/** Adds the totals of a runner's report; a runner without a report, or without tests, has failed. */
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
async function vitest(
  run: (what: string, script: string, args: string[]) => boolean | Promise<boolean>,
  what: string,
  ...args: string[]
): Promise<void> {
  const file = `${what}.json`;
  const endedWell = await run(what, 'vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, file)}`,
    ...args,
  ]);
  count(what, endedWell, () => {
    const { numPassedTests, numTotalTests } = report(file) as { numPassedTests: number; numTotalTests: number };
    // Skipped tests have not passed.
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
  });
}

/** Does something for each, two at a time. */
async function twoAtATime<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const next = items.values();
  const lane = async () => {
    for (const item of next) await act(item);
  };
  await Promise.all([lane(), lane()]);
}

// The sources are checked while packages of the system arrive.
const isUseless = new AbortController();
const checked: { what: string; holds: boolean }[] = [];
const checking = twoAtATime(checks, async ({ what, script, args }) => {
  if (!isUseless.signal.aborted) checked.push({ what, holds: await runBeside(what, script, args, isUseless.signal) });
});
const missing = await installSystemPackages(forTests);
if (missing !== null) {
  console.log(missing);
  isUseless.abort();
}
step('system packages', missing === null);
await checking;

if (missing === null) {
  for (const { what, holds } of checked) step(what, holds);

  await vitest(runTool, 'unit and integration tests');

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

  // These wait for answers, for kills and for downloads, so they go beside each other. The same requests and kills each time:
  // a seed's findings can be repeated.
  const noMachines = process.env.CI === 'true' ? whyNoSystems() : 'npm run test:machines runs them';
  await Promise.all([
    runBeside('random requests', '../scripts/fuzz.ts', ['--requests', '20000', '--seed', '1']).then((holds) =>
      step('fuzz', holds),
    ),
    runBeside('killed processes', '../scripts/chaos.ts', ['--rounds', '12', '--seed', '1']).then((holds) =>
      step('chaos', holds),
    ),
    noMachines === null && vitest(runBeside, 'clean machines', '--config', 'scripts/machines/vitest.config.ts'),
  ]);
  if (noMachines !== null) console.log(`\n── clean machines\nNot run and not counted: ${noMachines}.`);
}

rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
