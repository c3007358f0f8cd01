import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inThousands, loadOn, withSafelight, type BenchRun } from './bench-run.ts';
import { median, type LoadFigures } from './load.ts';
import { rivalsOf, startBaselines, stopAll } from './baselines.ts';
import type { Contender } from './comparison.ts';
import { canMeasureProcesses, cpuSeconds } from './processes.ts';
import { FILTER_KINDS, NAME_KINDS } from './query-kinds.ts';
import { count } from './result.ts';

/** What the slowest hundredth may be of that of a server that searches nothing: 10 ms where that one takes 2.5. */
const MOST_TIMES = 4;

/**
 * The slowest hundredth of the answers to every kind of filter, search and order, each kind by itself and all in turn, of that of a bare server that
 * sends a page from memory, which takes turns with it: what the machine and the generator of the load add.
 */
export async function benchFilters(bench: BenchRun): Promise<void> {
  const rounds = bench.isQuick ? 1 : 3;
  const seconds = bench.isQuick ? 1 : 2;
  // The issue has no limit below 100,000 images; these figures are about the largest library.
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  await withSafelight(library, async (server) => {
    await using bare = await barePage(bench, await server.text('/api/v1/images'), seconds);
    const measure = async (name: string, kinds: readonly string[], hasLimit = true) => {
      const runs: LoadFigures[] = [];
      const bareRuns: LoadFigures[] = [];
      /** Of the server's processor time, for each answer: of use where the machine is busy. */
      const microseconds: number[] = [];
      const used = () => (canMeasureProcesses ? cpuSeconds(server.pid) : NaN);
      for (let round = 0; round < rounds; round++) {
        bareRuns.push(await bare.run());
        const [before, begun] = [used(), performance.now()];
        const run = await loadOn(bench, server, { kinds: [...kinds], facts: library.facts, seconds, processes: 1 });
        const busy = (1000 * (used() - before)) / (performance.now() - begun);
        microseconds.push((1e6 * busy) / run.requestsPerSecond);
        runs.push(run);
      }
      const failures = runs.reduce((sum, run) => sum + run.failures, 0);
      const middle = (figure: 'p50' | 'p99' | 'worst' | 'requestsPerSecond') => median(runs.map((run) => run[figure]));
      bench.report({
        name: `p99 at ${inThousands(images)}, of a bare page: ${name}`,
        value: failures === 0 ? median(runs.map(({ p99 }, round) => p99 / bareRuns[round]!.p99)) : NaN,
        unit: '×',
        limit: hasLimit && images <= 100_000 ? { most: MOST_TIMES } : null,
        detail:
          `${middle('p99').toFixed(1)} ms, ${median(bareRuns.map(({ p99 }) => p99)).toFixed(1)} ms; median ${middle('p50').toFixed(1)} ms, slowest ${middle('worst').toFixed(0)} ms, ` +
          `${count(middle('requestsPerSecond'))}/s, ${median(microseconds).toFixed(0)} µs of processor each` +
          (failures > 0 ? `; failed: ${JSON.stringify(runs.map(({ statuses }) => statuses))}` : ''),
      });
    };
    for (const kind of FILTER_KINDS) await measure(kind, [kind]);
    await measure('all of these mixed', FILTER_KINDS);
    for (const kind of NAME_KINDS) await measure(kind, [kind]);
    await measure('a page of 500 anywhere', ['a large page'], false);
  });
}

/** A bare node:http that sends a page from memory. */
async function barePage(bench: BenchRun, page: string, seconds: number): Promise<Contender & AsyncDisposable> {
  const folder = join(bench.libraries.folder, 'a page');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'page'), page);
  const servers = await startBaselines([{ name: 'node:http', kind: 'http', contentType: 'application/json', folder }]);
  const [rival] = rivalsOf(servers, bench.generator, { headers: {}, path: '/page', seconds, processes: 1 });
  return { ...rival!, [Symbol.asyncDispose]: () => stopAll(servers).then(() => undefined) };
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
