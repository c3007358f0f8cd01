import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BaselineJob } from './baseline-server.ts';
import { inThousands, loadOn, withSafelight, type BenchRun } from './bench-run.ts';
import { startChild, type ChildServer } from './child-server.ts';
import { compare, type Contender } from './comparison.ts';
import type { SafelightServer } from './safelight-server.ts';

/** Starts servers that send these bytes from memory. */
export async function startBaselines(jobs: readonly BaselineJob[]): Promise<ChildServer[]> {
  const script = join(import.meta.dirname, 'baseline-server.ts');
  return Promise.all(jobs.map((job) => startChild([script, JSON.stringify(job)], { NODE_ENV: 'production' })));
}

/** List pages against an Express 5 route that sends the same bytes from memory. */
export async function benchPages(bench: BenchRun): Promise<void> {
  for (const images of bench.sizes) {
    const library = await bench.libraries.generated(images);
    await withSafelight(library, async (server) => {
      const size = inThousands(images);
      await benchPage(bench, server, {
        path: '/api/v1/images',
        file: join(bench.libraries.folder, 'page.json'),
        limits: [
          { name: `default page, ${size}`, least: 50, again: false },
          { name: `304 of the default page, ${size}`, least: 80, again: true },
        ],
      });
      await benchPage(bench, server, {
        path: '/api/v1/images?limit=500',
        file: join(bench.libraries.folder, 'page-500.json'),
        limits: [{ name: `page of 500, ${size}`, least: 70, again: false }],
      });
    });
  }
}

interface Page {
  path: string;
  file: string;
  limits: readonly { name: string; least: number; again: boolean }[];
}

async function benchPage(bench: BenchRun, server: SafelightServer, { path, file, limits }: Page): Promise<void> {
  const answer = await fetch(server.url + path, { headers: server.headers });
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  const etag = answer.headers.get('etag') ?? '';
  const bodies = { '/page': file };
  const contentType = 'application/json; charset=utf-8';
  const rivals = await startBaselines([
    { kind: 'express', contentType, bodies },
    { kind: 'express-no-etag', contentType, bodies },
  ]);
  const seconds = bench.isQuick ? 1 : 3;
  const names = ['Express', 'Express without ETag'];
  try {
    for (const { name, least, again } of limits) {
      const headers = again ? { 'if-none-match': etag } : {};
      const subject: Contender = {
        name: 'Safelight',
        pid: server.pid,
        run: () => loadOn(bench, server, { paths: [path], seconds, headers }),
      };
      const others = rivals.map(({ url, pid }, place) => ({
        name: names[place]!,
        pid,
        run: () => bench.generator.run({ url, headers: server.headers, paths: ['/page'], seconds }),
      }));
      const { percent, detail } = await compare(subject, others, bench.isQuick ? 3 : 5);
      bench.report({
        name: `${name}: of a bare Express route sending the page`,
        value: percent,
        unit: '%',
        limit: { least },
        detail,
      });
    }
  } finally {
    await Promise.all(rivals.map((rival) => rival.stop()));
  }
}
