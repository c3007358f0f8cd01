/**
 * `npm run bench`: compares Safelight with plain servers in the same run, measures what it needs, and checks that it costs
 * darktable nothing.
 *
 *   npm run bench -- [--quick] [--images N,…] [--only GROUP,…] [--json] [--docs]
 *
 * --images: sizes of the generated libraries; default 10000,100000; try 1000000. --json: also writes the results to
 * bench-results/. TMPDIR: the folder, and so the disk, for the libraries. --docs: puts the table into docs/performance.md.
 * Exit code 1 when a limit is missed. Figures from a busy machine mean little.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { BenchLibraries } from './bench-library.ts';
import type { BenchRun } from './bench-run.ts';
import { benchAgents } from './agents-bench.ts';
import { benchEdits } from './edits-bench.ts';
import { benchFarm } from './farm-bench.ts';
import { benchFilters, benchOffset } from './filters-bench.ts';
import { benchGallery } from './gallery-bench.ts';
import { LoadGenerator } from './load.ts';
import { benchFreshness, benchLocks } from './lock-bench.ts';
import { benchMemory } from './memory-bench.ts';
import { benchPictures } from './pictures-bench.ts';
import { benchOrganising } from './organise-bench.ts';
import { printHeader, printResult, printSummary, writeJson, writeTable } from './report.ts';
import { holds, type Result } from './result.ts';
import { benchPublishing } from './publishing-bench.ts';
import { benchSameUrl } from './same-url-bench.ts';
import { benchStart } from './start-bench.ts';

const groups: Record<string, (bench: BenchRun) => Promise<void>> = {
  gallery: benchGallery,
  filters: benchFilters,
  offset: benchOffset,
  edits: benchEdits,
  organising: benchOrganising,
  pictures: benchPictures,
  start: benchStart,
  memory: benchMemory,
  freshness: benchFreshness,
  locks: benchLocks,
  'same-url': benchSameUrl,
  farm: benchFarm,
  agents: benchAgents,
  publishing: benchPublishing,
};

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    images: { type: 'string', default: '10000,100000' },
    only: { type: 'string', default: Object.keys(groups).join(',') },
    json: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
});
const sizes = options.images
  .split(',')
  .map(Number)
  .sort((a, b) => a - b);
const chosen = options.only.split(',');
const unknown = chosen.filter((name) => !(name in groups));
if (unknown.length > 0 || sizes.some((size) => !(Number.isInteger(size) && size >= 1000))) {
  console.error(`--only takes ${Object.keys(groups).join(', ')}; --images takes numbers from 1000 on.`);
  process.exit(2);
}

const results: Result[] = [];
const libraries = new BenchLibraries();
const generator = new LoadGenerator();
const cleanUp = () => {
  generator.stop();
  libraries.close();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    cleanUp();
    process.exit(130);
  });
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const machine = {
  safelight: version,
  node: process.version,
  cores: availableParallelism(),
  loadBefore: Number(loadavg()[0]!.toFixed(2)),
  isQuick: options.quick,
  at: new Date().toISOString(),
};
printHeader(machine);
try {
  for (const group of chosen) {
    console.log(`\n${group}`);
    const report: BenchRun['report'] = (result) => {
      results.push({ group, ...result });
      printResult(results.at(-1)!);
    };
    try {
      await groups[group]!({ libraries, generator, sizes, isQuick: options.quick, report });
    } catch (error) {
      console.error(error);
      report({
        name: `${group} could not be measured`,
        value: NaN,
        unit: '%',
        limit: { least: 0 },
        detail: String(error),
      });
    }
  }
} finally {
  cleanUp();
}
printSummary(results);
if (options.json) writeJson(machine, results);
if (options.docs) writeTable(machine, results);
process.exit(results.every((result) => holds(result) !== false) ? 0 : 1);
