/**
 * `npm test`: what a change is judged by, in ten minutes; with `--all` (`npm run test:all`) everything that one machine can try.
 *
 *   npm test -- [--all] [--changed] [--dry-run] [--report FILE]
 *
 * The sources are checked first, then come the parts of `scripts/test/parts.ts`; with `--changed` only what the files that are not committed
 * touch. What this computer lacks is named and not run; with
 * CI=true that is a failure. `--dry-run` says what would be run, and what is lacking. The last line has the totals of all runners.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { whyNoSystems } from './chroots/debian-system.ts';
import { natsServer, oldNatsServer, whyNoNatsServer } from '../../src/testing/nats-server.ts';
import {
  forBrowser,
  forDarktable,
  forUnitTests,
  howToGet,
  installSystemPackages,
  missingOf,
} from './system-packages.ts';
import { changedFiles, partsOfChange, sourcesOfChange } from './changed.ts';
import { neededPrograms } from './needed-programs.ts';
import { type Group, type Part, quick, rest, sources } from './parts.ts';
import { minutes, Progress } from './progress.ts';
import type { Failure, TestFile } from './report.ts';
import { runPart } from './run-part.ts';

const values = options();
const changed = values.changed ? changedFiles() : null;
const checked = changed === null ? sources : sourcesOfChange(changed);
const groupsWithout = (files: readonly string[]) =>
  changed === null ? [...quick(files), ...(values.all ? rest : [])] : partsOfChange(changed, files);

const progress = new Progress([checked, ...groupsWithout([])].flatMap(({ parts }) => parts));
const reported: { part: string; seconds: number; processorSeconds: number | null; files: TestFile[] }[] = [];
const notRun: string[] = [];
let [passed, failed] = [0, 0];

// The sources are checked while packages of the system arrive.
const isDryRun = values['dry-run'] === true;
const checking = isDryRun ? null : runGroup(checked);
if (!isDryRun) await installSystemPackages({ ...forUnitTests, ...forDarktable, ...forBrowser });
const noSystems = whyNoSystems();
const leftOut = Object.keys(neededPrograms).filter((program) => {
  const how = howToHave(program);
  if (how !== null) leave(`${neededPrograms[program]!.join(', ')} (${how})`);
  return how !== null;
});
await checking;
if (isDryRun) {
  for (const part of [checked, ...groupsWithout([])].flatMap(({ parts }) => parts)) {
    const why = whyNot(part);
    console.log(`${part.name}: ${why === null ? `about ${minutes(part.usualSeconds)}` : `not here (${why})`}`);
  }
  for (const what of notRun) console.log(`not here: ${what}`);
  process.exit(0);
}
for (const group of groupsWithout(leftOut.flatMap((program) => neededPrograms[program]!))) await runGroup(group);

if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(reported, null, 1));
if (notRun.length > 0) console.log(`\nNot run here: ${notRun.join('; ')}`);
list(progress.failures);
console.log(`\n${minutes(progress.seconds)} in all\n\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function list(failures: readonly Failure[]): void {
  if (failures.length === 0) return;
  console.log(`\nFAILED:\n${failures.map(({ what, again }) => `  ${what}\n    ${again}`).join('\n')}`);
}

function options() {
  try {
    return parseArgs({
      options: {
        all: { type: 'boolean' },
        changed: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        report: { type: 'string' },
      },
    }).values;
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

/** Runs the parts of a group beside each other, as many at once as it says. */
async function runGroup({ parts, atOnce }: Group): Promise<void> {
  const next = parts.values();
  const lane = async () => {
    for (const part of next) await run(part);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, parts.length) }, lane));
}

async function run(part: Part): Promise<void> {
  const why = whyNot(part);
  if (why !== null) {
    progress.at(part.name, 1, 1);
    leave(`${part.name} (${why})`);
    return;
  }
  const files: TestFile[] = [];
  const outcome = await runPart(part, {
    progress: (done, of) => progress.at(part.name, done, of),
    failed: (failure) => progress.fail(failure),
    skipped: leave,
    file: (file) => files.push(file),
  });
  progress.at(part.name, 1, 1);
  passed += outcome.passed;
  failed += outcome.failed;
  const { seconds, processorSeconds } = outcome;
  reported.push({ part: part.name, seconds, processorSeconds, files });
  const counted = part.hasTests
    ? `${outcome.passed} passed, ${outcome.failed} failed`
    : outcome.failed === 0
      ? 'passed'
      : 'failed';
  progress.say(`── ${part.name}: ${counted} (${minutes(seconds)})`);
}

/** Why this computer cannot run a part; null: it can. */
function whyNot({ needs = {}, needsSystems = false }: Part): string | null {
  const missing = missingOf(needs);
  if (missing.length > 0) return howToGet(missing, needs);
  return needsSystems ? noSystems : null;
}

/** How to get a program that single tests need; null: it is there. */
function howToHave(program: string): string | null {
  if (program !== 'nats-server')
    return missingOf(forUnitTests).includes(program) ? howToGet([program], forUnitTests) : null;
  const why = whyNoNatsServer();
  if (why !== null || isDryRun) return why;
  natsServer();
  oldNatsServer();
  return null;
}

/** Something is not run here. */
function leave(what: string): void {
  notRun.push(what);
  if (process.env.CI !== 'true') return;
  failed += 1;
  progress.say(`FAILED: not run: ${what}`);
}
