import { setTimeout as sleep } from 'node:timers/promises';
import type { WriterResult } from '../../src/testing/darktable-writer.ts';
import { percentile } from './load.ts';
import type { SafelightServer } from './safelight-server.ts';

/** What a list showed: the stars of each image, and the Unix time of the answer. */
interface Sight {
  atMs: number;
  stars: Map<number, number>;
}

export interface Watch {
  /** Watches for this many more milliseconds, then ends. */
  stop(afterMs?: number): Promise<Sight[]>;
}

/** Requests the list of the first images again and again. */
export function startWatch(server: SafelightServer, images: number): Watch {
  const sights: Sight[] = [];
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const { items } = await server.get<{ items: { id: number; rating: number }[] }>(
        `/api/v1/images?sort_by=id&limit=${images}`,
      );
      sights.push({ atMs: Date.now(), stars: new Map(items.map(({ id, rating }) => [id, rating])) });
      await sleep(5);
    }
  })();
  return {
    async stop(afterMs = 500) {
      await Promise.race([sleep(afterMs), watching]);
      stopping.abort();
      await watching;
      return sights;
    },
  };
}

export interface Shown {
  changes: number;
  /** Milliseconds from the commit to the first list that shows it; Infinity if none did. */
  p50: number;
  p95: number;
  slowest: number;
}

/**
 * When each change was first seen. The writer counts an image's stars from 0 to 4 and starts again, so a list that
 * shows the next value or the one after that shows this change, too.
 */
export function whenShown(changes: WriterResult['changes'], sights: readonly Sight[]): Shown {
  const delays = changes.map(({ id, stars, atMs }) => {
    const sight = sights.find((seen) => {
      const now = seen.stars.get(id);
      return seen.atMs >= atMs && now !== undefined && (now - stars + 5) % 5 <= 2;
    });
    return sight ? sight.atMs - atMs : Infinity;
  });
  delays.sort((a, b) => a - b);
  return {
    changes: changes.length,
    p50: percentile(delays, 0.5),
    p95: percentile(delays, 0.95),
    slowest: delays.at(-1) ?? NaN,
  };
}

export const showingOf = ({ changes, p50, slowest }: Shown): string =>
  `of ${changes} changes; median ${p50} ms, slowest ${slowest} ms`;
