import { DatabaseSync } from 'node:sqlite';
import { THUMBS } from './bench-library.ts';
import { inThousands, withSafelight, type BenchRun } from './bench-run.ts';

/** Edits of one client, one after the other, of images here and there in the largest library, straight into a library that no darktable has open. */
export async function benchEdits(bench: BenchRun): Promise<void> {
  const edits = bench.isQuick ? 200 : 1000;
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  const targets = editable(library.file);
  await withSafelight(library, async ({ url, headers }) => {
    const edit = async (at: number): Promise<number> => {
      const id = targets[(at * 7919) % targets.length]!;
      const begin = performance.now();
      const response = await fetch(`${url}/api/v1/images/${id}/modules/exposure`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ params: { exposure: ((at % 1500) + 1) / 100 } }),
      });
      const took = performance.now() - begin;
      if (response.status !== 204) throw new Error(`PATCH answered ${response.status}: ${await response.text()}`);
      return took;
    };
    // The first edit of a day makes the backup.
    const first = await edit(targets.length - 1);
    const times: number[] = [];
    for (let at = 0; at < edits; at++) times.push(await edit(at));
    times.sort((one, other) => one - other);
    const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
    const detail = `${edits} edits in turn; the first one of the day, with its backup: ${first.toFixed(0)} ms`;
    const limit = images <= 100_000 ? { most: 10 } : null;
    bench.report({
      name: `edit of a module at ${inThousands(images)}, median`,
      value: quantile(0.5),
      unit: 'ms',
      limit,
      detail,
    });
    bench.report({
      name: `edit of a module at ${inThousands(images)}, p99`,
      value: quantile(0.99),
      unit: 'ms',
      limit,
      detail,
    });
  });
}

/** The images that have an exposure, but for those whose thumbnails other groups ask for: an edit sets them aside. */
function editable(file: string): number[] {
  const library = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = library.prepare(
      "SELECT DISTINCT imgid AS id FROM history WHERE operation = 'exposure' AND imgid > ? ORDER BY imgid",
    );
    return rows.all(THUMBS).map(({ id }) => Number(id));
  } finally {
    library.close();
  }
}
