import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import { openBareSqlite } from './bare-sqlite.ts';
import { inThousands, withSafelight, type BenchRun } from './bench-run.ts';
import { median } from './load.ts';

const PICTURES = 1_000;
/** As many as Safelight writes at once at most. */
const PART = 100;
/** A row of a step as text. */
const JOURNALED_BYTES = 1_000;
/** Three seconds where SQLite needs 0.4 s for both. */
const MOST_TIMES = 8;
const ROUNDS = 3;

/** Modules of every darktable that may be copied, one step each. */
const MODULES =
  'exposure colorbalancergb velvia sharpen bloom grain vignette soften tonecurve levels lowpass highpass colorcorrection vibrance monochrome splittoning shadhi bilat colorzones rgbcurve';

/**
 * A look of twenty modules pasted onto a thousand pictures of the largest library, which no darktable has open, against SQLite alone, which writes
 * the same rows and as many entries of a journal in the same parts. Both after each other in each round.
 */
export async function benchWholeEdits(bench: BenchRun): Promise<void> {
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  develop(library.file);
  await withSafelight(library, async ({ url, headers }) => {
    const ask = async <Body>(path: string, body: unknown): Promise<Body> => {
      const asked = request(url + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
      });
      asked.end(JSON.stringify(body));
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      const answer = await json(response);
      if (response.statusCode !== 200) throw new Error(`POST ${path} answered ${JSON.stringify(answer)}`);
      return answer as Body;
    };
    const times = { paste: [] as number[], bare: [] as number[], undo: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const to = Array.from({ length: PICTURES }, (_, at) => 2 + round + at * Math.floor((images - 10) / PICTURES));
      const bare = writeBare(library.file, to);
      const result = { change: 0, changed: 0 };
      const paste = await timed(async () =>
        Object.assign(result, await ask<typeof result>('/api/v1/images/history/copy', { from: 1, to })),
      );
      if (result.changed !== PICTURES) throw new Error(`${result.changed} of ${PICTURES} pictures were changed`);
      const undo = await timed(() => ask(`/api/v1/changes/${result.change}/undo`, {}));
      // The first of a day makes the copy, and fresh code is slow.
      if (round === 0) continue;
      times.bare.push(bare);
      times.paste.push(paste);
      times.undo.push(undo);
    }
    const seconds = (list: number[]) => `${(median(list) / 1_000).toFixed(2)} s`;
    bench.report({
      name: `edits pasted onto 1,000 pictures at ${inThousands(images)}, of SQLite alone`,
      value: median(times.paste.map((paste, at) => paste / times.bare[at]!)),
      unit: '×',
      limit: images <= 100_000 ? { most: MOST_TIMES } : null,
      detail: `${seconds(times.paste)} against ${seconds(times.bare)} for the rows alone; their undo ${seconds(times.undo)}`,
    });
  });
}

/** Gives the first picture an edit of each module. */
function develop(file: string): void {
  const library = new DatabaseSync(file);
  try {
    library.exec('BEGIN; DELETE FROM history WHERE imgid = 1');
    const insert = library.prepare(insertSql);
    const modules = MODULES.split(' ');
    for (const [num, operation] of modules.entries())
      insert.run(1, num, operation, Buffer.alloc(200, num), Buffer.alloc(420, num));
    library.prepare('UPDATE images SET history_end = ? WHERE id = 1').run(modules.length);
    library.exec('COMMIT');
  } finally {
    library.close();
  }
}

const insertSql = `INSERT INTO history (imgid, num, module, operation, op_params, enabled, blendop_params, blendop_version, multi_priority, multi_name)
  VALUES (?, ?, 1, ?, ?, 1, ?, 11, 0, '')`;

/** SQLite alone, in milliseconds: the same rows in parts of a hundred pictures, each row in the journal first. */
function writeBare(file: string, to: readonly number[]): number {
  const bare = openBareSqlite(file);
  try {
    const begin = performance.now();
    for (let at = 0; at < to.length; at += PART)
      bare.commit((library) => appendLook(library, to.slice(at, at + PART)), {
        count: PART * MODULES.split(' ').length,
        bytes: JOURNALED_BYTES,
      });
    return performance.now() - begin;
  } finally {
    bare.close();
  }
}

function appendLook(library: DatabaseSync, to: readonly number[]): void {
  const append = library.prepare(
    `INSERT INTO history (imgid, num, module, operation, op_params, enabled, blendop_params, blendop_version, multi_priority, multi_name)
     SELECT :to, num + 100, module, operation, op_params, enabled, blendop_params, blendop_version, multi_priority, multi_name
     FROM history WHERE imgid = 1`,
  );
  const end = library.prepare('UPDATE images SET history_end = 120, change_timestamp = 1 WHERE id = ?');
  for (const id of to) {
    append.run({ to: id });
    end.run(id);
  }
}

async function timed(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
