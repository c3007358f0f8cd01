import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { WriterResult } from '../../src/testing/darktable-writer.ts';
import { startWriter } from '../../src/testing/start-writer.ts';
import type { BenchLibrary } from './bench-library.ts';
import { inThousands, loadOn, withSafelight, type BenchRun } from './bench-run.ts';
import type { LoadFigures } from './load.ts';
import { WORKED_ON, WORKED_ON_KINDS } from './query-kinds.ts';
import { count } from './result.ts';
import { showingOf, startWatch, whenShown } from './watch-lists.ts';

const RATES = [20, 200];

/**
 * Does Safelight make darktable lose changes, and does an answer ever mix two states? A stand-in for darktable writes
 * while eight connections browse, search and open images; then again with a reader that takes ordinary locks.
 */
export async function benchLocks(bench: BenchRun): Promise<void> {
  const images = bench.sizes.findLast((size) => size <= 100_000) ?? bench.sizes[0]!;
  const library = await bench.libraries.labelled(images);
  const seconds = bench.isQuick ? 10 : 60;
  const size = inThousands(images);
  for (const rate of RATES) {
    await withSafelight(library, async (server) => {
      const writer = await startWriter({ library: library.file, commitsPerSecond: rate, seconds, images: WORKED_ON });
      const watch = startWatch(server, WORKED_ON);
      const load = await loadOn(bench, server, {
        kinds: WORKED_ON_KINDS,
        facts: library.facts,
        seconds: seconds - 1,
        check: 'label follows rating',
      });
      const written = await writer.result;
      tellLosses(bench, `lost at ${rate} commits/s beside Safelight, ${size}`, written, { most: 0 }, askedFor(load));
      bench.report({
        name: `answers that mix two states at ${rate} commits/s, ${size}`,
        value: load.checked > 0 && load.failures === 0 ? load.complaintCount : NaN,
        unit: 'answers',
        limit: { most: 0 },
        detail:
          `of ${count(load.checked)} checked` +
          (load.complaints.length > 0 ? `: ${load.complaints.slice(0, 2).join('; ')}` : ''),
      });
      const shown = whenShown(written.changes, await watch.stop(2000));
      bench.report({
        name: `until a change shows at ${rate} commits/s under that load, p95, ${size}`,
        value: shown.p95,
        unit: 'ms',
        limit: null,
        detail: showingOf(shown),
      });
    });
    await besideNaiveReader(library, async (stop) => {
      const writer = await startWriter({ library: library.file, commitsPerSecond: rate, seconds, images: WORKED_ON });
      const written = await writer.result;
      tellLosses(bench, `lost at ${rate} commits/s beside a naive reader, ${size}`, written, null, await stop());
    });
  }
}

/** How long a rating stored by darktable takes to show in the lists, with and without eight connections browsing. */
export async function benchFreshness(bench: BenchRun): Promise<void> {
  const seconds = bench.isQuick ? 10 : 40;
  for (const images of bench.sizes) {
    const library = await bench.libraries.labelled(images);
    for (const isBusy of [false, true]) {
      await withSafelight(library, async (server) => {
        const writer = await startWriter({ library: library.file, commitsPerSecond: 2, seconds, images: WORKED_ON });
        const watch = startWatch(server, WORKED_ON);
        if (isBusy) await loadOn(bench, server, { kinds: WORKED_ON_KINDS, facts: library.facts, seconds: seconds - 1 });
        const { changes, failed } = await writer.result;
        // The last changes need time to show, too.
        const shown = whenShown(changes, await watch.stop(2000));
        bench.report({
          name: `until a change shows, p95, ${isBusy ? '8 connections browsing' : 'nobody else asking'}, ${inThousands(images)}`,
          value: failed === 0 ? shown.p95 : NaN,
          unit: 'ms',
          limit: images <= 10_000 ? { most: 500 } : images <= 100_000 ? { most: 1000 } : null,
          detail: showingOf(shown),
        });
      });
    }
  }
}

function tellLosses(
  bench: BenchRun,
  name: string,
  { commits, failed }: WriterResult,
  limit: { most: number } | null,
  beside: string,
): void {
  const all = commits + failed;
  const percent = all === 0 ? '' : ` (${((100 * failed) / all).toFixed(1)} %)`;
  bench.report({
    name: `commits ${name}`,
    value: all > 0 ? failed : NaN,
    unit: 'commits',
    limit,
    detail: `of ${count(all)}${percent}, ${beside}`,
  });
}

const askedFor = ({ requests, requestsPerSecond, failures, statuses }: LoadFigures) =>
  `beside ${count(requests)} requests (${count(requestsPerSecond)}/s)` +
  (failures > 0 ? `, ${failures} of them failed: ${JSON.stringify(statuses)}` : '');

/** Runs together with the naive reader; stop() ends it and returns what it did. */
async function besideNaiveReader(
  { file }: BenchLibrary,
  work: (stop: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const script = join(import.meta.dirname, 'naive-reader.ts');
  const reader = spawn(process.execPath, [script, file, join(dirname(file), 'data.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  reader.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(reader, 'exit');
  try {
    while (!printed.includes('Reading')) await Promise.race([once(reader.stdout, 'data'), ended]);
    await work(async () => {
      reader.kill();
      await ended;
      const { queries } = JSON.parse(printed.trim().split('\n').at(-1)!) as { queries: number };
      return `beside ${count(queries)} pages read`;
    });
  } finally {
    reader.kill('SIGKILL');
  }
}
