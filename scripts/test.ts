/**
 * `npm test`: everything. Lint and types, unit and integration tests (vitest), the browser (Playwright), random
 * requests (fuzz), killed processes (chaos), also of machines that render (a quick `npm run test:farm`); in CI also `npm run test:machines` and a quick part of `npm run test:packages`. A few tests that failed are run once more, alone:
 * one that passes then is named at the end (docs/decisions/0022-a-second-run.md). The last line has the totals of all.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checks } from './checks.ts';
import { whyNoSystems } from './chroots/debian-system.ts';
import { natsServer, oldNatsServer } from './nats-server.ts';
import { ownTarget } from './packages/targets.ts';
import { runBeside, runTool } from './run-tool.ts';
import { forTests, installSystemPackages } from './system-packages.ts';
import {
  isPlaywrightRunAgain,
  type PlaywrightReport,
  playwrightTotals,
  playwrightTotalsOfBoth,
  type Totals,
  type VitestReport,
  vitestFilesAgain,
  vitestTotals,
  vitestTotalsOfBoth,
} from './test-totals.ts';

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

/** Tests that failed in the first run and passed in the second. */
const passedAgain: string[] = [];

/** Adds the totals of a runner. One without a report, without tests, or that failed for another reason than a test, has failed. */
function count(what: string, endedWell: boolean, totals: Totals | null): void {
  const { passed: good, failed: bad, again } = totals ?? { passed: 0, failed: 0, again: [] };
  const isOdd = good + bad === 0 || (!endedWell && bad === 0);
  passed += good;
  failed += isOdd ? bad + 1 : bad;
  passedAgain.push(...again);
  if (isOdd || bad > 0) console.log(`FAILED: ${what}`);
}

/** Null when there is none, or one that cannot be read. */
function report(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(reports, `${name}.json`), 'utf8'));
  } catch {
    return null;
  }
}

type Run = (what: string, script: string, args: string[]) => boolean | Promise<boolean>;

/** Runs vitest and adds its totals. */
async function vitest(run: Run, what: string, ...args: string[]): Promise<void> {
  const runWith = async (name: string, ...files: string[]) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, `${name}.json`)}`];
    const endedWell = await run(name, 'vitest/vitest.mjs', ['run', ...reporters, ...args, ...files]);
    return { endedWell, report: report(name) as VitestReport | null };
  };
  const first = await runWith(what);
  const files = first.report === null ? [] : vitestFilesAgain(first.report);
  if (first.report === null || files.length === 0) {
    count(what, first.endedWell, first.report && vitestTotals(first.report));
    return;
  }
  const second = await runWith(`${what}, those that failed`, ...files);
  count(what, second.endedWell, vitestTotalsOfBoth(first.report, second.report ?? { testResults: [] }));
}

/** Runs Playwright and adds its totals. */
function playwright(what: string): void {
  const runWith = (name: string, ...args: string[]) => {
    const endedWell = runTool(
      ...([name, '@playwright/test/cli.js'] as const),
      ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...args],
      { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, `${name}.json`) },
    );
    return { endedWell, report: report(name) as PlaywrightReport | null };
  };
  // Traces of tests that pass would take a quarter of the processor's time.
  const first = runWith(what, '--trace=off');
  if (first.report === null || !isPlaywrightRunAgain(first.report)) {
    count(what, first.endedWell, first.report && playwrightTotals(first.report));
    return;
  }
  const second = runWith(`${what}, those that failed`, '--last-failed', '--workers=1', '--trace=retain-on-failure');
  const totals =
    second.report === null ? playwrightTotals(first.report) : playwrightTotalsOfBoth(first.report, second.report);
  count(what, second.endedWell, totals);
}

/** Makes the package of this processor, and tries it on a clean machine. */
async function onePackage(): Promise<void> {
  const args = ['--quick', '--only', ownTarget.name];
  const isMade = await runBeside('a package', '../scripts/packages/package.ts', args);
  step('a package', isMade);
  if (isMade)
    await vitest(runBeside, 'a package on a clean machine', '--config', 'scripts/packages/vitest.quick.config.ts');
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
// Before many tests at once look for it.
try {
  natsServer();
  oldNatsServer();
} catch (error) {
  console.log(String(error));
}
await checking;

if (missing === null) {
  for (const { what, holds } of checked) step(what, holds);

  await vitest(runTool, 'unit and integration tests');

  playwright('browser tests');

  const farmQuick = ['--jobs', '600', '--kills', '12', '--workers', '3', '--seed', '1'];
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
    runBeside('machines that render', '../scripts/farm/test-farm.ts', farmQuick).then((holds) => step('farm', holds)),
    noMachines === null && vitest(runBeside, 'clean machines', '--config', 'scripts/machines/vitest.config.ts'),
    noMachines === null && onePackage(),
  ]);
  if (noMachines !== null) console.log(`\n── clean machines\nNot run and not counted: ${noMachines}.`);
}

rmSync(reports, { recursive: true, force: true });
if (passedAgain.length > 0)
  console.log(`\nFailed once, and passed in a second run:\n${passedAgain.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
