import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { LoadJob, LoadResult } from './load-worker.ts';

export const CONNECTIONS = 8;

export type Load = Omit<LoadJob, 'connections' | 'warmUpMs' | 'measureMs'> & {
  seconds: number;
  warmUpSeconds?: number;
  /** Default: the eight of the issue. */
  connections?: number;
  /** From how many processes; default: all of the generator's. Fewer leave a slow server more of the machine. */
  processes?: number;
};

export interface LoadFigures {
  requests: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  worst: number;
  bytes: number;
  /** Answers that were neither 200 nor 304, and requests that were not answered. */
  failures: number;
  statuses: Record<number, number>;
  checked: number;
  complaints: string[];
  complaintCount: number;
}

/**
 * Puts load on a server from several processes, which are kept between runs so that they are warm. More than one,
 * because one process hardly asks faster than a bare server answers, and a generator at its limit makes every server
 * look alike.
 */
export class LoadGenerator {
  readonly #workers: ChildProcess[];

  constructor(processes = Math.max(2, Math.min(4, availableParallelism() - 1))) {
    this.#workers = Array.from({ length: processes }, () =>
      fork(join(import.meta.dirname, 'load-worker.ts'), { serialization: 'advanced' }),
    );
  }

  async run({
    seconds,
    warmUpSeconds = 0.5,
    connections = CONNECTIONS,
    processes = Infinity,
    ...load
  }: Load): Promise<LoadFigures> {
    const workers = this.#workers.slice(0, Math.min(connections, processes));
    const results = await Promise.all(
      workers.map(async (worker, index) => {
        const job: LoadJob = {
          ...load,
          connections: Math.floor(connections / workers.length) + (index < connections % workers.length ? 1 : 0),
          warmUpMs: warmUpSeconds * 1000,
          measureMs: seconds * 1000,
        };
        if (worker.exitCode !== null) throw new Error('A process of the load generator has died');
        const over = new AbortController();
        const ended = once(worker, 'exit', { signal: over.signal }).then(() => {
          throw new Error('A process of the load generator has died');
        });
        const answered = once(worker, 'message', { signal: over.signal });
        worker.send(job);
        try {
          const [result] = (await Promise.race([answered, ended])) as [LoadResult];
          return result;
        } finally {
          over.abort();
          await Promise.allSettled([answered, ended]);
        }
      }),
    );
    return figures(results, seconds);
  }

  stop(): void {
    for (const worker of this.#workers) worker.kill();
  }
}

function figures(results: readonly LoadResult[], seconds: number): LoadFigures {
  const sum = (value: (result: LoadResult) => number) => results.reduce((total, result) => total + value(result), 0);
  const latencies = new Float32Array(sum(({ latencies }) => latencies.length));
  const statuses: Record<number, number> = {};
  let filled = 0;
  for (const result of results) {
    latencies.set(result.latencies, filled);
    filled += result.latencies.length;
    for (const [status, count] of Object.entries(result.statuses)) {
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
    }
  }
  latencies.sort();
  const fine = (statuses[200] ?? 0) + (statuses[304] ?? 0);
  return {
    requests: latencies.length,
    requestsPerSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    worst: latencies.at(-1) ?? NaN,
    bytes: sum(({ bytes }) => bytes),
    failures: latencies.length - fine + sum(({ errors }) => errors),
    statuses,
    checked: sum(({ checked }) => checked),
    complaints: results.flatMap(({ complaints }) => complaints),
    complaintCount: sum(({ complaintCount }) => complaintCount),
  };
}

/** The value that this share of the sorted values does not exceed. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
