import { once } from 'node:events';
import { unlinkSync, writeFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { openBareSqlite } from './bare-sqlite.ts';
import { FIRST_THUMBS } from './bench-library.ts';
import { inThousands, withSafelight, type BenchRun } from './bench-run.ts';
import { median, percentile } from './load.ts';

/** What the slowest hundredth may be of SQLite's own, which is nearly all waiting for the disk. */
const MOST_TIMES = 3;

/**
 * Edits by one client, one after the other, of images all over the largest library, written directly because no
 * darktable has it open. In turn with them, for comparison, the minimum for any edit: the same rows written durably by SQLite
 * alone. Each commit ends with the removal of SQLite's rollback journal, which is reported separately: where the disk
 * is mounted with `discard`, that alone may take 2 ms (ext4 without a journal, seen by strace), while the rest of a
 * commit takes 0.3 ms.
 */
export async function benchEdits(bench: BenchRun): Promise<void> {
  const edits = bench.isQuick ? 200 : 1000;
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  const targets = editable(library.file);
  const bare = openBareSqlite(library.file);
  try {
    await withSafelight(library, async ({ url, headers }) => {
      const exposure = (at: number) => ((at % 1500) + 1) / 100;
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      // With node:http, because fetch itself takes a millisecond now and then.
      const edit = async (at: number): Promise<void> => {
        const asked = request(`${url}/api/v1/images/${targets[at % targets.length]!}/modules/exposure`, {
          agent,
          method: 'PATCH',
          headers: { ...headers, 'content-type': 'application/json' },
        }).end(JSON.stringify({ params: { exposure: exposure(at) } }));
        const [response] = (await once(asked, 'response')) as [IncomingMessage];
        response.resume();
        if (response.statusCode !== 204) throw new Error(`PATCH answered ${response.statusCode}`);
        await once(response, 'end');
      };
      // The first edit of a day makes the backup.
      const first = await timed(() => edit(0));
      // Fresh code is slow.
      for (let at = 1; at <= edits / 5; at++) await edit(at * 104_729);
      const times = { edits: [] as number[], bare: [] as number[] };
      for (let at = 1; at <= edits; at++) {
        const image = targets[(at * 7919) % targets.length]!;
        times.bare.push(await timed(() => bare.commit((file) => writeExposure(file, image, exposure(at)))));
        times.edits.push(await timed(() => edit(at * 7919)));
      }
      const removal = removalOf(`${library.file}-removed`);
      const [taken, needed] = [times.edits, times.bare].map((list) => list.sort((one, other) => one - other)) as [
        number[],
        number[],
      ];
      const detail =
        `${edits} edits in turn with as many of SQLite alone, of the same rows and a journal, of which removing its journal: ` +
        `${removal.toFixed(2)} ms; the first one of the day, with its backup: ${first.toFixed(0)} ms`;
      const name = `edit of a module at ${inThousands(images)}`;
      const isLimited = images <= 100_000;
      bench.report({
        name: `${name}, median`,
        value: percentile(taken, 0.5),
        unit: 'ms',
        limit: isLimited ? { most: 10 } : null,
        detail: `SQLite alone: ${percentile(needed, 0.5).toFixed(1)} ms`,
      });
      const [slow, slowOfSqlite] = [percentile(taken, 0.99), percentile(needed, 0.99)];
      bench.report({
        name: `${name}, p99, of SQLite alone`,
        value: slow / slowOfSqlite,
        unit: '×',
        limit: isLimited ? { most: MOST_TIMES } : null,
        detail: `${slow.toFixed(1)} ms, ${slowOfSqlite.toFixed(1)} ms; ${detail}`,
      });
    });
  } finally {
    bare.close();
  }
}

async function timed(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function writeExposure(library: DatabaseSync, image: number, value: number): void {
  library
    .prepare(`UPDATE history SET op_params = ? WHERE imgid = ? AND operation = 'exposure'`)
    .run(Buffer.alloc(28, value * 100), image);
  library.prepare('UPDATE images SET change_timestamp = ? WHERE id = ?').run(Math.round(value * 100), image);
  library.prepare('UPDATE history_hash SET mipmap_hash = NULL WHERE imgid = ?').run(image);
}

/** The median time in milliseconds that this disk needs to remove a file like SQLite's rollback journal. */
function removalOf(file: string): number {
  const taken = Array.from({ length: 50 }, () => {
    writeFileSync(file, Buffer.alloc(24_000), { flush: true });
    const begin = performance.now();
    unlinkSync(file);
    return performance.now() - begin;
  });
  return median(taken);
}

/**
 * The images that have an exposure, except those whose thumbnails other groups request: an edit moves them out of the
 * cache.
 */
function editable(file: string): number[] {
  const library = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = library.prepare(
      "SELECT DISTINCT imgid AS id FROM history WHERE operation = 'exposure' AND imgid > ? ORDER BY imgid",
    );
    return rows.all(FIRST_THUMBS).map(({ id }) => Number(id));
  } finally {
    library.close();
  }
}
