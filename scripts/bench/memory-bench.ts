import { setTimeout as sleep } from 'node:timers/promises';
import { inThousands, loadOn, withSafelight, type BenchRun } from './bench-run.ts';
import { canMeasureProcesses, cpuSeconds, memoryOf, processTree, type Memory } from './processes.ts';
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
    const isHeld = images <= 100_000;
    const tell = (when: string, memory: readonly Memory[], hasLimit: boolean) => {
      const sum = (figure: 'rss' | 'pss') => memory.reduce((total, process) => total + process[figure], 0);
      bench.report({
        name: `resident memory of all processes ${when}, ${size}`,
        value: sum('rss'),
        unit: 'MB',
        limit: hasLimit ? { most: 200 } : null,
        detail:
          memory.map(({ what, rss, pss }) => `${what} ${rss.toFixed(0)} (Pss ${pss.toFixed(0)})`).join(', ') +
          `; ${sum('pss').toFixed(0)} MB with shared pages counted once`,
      });
    };
    const measured = () => processTree(server.pid).map(memoryOf);
    tell('after the start', measured(), isHeld);
    await loadOn(bench, server, {
      kinds: [...FILTER_KINDS, 'a page', 'an image'],
      facts: library.facts,
      seconds: bench.isQuick ? 3 : 15,
    });
    tell('right after a load', measured(), isHeld);

    const seconds = bench.isQuick ? 6 : 20;
    await sleep(2000);
    const cpu = () => processTree(server.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0);
    const before = cpu();
    await sleep(seconds * 1000);
    bench.report({
      name: `processor time while nobody asks, ${size}`,
      value: (100 * (cpu() - before)) / seconds,
      unit: '%',
      limit: { most: 1 },
      detail: `all processes, of one core, over ${seconds} s`,
    });
    tell('at rest', measured(), isHeld);
  });
}
