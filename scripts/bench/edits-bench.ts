import { once } from 'node:events';
import { copyFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { FIRST_THUMBS } from './bench-library.ts';
import { inThousands, withSafelight, type BenchRun } from './bench-run.ts';
import { median } from './load.ts';

/**
 * Edits by one client, one after the other, of images all over the largest library, written directly because no
 * darktable has it open. Before them, for comparison, the minimum for any edit: the same rows written durably by SQLite
 * alone. Each commit ends with the removal of SQLite's rollback journal, which is reported separately: where the disk
 * is mounted with `discard`, that alone may take 2 ms (ext4 without a journal, seen by strace), while the rest of a
 * commit takes 0.3 ms.
 */
export async function benchEdits(bench: BenchRun): Promise<void> {
  const edits = bench.isQuick ? 200 : 1000;
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  const targets = editable(library.file);
  const bare = openBare(library.file);
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
      for (let at = 1; at <= edits; at++)
        times.bare.push(await timed(() => bare.commit(targets[(at * 7919) % targets.length]!, exposure(at))));
      for (let at = 1; at <= edits; at++) times.edits.push(await timed(() => edit(at * 7919)));
      const removal = removalOf(`${library.file}-removed`);
      const [taken, needed] = [times.edits, times.bare].map((list) => list.sort((one, other) => one - other));
      const quantile = (list: number[], share: number) =>
        list[Math.min(list.length - 1, Math.floor(list.length * share))]!;
      for (const [name, share] of [
        ['median', 0.5],
        ['p99', 0.99],
      ] as const) {
        bench.report({
          name: `edit of a module at ${inThousands(images)}, ${name}`,
          value: quantile(taken!, share),
          unit: 'ms',
          limit: images <= 100_000 ? { most: 10 } : null,
          detail:
            `SQLite alone, the same rows and a journal: ${quantile(needed!, share).toFixed(1)} ms, ` +
            `of which removing its journal: ${removal.toFixed(2)} ms; ` +
            `${edits} edits in turn; the first one of the day, with its backup: ${first.toFixed(0)} ms`,
        });
      }
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

/**
 * On a copy next to the library, with SQLite's full safety, like an edit: an entry in a journal, then the rows of one
 * image.
 */
function openBare(library: string): { commit(image: number, value: number): void; close(): void } {
  const [copy, notes] = [`${library}-bare`, `${library}-bare-notes`];
  copyFileSync(library, copy);
  const journal = new DatabaseSync(notes);
  journal.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE note (id INTEGER PRIMARY KEY, row BLOB)',
  );
  const note = journal.prepare('INSERT INTO note (row) VALUES (zeroblob(200))');
  return {
    commit(image, value) {
      note.run();
      const file = new DatabaseSync(copy);
      try {
        file.exec('BEGIN IMMEDIATE');
        file
          .prepare(`UPDATE history SET op_params = ? WHERE imgid = ? AND operation = 'exposure'`)
          .run(Buffer.alloc(28, value * 100), image);
        file.prepare('UPDATE images SET change_timestamp = ? WHERE id = ?').run(Math.round(value * 100), image);
        file.prepare('UPDATE history_hash SET mipmap_hash = NULL WHERE imgid = ?').run(image);
        file.exec('COMMIT');
      } finally {
        file.close();
      }
    },
    close() {
      journal.close();
      for (const file of [copy, notes, `${notes}-wal`, `${notes}-shm`]) rmSync(file, { force: true });
    },
  };
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
