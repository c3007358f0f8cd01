import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Recipe } from '../contract/recipes.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { writePrivateFile } from '../settings/private-file.ts';

/** Batches of exports. Their progress is derived from the queue and the export folder. */
const Batch = z.object({
  id: z.uuid(),
  /** The highest is the newest: by its time, one that was asked for while the clock was ahead would seem to be. */
  number: z.int().default(0),
  clientId: z.string(),
  requestedMs: z.number(),
  ids: z.array(z.int()).min(1),
  /** As it was when it was asked for; null: full size JPEGs for the export folder. */
  recipe: Recipe.nullable().default(null),
  /** Path of the library.db that the ids are of; null: not known. */
  library: z.string().nullable().default(null),
});
export type Batch = Readonly<z.infer<typeof Batch>>;

export interface ExportBatches {
  /** Stores a batch for its client. It survives a restart. Throws `storage_error` for one by a recipe: nobody else knows of it. */
  add(clientId: string, ids: readonly number[], recipe?: Recipe): Promise<Batch>;
  /** The batches of a client, newest first. */
  list(clientId: string): Batch[];
  /** null: this client has no such batch. */
  find(clientId: string, id: string): Batch | null;
  /** What was made by a recipe goes; exports stay where they are. */
  forget(batch: Batch): void;
  /** Those by recipes, of all clients and of the library that is shown, oldest first. */
  byRecipe(): Batch[];
  /** Where the pictures of a batch by a recipe are. */
  picturesOf(batch: Pick<Batch, 'id'>): string;
}

/** Per client; a new batch replaces the oldest one. */
export const MOST_BATCHES = 20;

export interface ExportBatchesOptions {
  folder: string;
  /** Path of its library.db. */
  library: string;
  log: Log;
}

/** One small file per batch, in a folder of our own. Unreadable files are left alone and not listed. */
export function openExportBatches({ folder, library, log }: ExportBatchesOptions): ExportBatches {
  const batches = new Map(readBatches(folder, log).map((batch) => [batch.id, batch]));
  const fileOf = ({ id }: Batch) => join(folder, `${id}.json`);
  const picturesOf = ({ id }: Pick<Batch, 'id'>) => join(folder, id);
  const list = (clientId: string) =>
    [...batches.values()]
      .filter((batch) => batch.clientId === clientId)
      .sort((one, other) => other.number - one.number || other.requestedMs - one.requestedMs);
  const forget = (batch: Batch) => {
    batches.delete(batch.id);
    rmSync(fileOf(batch), { force: true });
    rmSync(picturesOf(batch), { recursive: true, force: true });
  };
  return {
    async add(clientId, ids, recipe) {
      const before = list(clientId);
      const number = (before[0]?.number ?? 0) + 1;
      const batch = {
        id: randomUUID(),
        number,
        clientId,
        requestedMs: Date.now(),
        ids: [...ids],
        recipe: recipe ?? null,
        library,
      };
      for (const old of before.slice(MOST_BATCHES - 1)) forget(old);
      batches.set(batch.id, batch);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        writePrivateFile(fileOf(batch), JSON.stringify(batch));
      } catch (error) {
        if (recipe) {
          batches.delete(batch.id);
          throw new AppError('storage_error', `${folder} cannot be written: ${reasonOf(error)}`, { cause: error });
        }
        // The exports are queued anyway; only the batch is lost after a restart.
        log.warn({ batch: batch.id, folder, reason: reasonOf(error) }, 'An export batch could not be written');
      }
      return batch;
    },
    list,
    byRecipe: () =>
      [...batches.values()]
        .filter((batch) => batch.recipe !== null && batch.library === library)
        .sort((one, other) => one.requestedMs - other.requestedMs),
    picturesOf,
    find: (clientId, id) => {
      const batch = batches.get(id);
      return batch?.clientId === clientId ? batch : null;
    },
    forget,
  };
}

function readBatches(folder: string, log: Log): Batch[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    try {
      return [Batch.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))];
    } catch (error) {
      log.warn({ file: join(folder, name), reason: reasonOf(error) }, 'An export batch cannot be read');
      return [];
    }
  });
}
