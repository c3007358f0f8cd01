import { readdir } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { OWN_NAME } from '../../contract/archive-names.ts';
import { type ExportBatch, MOST_BATCH_FAILURES } from '../../contract/export-batches.ts';
import type { Batch } from '../../exports/export-batches.ts';
import type { Services } from '../services.ts';
import { picturesOf } from './archive-entries.ts';

/** What has become of the images of a batch. */
interface Outcomes {
  isWaiting: (image: number) => boolean;
  isDone: (image: number) => boolean;
  reasonOf: (image: number) => Promise<string | null>;
}

async function outcomesOfQueue({ queues, exports }: Services): Promise<Outcomes> {
  const waiting = new Set(queues.exports.pending());
  const there = await exportsIn(exports().folder);
  const reasons = new Map(queues.exports.failures().map(({ job, reason }) => [Number(job), reason]));
  return {
    isWaiting: (image) => waiting.has(image),
    isDone: (image) => there.has(image),
    reasonOf: (image) => Promise.resolve(reasons.get(image) ?? null),
  };
}

async function outcomesByRecipe({ recipeExports }: Services, batch: Batch): Promise<Outcomes> {
  const outcomes = await recipeExports.outcomes(batch);
  return {
    isWaiting: (image) => !outcomes.has(image),
    isDone: (image) => outcomes.get(image)?.is === 'made',
    reasonOf: (image) => recipeExports.whyNot(batch, image),
  };
}

/** How far batches are. */
export async function batchProgress(services: Services, batches: readonly Batch[]): Promise<ExportBatch[]> {
  const { library, recipeExports } = services;
  const ofQueue = batches.some(({ recipe }) => !recipe) ? await outcomesOfQueue(services) : null;
  const all: ExportBatch[] = [];
  for (const batch of batches) {
    const { id, requestedMs, ids, recipe } = batch;
    const outcomes = recipe || !ofQueue ? await outcomesByRecipe(services, batch) : ofQueue;
    const failed: number[] = [];
    const counts = { done: 0, waiting: 0 };
    for (const image of ids)
      if (outcomes.isWaiting(image)) counts.waiting++;
      else if (outcomes.isDone(image)) counts.done++;
      else failed.push(image);
    const told = failed.slice(0, MOST_BATCH_FAILURES);
    const pictures = await picturesOf(library, told);
    const reasons = await Promise.all(told.map((image) => outcomes.reasonOf(image)));
    all.push({
      id,
      requested_at: requestedMs,
      recipe: recipe?.name ?? null,
      pattern: recipe?.pattern ?? OWN_NAME,
      problem: recipe && counts.waiting > 0 ? recipeExports.problemOf(batch) : null,
      total: ids.length,
      ...counts,
      failed: failed.length,
      image_ids: ids.slice(0, 10),
      failures: told.map((image, at) => ({
        image_id: image,
        filename: pictures.get(image)?.filename ?? null,
        reason: reasons[at] ?? 'the export is not there any more',
      })),
    });
    // A batch may have a hundred thousand.
    await breathe();
  }
  return all;
}

/** The images whose exports exist. */
async function exportsIn(folder: string): Promise<Set<number>> {
  const names = await readdir(folder).catch(() => []);
  return new Set(names.flatMap((name) => (/^\d+\.jpg$/.test(name) ? [Number.parseInt(name, 10)] : [])));
}
