import type { LoadFigures } from './load.ts';
import { median } from './load.ts';
import { count } from './result.ts';
import { canMeasureProcesses, cpuSecondsOfTree } from './processes.ts';

export interface Contender {
  name: string;
  pid: number;
  run: () => Promise<LoadFigures>;
}

export interface Comparison {
  /**
   * The subject's requests per second in percent of each rival's: the median over the rounds. NaN if requests failed.
   */
  percents: number[];
  detail: string;
  failures: number;
}

/**
 * Lets subject and rivals take turns (A B A B …), because the speed of a machine varies, and compares within each
 * round.
 */
export async function compare(subject: Contender, rivals: readonly Contender[], rounds: number): Promise<Comparison> {
  const contenders = [subject, ...rivals];
  const slowest = contenders.map(() => [] as number[]);
  const rates = contenders.map(() => [] as number[]);
  const busy = contenders.map(() => [] as number[]);
  const costs = contenders.map(() => [] as number[]);
  let failures = 0;
  // One uncounted round first, because fresh code is slow.
  for (let round = -1; round < rounds; round++) {
    for (const [index, { run, pid }] of contenders.entries()) {
      const before = canMeasureProcesses ? cpuSecondsOfTree(pid) : NaN;
      const started = performance.now();
      const figures = await run();
      const seconds = (performance.now() - started) / 1000;
      if (round < 0) continue;
      rates[index]!.push(figures.requestsPerSecond);
      slowest[index]!.push(figures.p99);
      if (canMeasureProcesses) {
        const used = cpuSecondsOfTree(pid) - before;
        busy[index]!.push(used / seconds);
        costs[index]!.push((used * 1e6) / seconds / figures.requestsPerSecond);
      }
      failures += figures.failures;
    }
  }
  const percents = rivals.map((_, rival) =>
    median(rates[0]!.map((rate, round) => (100 * rate) / rates[rival + 1]![round]!)),
  );
  const told = contenders.map(({ name }, index) => {
    const load = canMeasureProcesses
      ? `, ${Math.round(median(costs[index]!))} µs of processor each, ${Math.round(100 * median(busy[index]!))} % busy`
      : '';
    return `${name} ${count(median(rates[index]!))}/s (p99 ${median(slowest[index]!).toFixed(0)} ms${load})`;
  });
  return {
    percents: percents.map((percent) => (failures === 0 ? percent : NaN)),
    detail: told.join(', ') + (failures > 0 ? `; ${failures} requests failed` : ''),
    failures,
  };
}
