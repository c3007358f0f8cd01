import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { loadOn, withSafelight, type BenchRun } from './bench-run.ts';
import { THUMBS } from './bench-library.ts';
import { compare } from './comparison.ts';
import { startBaselines } from './pages-bench.ts';

/** Thumbnails against a bare node:http server that sends the same files from memory. */
export async function benchPreviews(bench: BenchRun): Promise<void> {
  const library = await bench.libraries.generated(bench.sizes.at(-1)!);
  const folder = join(library.cache, `mipmaps-${createHash('sha1').update(library.file).digest('hex')}.d`, '0');
  const path = (id: number) => `/api/v1/images/${id}/preview?size=thumb`;
  const ids = Array.from({ length: THUMBS }, (_, number) => number + 1);
  const bodies = Object.fromEntries(ids.map((id) => [path(id), join(folder, `${id}.jpg`)]));
  const seconds = bench.isQuick ? 1 : 3;
  const rounds = bench.isQuick ? 3 : 5;

  await withSafelight(library, async (server) => {
    const [plain, unchanged] = await startBaselines([
      { kind: 'http', contentType: 'image/jpeg', bodies },
      { kind: 'http', contentType: 'image/jpeg', bodies, notModified: true },
    ]);
    const first = await fetch(server.url + path(1), { headers: server.headers });
    if (first.status !== 200)
      throw new Error(`The thumbnail of image 1 answers ${first.status}: ${await first.text()}`);
    await first.arrayBuffer();
    const ifNoneMatch = { 'if-none-match': first.headers.get('etag') ?? '' };

    const contend = async (name: string, least: number | null, paths: string[], headers = {}, rival = plain!) => {
      const { percent, detail } = await compare(
        { name: 'Safelight', pid: server.pid, run: () => loadOn(bench, server, { paths, seconds, headers }) },
        [
          {
            name: 'node:http',
            pid: rival.pid,
            run: () => bench.generator.run({ url: rival.url, headers: server.headers, paths, seconds }),
          },
        ],
        rounds,
      );
      bench.report({ name, value: percent, unit: '%', limit: least === null ? null : { least }, detail });
    };
    try {
      await contend('thumbnail: of bare node:http sending it from memory', 50, [path(1)]);
      await contend(`${THUMBS} thumbnails in turn: of bare node:http sending them from memory`, 50, ids.map(path));
      await contend('304 of a thumbnail: of bare node:http sending it from memory', 80, [path(1)], ifNoneMatch);
      await contend('304 of a thumbnail: of bare node:http answering 304', null, [path(1)], ifNoneMatch, unchanged);
    } finally {
      await Promise.all([plain!.stop(), unchanged!.stop()]);
    }
  });
}
