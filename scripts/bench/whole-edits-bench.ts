import { once } from 'node:events';
import { copyFileSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import { inThousands, withSafelight, type BenchRun } from './bench-run.ts';
import { median } from './load.ts';

const PICTURES = 1_000;
/** Three seconds for what SQLite alone writes in 0.2 s. */
const MOST_TIMES = 15;
const ROUNDS = 3;

/** Modules of every darktable that may be copied, one step each. */
const MODULES =
  'exposure colorbalancergb velvia sharpen bloom grain vignette soften tonecurve levels lowpass highpass colorcorrection vibrance monochrome splittoning shadhi bilat colorzones rgbcurve';

/**
 * A look of twenty modules pasted onto a thousand pictures of the largest library, which no darktable has open, against SQLite alone, which writes
 * the same rows in one transaction. Both after each other in each round.
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

/** The same rows on a copy next to the library, in milliseconds without the time to copy the file. */
function writeBare(file: string, to: readonly number[]): number {
  const copy = `${file}-bare`;
  copyFileSync(file, copy);
  const library = new DatabaseSync(copy);
  try {
    const begin = performance.now();
    library.exec('BEGIN IMMEDIATE');
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
    library.exec('COMMIT');
    return performance.now() - begin;
  } finally {
    library.close();
    rmSync(copy, { force: true });
  }
}

async function timed(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
