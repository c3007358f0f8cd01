import type { LoadFigures } from './load.ts';
import { median } from './load.ts';
import { count } from './result.ts';
import { cpuSeconds, canMeasureProcesses } from './processes.ts';

export interface Contender {
  name: string;
  pid: number;
  run: () => Promise<LoadFigures>;
}

export interface Comparison {
  /** Subject's requests per second in percent of the fastest rival's: the median over the rounds. */
  percent: number;
  detail: string;
  failures: number;
}

/**
 * Lets subject and rivals take turns (A B A B …), since a machine is never equally fast for long, and compares within each round.
 * The figure is that against the rival that does best.
 */
export async function compare(subject: Contender, rivals: readonly Contender[], rounds: number): Promise<Comparison> {
  const contenders = [subject, ...rivals];
  const rates = contenders.map(() => [] as number[]);
  const busy = contenders.map(() => [] as number[]);
  const costs = contenders.map(() => [] as number[]);
  let failures = 0;
  // One round before the counted ones: fresh code is slow code.
  for (let round = -1; round < rounds; round++) {
    for (const [place, { run, pid }] of contenders.entries()) {
      const before = canMeasureProcesses ? cpuSeconds(pid) : NaN;
      const started = performance.now();
      const figures = await run();
      const seconds = (performance.now() - started) / 1000;
      if (round < 0) continue;
      rates[place]!.push(figures.requestsPerSecond);
      if (canMeasureProcesses) {
        const used = cpuSeconds(pid) - before;
        busy[place]!.push(used / seconds);
        costs[place]!.push((used * 1e6) / seconds / figures.requestsPerSecond);
      }
      failures += figures.failures;
    }
  }
  const percents = rivals.map((_, rival) =>
    median(rates[0]!.map((rate, round) => (100 * rate) / rates[rival + 1]![round]!)),
  );
  const worst = percents.indexOf(Math.min(...percents));
  const told = contenders.map(({ name }, place) => {
    const load = canMeasureProcesses
      ? ` (${Math.round(median(costs[place]!))} µs of processor each, ${Math.round(100 * median(busy[place]!))} % busy)`
      : '';
    return `${name} ${count(median(rates[place]!))}/s${load}`;
  });
  return {
    percent: failures === 0 ? percents[worst]! : NaN,
    detail: told.join(', ') + (failures > 0 ? `; ${failures} requests failed` : ''),
    failures,
  };
}
