/**
 * Searches for parameters that Safelight allows but darktable cannot handle: random ones within the limits and rules of every
 * module and version, preferably at the edges, rendered by a real darktable-cli. Parameters that crash it, or keep it busy
 * for ever, are printed separately, ready for investigation.
 *
 *   npm run search-params -- [--seed 1] [--per-version 5] [--modules exposure,crop] [--darktable-cli "chroot DIR darktable-cli"]
 *                            [--together 1] [--patience 20] [--batch 60] [--folder DIR]
 *
 * With --together 4 each picture gets four modules: one may make pixels that the next one cannot handle.
 *
 * Exit code 1 when something was found. docs/module-layouts.md says what to do with a finding.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { layoutOf, moduleLayouts } from '../../../src/darktable/layouts.ts';
import { decodeParams } from '../../../src/darktable/params-decode.ts';
import { assetsDir } from '../../../src/platform/package-files.ts';
import { randomNumbers, randomParams } from '../../../src/testing/random-params.ts';
import type { HistoryStep } from '../../../src/testing/pictures/xmp-sidecar.ts';
import { renderCases, type Outcome, type RenderCase } from '../../../src/testing/render-cases.ts';
import { knownTexts } from '../../../src/testing/known-texts.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    'per-version': { type: 'string', default: '5' },
    modules: { type: 'string' },
    'darktable-cli': { type: 'string', default: 'darktable-cli' },
    together: { type: 'string', default: '1' },
    patience: { type: 'string', default: '20' },
    batch: { type: 'string', default: '60' },
    folder: { type: 'string' },
  },
});
const seed = Number(options.seed);
const together = Number(options.together);
const perVersion = Number(options['per-version']);
const wanted = options.modules?.split(',');
const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'safelight-search-'));
const run = { cli: options['darktable-cli'].split(' '), folder, patienceSeconds: Number(options.patience) };

const operations = readdirSync(join(assetsDir, 'layouts')).map((file) => file.replace('.json', ''));
const steps: HistoryStep[] = [];
let unmet = 0;
for (const operation of operations) {
  if (wanted && !wanted.includes(operation)) continue;
  for (const [version, layout] of Object.entries(moduleLayouts(operation)!.versions)) {
    const random = randomNumbers(seed * 1_000_003 + hash(`${operation} ${version}`));
    for (let sample = 0; sample < perVersion; sample += 1) {
      const params = randomParams(layout, random, { sample, texts: knownTexts[operation] ?? {} });
      if (params) steps.push({ operation, version: Number(version), params: Buffer.from(params) });
      else unmet += 1;
    }
  }
}
const cases = together === 1 ? steps.map((step) => caseOf([step], hash(step.params))) : mixed(randomNumbers(seed));

/** A seed for each module and version, so that searches do not depend on each other. */
function hash(text: string | Buffer): number {
  return Buffer.from(text).reduce((sum, letter) => Math.imul(sum, 31) + letter, 7) >>> 0;
}

function caseOf(history: HistoryStep[], chance: number): RenderCase {
  return { kind: chance % 5 < 3 ? 'raw' : 'jpeg', history };
}

/** Steps of different modules, several in each history. */
function mixed(random: () => number): RenderCase[] {
  const left = steps
    .map((step) => ({ step, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ step }) => step);
  const histories: HistoryStep[][] = [];
  while (left.length > 0) {
    const history: HistoryStep[] = [];
    for (let at = 0; at < left.length && history.length < together; at += 1) {
      if (history.some(({ operation }) => operation === left[at]!.operation)) continue;
      history.push(...left.splice(at, 1));
      at -= 1;
    }
    histories.push(history);
  }
  return histories.map((history) => caseOf(history, Math.floor(random() * 5)));
}

const found = { crash: 0, hang: 0, nothing: 0 };
const size = Number(options.batch);
for (let start = 0; start < cases.length; start += size) {
  const batch = cases.slice(start, start + size);
  const outcomes = await renderCases(batch, run);
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome === 'rendered') continue;
    found[outcome] += 1;
    await report(batch[index]!, outcome);
  }
  console.error(`${Math.min(start + size, cases.length)} of ${cases.length}: ${JSON.stringify(found)}`);
}

/** Prints the steps that are needed, and whether each causes it alone. */
async function report(one: RenderCase, outcome: Outcome): Promise<void> {
  const again = async (history: HistoryStep[]) => (await renderCases([{ ...one, history }], run))[0]!;
  const alone = await again(one.history);
  let history = one.history;
  if (alone === outcome) {
    for (const step of one.history) {
      const less = history.filter((other) => other !== step);
      if (less.length > 0 && (await again(less)) === outcome) history = less;
    }
  }
  for (const { operation, version, params } of history) {
    const text = JSON.stringify(decodeParams(layoutOf(operation, version)!, params));
    const blob = params.length > 3000 ? `${params.length} bytes` : params.toString('base64');
    const what = `${outcome}${alone === outcome ? '' : ` (alone: ${alone})`}`;
    console.log([what, `${operation} ${version}`, one.kind, text.slice(0, 1500), blob].join('\t'));
  }
}

if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
console.log(
  `${steps.length} samples (${unmet} more met no rule) in ${cases.length} pictures: ${found.crash} crashes, ${found.hang} hangs, ${found.nothing} not rendered`,
);
process.exit(found.crash + found.hang > 0 ? 1 : 0);
