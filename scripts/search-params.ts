/**
 * Looks for parameters that Safelight lets through and darktable does not bear: random ones within the limits and rules of every module and
 * version, edges preferred, rendered by a real darktable-cli. What ends it, or keeps it busy without end, is printed, by itself
 * and ready to be looked into.
 *
 *   npm run search-params -- [--seed 1] [--per-version 5] [--modules exposure,crop] [--darktable-cli "chroot DIR darktable-cli"]
 *                            [--patience 20] [--batch 60] [--folder DIR]
 *
 * Ends with 1 when something was found. docs/module-layouts.md tells what becomes of a finding.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { moduleLayouts } from '../src/darktable/layouts.ts';
import { decodeParams } from '../src/darktable/params-decode.ts';
import { assetsDir } from '../src/package-files.ts';
import { randomNumbers, randomParams } from '../src/testing/random-params.ts';
import { renderCases, type RenderCase } from '../src/testing/render-cases.ts';
import { knownTexts } from '../src/testing/known-texts.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    'per-version': { type: 'string', default: '5' },
    modules: { type: 'string' },
    'darktable-cli': { type: 'string', default: 'darktable-cli' },
    patience: { type: 'string', default: '20' },
    batch: { type: 'string', default: '60' },
    folder: { type: 'string' },
  },
});
const seed = Number(options.seed);
const perVersion = Number(options['per-version']);
const wanted = options.modules?.split(',');
const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'safelight-search-'));
const run = { cli: options['darktable-cli'].split(' '), folder, patienceSeconds: Number(options.patience) };

interface Sample extends RenderCase {
  operation: string;
  version: number;
  params: Buffer;
}

const operations = readdirSync(join(assetsDir, 'layouts')).map((file) => file.replace('.json', ''));
const samples: Sample[] = [];
let unmet = 0;
for (const operation of operations) {
  if (wanted && !wanted.includes(operation)) continue;
  for (const [version, layout] of Object.entries(moduleLayouts(operation)!.versions)) {
    const random = randomNumbers(seed * 1_000_003 + hash(`${operation} ${version}`));
    for (let sample = 0; sample < perVersion; sample += 1) {
      const params = randomParams(layout, random, { sample, texts: knownTexts[operation] ?? {} });
      if (params === null) {
        unmet += 1;
        continue;
      }
      const blob = Buffer.from(params);
      const step = { operation, version: Number(version), params: blob };
      samples.push({ ...step, kind: random() < 0.6 ? 'raw' : 'jpeg', history: [step] });
    }
  }
}

/** A seed for each module and version: what is searched of one does not depend on the others. */
function hash(text: string): number {
  return Buffer.from(text).reduce((sum, letter) => Math.imul(sum, 31) + letter, 7) >>> 0;
}

const found = { crash: 0, hang: 0, nothing: 0 };
const size = Number(options.batch);
for (let start = 0; start < samples.length; start += size) {
  const batch = samples.slice(start, start + size);
  const outcomes = await renderCases(batch, run);
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome === 'rendered') continue;
    found[outcome] += 1;
    const sample = batch[index]!;
    const [alone] = await renderCases([sample], run);
    report(sample, outcome, alone!);
  }
  console.error(`${Math.min(start + size, samples.length)} of ${samples.length}: ${JSON.stringify(found)}`);
}

function report({ operation, version, params, kind }: Sample, outcome: string, alone: string): void {
  const layout = moduleLayouts(operation)!.versions[String(version)]!;
  const text = JSON.stringify(decodeParams(layout, params));
  console.log(
    `${outcome}${alone === outcome ? '' : ` (alone: ${alone})`}\t${operation} ${version}\t${kind}\t${text.slice(0, 1500)}\t${params.length > 3000 ? `${params.length} bytes` : params.toString('base64')}`,
  );
}

if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
console.log(
  `${operations.length} modules, ${samples.length} samples (${unmet} more met no rule): ${found.crash} crashes, ${found.hang} hangs, ${found.nothing} not rendered`,
);
process.exit(found.crash + found.hang > 0 ? 1 : 0);
