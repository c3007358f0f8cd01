import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Batch, ExportBatches } from '../exports/export-batches.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import { Turns } from '../renderer/turns.ts';
import { RenderError } from '../renderer/darktable-cli.ts';
import { RecipeFailure } from './recipe-failure.ts';
import type { RecipeMaker } from './recipe-maker.ts';

/** One picture of a batch that was made, or will not be. */
export type Outcome = { is: 'made'; file: string; sidecar: string | null } | { is: 'failed' };

export interface RecipeExports {
  /** By image. Those that are not there are waiting. */
  outcomes(batch: Pick<Batch, 'id'>): Promise<Map<number, Outcome>>;
  /** Why one that failed was not made. */
  whyNot(batch: Pick<Batch, 'id'>, imageId: number): Promise<string | null>;
  /** Why a batch does not go on; null: nothing is wrong. */
  problemOf(batch: Batch): string | null;
  /** There is something to do. */
  wake(): void;
  /** Resolves when nothing more can be done now. For tests. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface RecipeExportsOptions {
  library: Pick<Library, 'file'>;
  batches: ExportBatches;
  maker: Pick<RecipeMaker, 'make'>;
  mayWork: () => boolean;
  /** Told when a picture was made, or will not be. */
  onProgress: () => void;
  /** Told when nothing of a batch is left to do. */
  onEnd: () => void;
  log: Log;
}

const LOOK_MS = 2_000;
const FAILED = 'failed';

/**
 * Makes what was asked for by recipes, one picture after the other. A batch's folder holds what was
 * made and, as `<id>.failed`, why a picture was not: the rest is still to do, also after a restart.
 */
export function openRecipeExports(options: RecipeExportsOptions): RecipeExports {
  const { batches, library, maker, mayWork, log } = options;
  const stopping = new AbortController();
  /** What is to do, by batch, the first one last. */
  const left = new Map<string, number[]>();
  let problem: string | null = null;
  const turns = new Turns({
    take,
    onError(error) {
      const reason = reasonOf(error);
      if (reason !== problem) log.warn({ reason }, 'Exports by a recipe wait');
      problem = reason;
    },
    lookMs: LOOK_MS,
    soonMs: LOOK_MS,
    stopping: stopping.signal,
  });

  async function next(): Promise<{ batch: Batch; id: number } | null> {
    const all = batches.byRecipe();
    for (const id of left.keys()) if (!all.some((batch) => batch.id === id)) left.delete(id);
    for (const batch of all) {
      let ids = left.get(batch.id);
      if (!ids) {
        const there = await outcomesIn(batches.picturesOf(batch));
        left.set(batch.id, (ids = batch.ids.filter((id) => !there.has(id)).reverse()));
      }
      const id = ids.at(-1);
      if (id !== undefined) return { batch, id };
    }
    return null;
  }

  async function take(): Promise<void> {
    for (;;) {
      if (stopping.signal.aborted || !mayWork()) return;
      const job = await next();
      if (!job) return;
      await make(job.batch, job.id);
      problem = null;
    }
  }

  async function make(batch: Batch, id: number): Promise<void> {
    const folder = batches.picturesOf(batch);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await maker.make(id, batch.recipe!, folder, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      // Anything else may be over soon: the library away, the disk full, no darktable-cli.
      if (!(error instanceof RecipeFailure || error instanceof RenderError)) throw error;
      await writeFile(join(folder, `${id}.${FAILED}`), reasonOf(error));
    }
    const rest = left.get(batch.id);
    rest?.pop();
    // It was forgotten meanwhile.
    if (!batches.find(batch.clientId, batch.id)) await rm(folder, { recursive: true, force: true });
    options.onProgress();
    if (rest?.length === 0) options.onEnd();
  }

  turns.wake();
  return {
    outcomes: (batch) => outcomesIn(batches.picturesOf(batch)),
    whyNot: (batch, imageId) =>
      readFile(join(batches.picturesOf(batch), `${imageId}.${FAILED}`), 'utf8').catch(() => null),
    problemOf: (batch) =>
      batch.library === library.file ? problem : `the pictures belong to another library, ${batch.library}`,
    wake: turns.wake,
    settled: () => turns.taken(),
    async close() {
      turns.close();
      stopping.abort(new Error('Safelight is closing.'));
      await turns.taken();
    },
  };
}

async function outcomesIn(folder: string): Promise<Map<number, Outcome>> {
  const names = await readdir(folder).catch(() => []);
  const all = new Set(names);
  const outcomes = new Map<number, Outcome>();
  for (const name of names) {
    // A draft has two endings, and so has a sidecar, which is found beside its picture.
    const [, id, ending] = /^(\d+)\.([a-z0-9]+)$/.exec(name) ?? [];
    if (id === undefined) continue;
    const sidecar = all.has(`${name}.xmp`) ? `${name}.xmp` : null;
    outcomes.set(Number(id), ending === FAILED ? { is: 'failed' } : { is: 'made', file: name, sidecar });
  }
  return outcomes;
}
