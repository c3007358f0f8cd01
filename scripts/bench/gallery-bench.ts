import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rivalsOf, startBaselines, stopAll, type Baseline } from './baselines.ts';
import { inThousands, loadOn, withSafelight, type BenchRun } from './bench-run.ts';
import type { BenchLibrary } from './bench-library.ts';
import { compare, type Contender } from './comparison.ts';
import { median, type LoadFigures } from './load.ts';
import { startNginx } from './nginx.ts';
import { GALLERY_KINDS, queryOf } from './query-kinds.ts';
import { count } from './result.ts';
import type { SafelightServer } from './safelight-server.ts';

/** As many as a few people with one browser each. */
const CONNECTIONS = 32;
/** How many different answers of a kind the baseline holds in memory. */
const KEPT_ANSWERS = 500;

/**
 * What a gallery requests while somebody scrolls, each URL only once, compared with servers that send the same bytes.
 */
export async function benchGallery(bench: BenchRun): Promise<void> {
  const library = await bench.libraries.generated(bench.sizes.at(-1)!);
  await withSafelight(library, async (server) => {
    await benchThumbnails(bench, library, server);
    await benchAnswers(bench, library, server, {
      kind: 'a page anywhere',
      name: 'page of 50 at a random offset',
      least: 30,
    });
    await benchAnswers(bench, library, server, { kind: 'an image', name: 'one image', least: 35 });
    await benchAnswers(bench, library, server, { kind: 'a module list', name: 'module list of an image', least: 15 });
    await benchMixed(bench, library, server);
  });
}

async function benchThumbnails(bench: BenchRun, library: BenchLibrary, server: SafelightServer): Promise<void> {
  const files = readdirSync(library.thumbs);
  const nginx = await startNginx(library.thumbs);
  if (!nginx) console.error('  (nginx is not there to compare with: apt-get install nginx-light)');
  const bare = await startBaselines([
    { name: 'node:http', kind: 'http-disk', contentType: 'image/jpeg', folder: library.thumbs },
  ]);
  const baselines = [...bare, ...(nginx ? [nginx] : [])];
  try {
    const { percents, detail } = await contend(bench, server, library, 'a thumbnail', { baselines, files });
    const name = `thumbnails of ${count(files.length)} files, ${inThousands(library.images)}`;
    const [ofBare = NaN, ofNginx = NaN] = percents;
    bench.report({
      name: `${name}: of bare node:http reading them`,
      value: ofBare,
      unit: '%',
      limit: { least: 50 },
      detail,
    });
    const missing = nginx ? '' : 'nginx is not installed';
    bench.report({ name: `${name}: of nginx, one worker`, value: ofNginx, unit: '%', limit: null, detail: missing });
  } finally {
    await stopAll(baselines);
  }
}

/** JSON answers, compared with an Express route that has such answers in memory. */
async function benchAnswers(
  bench: BenchRun,
  library: BenchLibrary,
  server: SafelightServer,
  { kind, name, least }: { kind: string; name: string; least: number },
): Promise<void> {
  const folder = join(bench.libraries.folder, `answers ${name}`);
  mkdirSync(folder, { recursive: true });
  const files = Array.from({ length: KEPT_ANSWERS }, (_, index) => String(index));
  for (const file of files) writeFileSync(join(folder, file), await server.text(queryOf(kind, library.facts)));
  const contentType = 'application/json; charset=utf-8';
  const baselines = await startBaselines([
    { name: 'Express', kind: 'express', contentType, folder },
    { name: 'Express without ETag', kind: 'express-no-etag', contentType, folder },
  ]);
  try {
    const { percents, detail } = await contend(bench, server, library, kind, { baselines, files });
    const [ofExpress = NaN, ofFaster = NaN] = percents;
    const title = `${name}, ${inThousands(library.images)}: of bare Express`;
    bench.report({ name: `${title} sending such from memory`, value: ofExpress, unit: '%', limit: { least }, detail });
    bench.report({ name: `${title} without its ETag`, value: ofFaster, unit: '%', limit: null, detail: '' });
  } finally {
    await stopAll(baselines);
  }
}

function contend(
  bench: BenchRun,
  server: SafelightServer,
  { facts }: BenchLibrary,
  kind: string,
  { baselines, files }: { baselines: readonly Baseline[]; files: string[] },
) {
  const seconds = bench.isQuick ? 1 : 3;
  const subject: Contender = {
    name: 'Safelight',
    pid: server.pid,
    run: () => loadOn(bench, server, { kinds: [kind], facts, seconds, connections: CONNECTIONS }),
  };
  const { headers } = server;
  const rivals = rivalsOf(baselines, bench.generator, { headers, files, seconds, connections: CONNECTIONS });
  return compare(subject, rivals, bench.isQuick ? 3 : 5);
}

async function benchMixed(bench: BenchRun, { facts, images }: BenchLibrary, server: SafelightServer): Promise<void> {
  const runs: LoadFigures[] = [];
  for (let round = 0; round < (bench.isQuick ? 1 : 5); round++)
    runs.push(
      await loadOn(bench, server, { kinds: GALLERY_KINDS, facts, seconds: bench.isQuick ? 1 : 3, processes: 1 }),
    );
  const failures = runs.reduce((sum, run) => sum + run.failures, 0);
  const middle = (figure: 'p50' | 'p99' | 'worst' | 'requestsPerSecond') => median(runs.map((run) => run[figure]));
  bench.report({
    name: `p99 at ${inThousands(images)}, 8 connections: all of these mixed`,
    value: failures === 0 ? middle('p99') : NaN,
    unit: 'ms',
    limit: { most: 10 },
    detail: `median ${middle('p50').toFixed(1)} ms, slowest ${middle('worst').toFixed(0)} ms, ${count(middle('requestsPerSecond'))}/s`,
  });
}
