import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rivalsOf, startBaselines, stopAll } from './baselines.ts';
import type { BaselineJob } from './baseline-server.ts';
import { inThousands, loadOn, withSafelight, type BenchRun } from './bench-run.ts';
import { compare } from './comparison.ts';
import type { SafelightServer } from './safelight-server.ts';

/** The same URL again and again, like a browser that revalidates. No gallery does that. */
export async function benchSameUrl(bench: BenchRun): Promise<void> {
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  const size = inThousands(images);
  await withSafelight(library, async (server) => {
    const folder = (name: string) => {
      const path = join(bench.libraries.folder, name);
      mkdirSync(path, { recursive: true });
      return path;
    };
    for (const [name, path] of [
      ['default page', '/api/v1/images'],
      ['page of 500', '/api/v1/images?limit=500'],
    ] as const) {
      const pages = folder(name);
      const answer = await fetch(server.url + path, { headers: server.headers });
      writeFileSync(join(pages, 'page'), Buffer.from(await answer.arrayBuffer()));
      const job = { kind: 'express' as const, contentType: 'application/json; charset=utf-8', folder: pages };
      const etag = answer.headers.get('etag') ?? '';
      await again(bench, server, { name: `${name}, ${size}: of bare Express sending it`, path, file: 'page', job });
      await again(bench, server, { name: `304 of the ${name}, ${size}: of the same`, path, file: 'page', job, etag });
    }
    const thumbs = folder('thumb');
    copyFileSync(join(library.thumbs, '1.jpg'), join(thumbs, '1.jpg'));
    const path = '/api/v1/images/1/preview?size=thumb';
    const first = await fetch(server.url + path, { headers: server.headers });
    await first.arrayBuffer();
    const etag = first.headers.get('etag') ?? '';
    const job = { kind: 'http' as const, contentType: 'image/jpeg', folder: thumbs };
    const thumbnail = { path, file: '1.jpg', job };
    await again(bench, server, { ...thumbnail, name: 'thumbnail: of bare node:http sending it from memory' });
    await again(bench, server, { ...thumbnail, name: '304 of a thumbnail: of the same', etag });
    const unchanged = { ...thumbnail, job: { ...job, notModified: true } };
    await again(bench, server, { ...unchanged, name: '304 of a thumbnail: of bare node:http answering 304', etag });
  });
}

async function again(
  bench: BenchRun,
  server: SafelightServer,
  { name, path, file, job, etag }: { name: string; path: string; file: string; job: BaselineJob; etag?: string },
): Promise<void> {
  const seconds = bench.isQuick ? 1 : 3;
  const baselines = await startBaselines([{ name: job.kind === 'http' ? 'node:http' : 'Express', ...job }]);
  const headers = etag === undefined ? {} : { 'if-none-match': etag };
  const rivals = rivalsOf(baselines, bench.generator, { headers: server.headers, path: `/${file}`, seconds });
  const subject = { name: 'Safelight', pid: server.pid, run: () => loadOn(bench, server, { path, seconds, headers }) };
  try {
    const { percents, detail } = await compare(subject, rivals, bench.isQuick ? 3 : 5);
    bench.report({ name: `the same URL again: ${name}`, value: percents[0]!, unit: '%', limit: null, detail });
  } finally {
    await stopAll(baselines);
  }
}
