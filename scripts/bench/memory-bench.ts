import { setTimeout as sleep } from 'node:timers/promises';
import { inThousands, loadOn, withSafelight, type BenchRun } from './bench-run.ts';
import { canMeasureProcesses, cpuSecondsOfTree, memoryOfTree } from './processes.ts';
import { FILTER_KINDS, GALLERY_KINDS } from './query-kinds.ts';
import { LAUNCHER, type SafelightServer } from './safelight-server.ts';

/** Memory after work, and processor time while idle, for the launcher and every process that it started. */
export async function benchMemory(bench: BenchRun): Promise<void> {
  if (!canMeasureProcesses) {
    console.error('  (memory and idle processor time are measured on Linux only)');
    return;
  }
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  const size = inThousands(images);
  const measure = async (server: SafelightServer) => {
    const tell = (when: string) => {
      const processes = memoryOfTree(server.pid);
      const each = processes.map(({ what, rss, pss }) => `${what} ${rss.toFixed(0)} (Pss ${pss.toFixed(0)})`);
      bench.report({
        name: `resident memory of all processes ${when}, ${size}`,
        value: processes.reduce((sum, { rss }) => sum + rss, 0),
        unit: 'MB',
        limit: images <= 100_000 ? { most: 300 } : null,
        detail: `pages that they share counted in each; ${each.join(', ')}`,
      });
    };
    tell('after the start');
    await loadOn(bench, server, {
      kinds: [...FILTER_KINDS, ...GALLERY_KINDS],
      facts: library.facts,
      seconds: bench.isQuick ? 3 : 15,
    });
    tell('right after a load');

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
    tell('at rest');
  };
  await withSafelight(library, measure, LAUNCHER);
}
