import { setTimeout as sleep } from 'node:timers/promises';
import { inThousands, loadOn, withSafelight, type BenchRun } from './bench-run.ts';
import { canMeasureProcesses, cpuSecondsOfTree, memoryOfTree, memoryTogether, type Memory } from './processes.ts';
import { FILTER_KINDS } from './query-kinds.ts';

/** Memory after work, and the processor time of doing nothing, of the server and every process that it started. */
export async function benchMemory(bench: BenchRun): Promise<void> {
  if (!canMeasureProcesses) {
    console.error('  (memory and idle processor time are measured on Linux only)');
    return;
  }
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  await withSafelight(library, async (server) => {
    const size = inThousands(images);
    const tell = (when: string, processes: readonly Memory[]) => {
      const limit = images <= 100_000 ? { most: 200 } : null;
      const sum = processes.reduce((total, { rss }) => total + rss, 0);
      const each = processes
        .map(({ what, rss, pss }) => `${what} ${rss.toFixed(0)} (Pss ${pss.toFixed(0)})`)
        .join(', ');
      bench.report({
        name: `resident memory of the server ${when}, ${size}`,
        value: processes[0]!.rss,
        unit: 'MB',
        limit,
        detail: '',
      });
      bench.report({
        name: `resident memory of server and indexer together ${when}, ${size}`,
        value: memoryTogether(processes),
        unit: 'MB',
        limit,
        detail: `the program's pages, which they share, counted once; ${each}; sum ${sum.toFixed(0)}`,
      });
    };
    const measured = () => memoryOfTree(server.pid);
    tell('after the start', measured());
    await loadOn(bench, server, {
      kinds: [...FILTER_KINDS, 'a page', 'an image'],
      facts: library.facts,
      seconds: bench.isQuick ? 3 : 15,
    });
    tell('right after a load', measured());

    const seconds = bench.isQuick ? 6 : 20;
    await sleep(2000);
    const cpu = () => cpuSecondsOfTree(server.pid);
    const before = cpu();
    await sleep(seconds * 1000);
    bench.report({
      name: `processor time while nobody asks, ${size}`,
      value: (100 * (cpu() - before)) / seconds,
      unit: '%',
      limit: { most: 1 },
      detail: `all processes, of one core, over ${seconds} s`,
    });
    tell('at rest', measured());
  });
}
