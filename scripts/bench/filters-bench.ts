import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inThousands, loadOn, withSafelight, type BenchRun } from './bench-run.ts';
import { median, type LoadFigures } from './load.ts';
import { rivalsOf, startBaselines, stopAll } from './baselines.ts';
import { canMeasureProcesses, cpuSeconds } from './processes.ts';
import { FILTER_KINDS, NAME_KINDS } from './query-kinds.ts';
import { count } from './result.ts';

/**
 * The slowest hundredth of the answers to every kind of filter, search and order, each kind by itself and all in turn.
 */
export async function benchFilters(bench: BenchRun): Promise<void> {
  const rounds = bench.isQuick ? 1 : 3;
  const seconds = bench.isQuick ? 1 : 2;
  // The issue has no limit below 100,000 images; these figures are about the largest library.
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  await withSafelight(library, async (server) => {
    const measure = async (name: string, kinds: readonly string[], hasLimit = true) => {
      const runs: LoadFigures[] = [];
      /** Of the server's processor time, for each answer: of use where the machine is busy. */
      const microseconds: number[] = [];
      const used = () => (canMeasureProcesses ? cpuSeconds(server.pid) : NaN);
      for (let round = 0; round < rounds; round++) {
        const [before, begun] = [used(), performance.now()];
        const run = await loadOn(bench, server, { kinds: [...kinds], facts: library.facts, seconds, processes: 1 });
        const busy = (1000 * (used() - before)) / (performance.now() - begun);
        microseconds.push((1e6 * busy) / run.requestsPerSecond);
        runs.push(run);
      }
      const failures = runs.reduce((sum, run) => sum + run.failures, 0);
      const middle = (figure: 'p50' | 'worst' | 'requestsPerSecond') => median(runs.map((run) => run[figure]));
      bench.report({
        name: `p99 at ${inThousands(images)}: ${name}`,
        value: failures === 0 ? median(runs.map(({ p99 }) => p99)) : NaN,
        unit: 'ms',
        limit: hasLimit && images <= 100_000 ? { most: 10 } : null,
        detail:
          `median ${middle('p50').toFixed(1)} ms, slowest ${middle('worst').toFixed(0)} ms, ` +
          `${count(middle('requestsPerSecond'))}/s, ${median(microseconds).toFixed(0)} µs of processor each` +
          (failures > 0 ? `; failed: ${JSON.stringify(runs.map(({ statuses }) => statuses))}` : ''),
      });
    };
    await measureMachine(bench, await server.text('/api/v1/images'));
    for (const kind of FILTER_KINDS) await measure(kind, [kind]);
    await measure('all of these mixed', FILTER_KINDS);
    for (const kind of NAME_KINDS) await measure(kind, [kind]);
    await measure('a page of 500 anywhere', ['a large page'], false);
  });
}

/**
 * The machine's own share in the slowest hundredth: a bare server sends a page from memory. No figure below can be
 * better.
 */
async function measureMachine(bench: BenchRun, page: string): Promise<void> {
  const folder = join(bench.libraries.folder, 'a page');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'page'), page);
  const bare = await startBaselines([{ name: 'node:http', kind: 'http', contentType: 'application/json', folder }]);
  try {
    const seconds = bench.isQuick ? 1 : 5;
    const [rival] = rivalsOf(bare, bench.generator, { headers: {}, path: '/page', seconds, processes: 1 });
    const { p50, p99, worst } = await rival!.run();
    bench.report({
      name: 'p99 of bare node:http sending a page from memory, for comparison',
      value: p99,
      unit: 'ms',
      limit: null,
      detail: `median ${p50.toFixed(1)} ms, slowest ${worst.toFixed(0)} ms: what the machine adds`,
    });
  } finally {
    await stopAll(bare);
  }
}

/** A page near the end of the library against the first one, each with a new filter. */
export async function benchOffset(bench: BenchRun): Promise<void> {
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  const seconds = bench.isQuick ? 1 : 2;
  await withSafelight(library, async (server) => {
    const compareOffsets = async (name: string, kind: string) => {
      const ratios: number[] = [];
      const times: [number, number][] = [];
      for (let round = 0; round < (bench.isQuick ? 3 : 5); round++) {
        const first = await loadOn(bench, server, { kinds: [`${kind}, first`], facts: library.facts, seconds });
        const deep = await loadOn(bench, server, { kinds: [`${kind}, at 90 %`], facts: library.facts, seconds });
        ratios.push(first.requestsPerSecond / deep.requestsPerSecond);
        times.push([first.p50, deep.p50]);
      }
      const time = (index: 0 | 1) => median(times.map((pair) => pair[index])).toFixed(2);
      bench.report({
        name: `offset at 90 % of ${inThousands(images)}: times the first page, ${name}`,
        value: median(ratios),
        unit: '×',
        limit: { most: 3 },
        detail: `median ${time(0)} ms and ${time(1)} ms`,
      });
    };
    await compareOffsets('never asked before', 'page with a new filter');
    await compareOffsets('asked again and again', 'page');
  });
}
