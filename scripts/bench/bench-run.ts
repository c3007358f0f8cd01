import type { BenchLibraries, BenchLibrary } from './bench-library.ts';
import type { Load, LoadFigures, LoadGenerator } from './load.ts';
import type { Result } from './result.ts';
import { startSafelight, untilComplete, type SafelightServer } from './safelight-server.ts';

/** What every part of the bench works with. */
export interface BenchRun {
  libraries: BenchLibraries;
  generator: LoadGenerator;
  /** Numbers of images; the largest comes last. */
  sizes: readonly number[];
  isQuick: boolean;
  report(result: Omit<Result, 'group'>): void;
}

/** Runs against a Safelight whose lists are complete, and ends it. */
export async function withSafelight<T>(
  library: BenchLibrary,
  work: (server: SafelightServer) => Promise<T>,
  program?: string,
): Promise<T> {
  const server = await startSafelight(library, program);
  try {
    await untilComplete(server, library.images);
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** A load on Safelight's own routes. */
export const loadOn = (
  { generator }: BenchRun,
  { url, headers }: SafelightServer,
  load: Omit<Load, 'url' | 'headers'> & { headers?: Record<string, string> },
): Promise<LoadFigures> => generator.run({ ...load, url, headers: { ...headers, ...load.headers } });

export const inThousands = (images: number): string => (images >= 1e6 ? `${images / 1e6} M` : `${images / 1000} k`);
