import type { z } from 'zod';
import type { ManyAccepted } from '../../contract/many-images.ts';
import type { ExportsAccepted } from '../../contract/recipes.ts';
import { MOST_IDS } from '../../contract/most-ids.ts';
import type { ListParameters } from './images.ts';
import { noteRefusal } from './query-client.ts';
import { reasonOf } from './reason.ts';
import { send } from './request.ts';

export type Job = 'refresh' | 'export';

export const askFor = (job: Job, id: number, signal?: AbortSignal) =>
  send(`/api/v1/images/${id}/${job}`, { method: 'POST', ...(signal && { signal }) });

/** How many are now waiting to be made. */
const acceptedBy = (answer: ManyAccepted | z.infer<typeof ExportsAccepted>) =>
  'images' in answer ? answer.images : answer.queued + answer.waiting;

/** Pictures, and the filter when they are everything that it finds. */
export interface Many {
  ids: readonly number[];
  matching: ListParameters | null;
}

export interface BatchResult {
  /** How many are now in the queue. */
  done: number;
  /** How many are no longer in the library. */
  missing: number;
  /** The service took this many ids, from the start of the list. */
  asked: number;
  /** Why the rest was not taken; null when all were, or when the signal stopped it. */
  reason: string | null;
}

/** How many requests this takes. */
export const requestsFor = ({ ids, matching }: Many) => (matching ? 1 : Math.ceil(ids.length / MOST_IDS));

/**
 * Queues a job for each picture, or an export by a recipe: with one request for everything that matches a filter, otherwise with as few as
 * possible. The signal stops it between two requests, so that the result says what was done. Stops at the first
 * refusal.
 */
export async function askForMany(
  job: Job,
  many: Many,
  { recipe, signal, onProgress }: { recipe: number | null; signal: AbortSignal; onProgress: (asked: number) => void },
): Promise<BatchResult> {
  const { ids, matching } = many;
  const result: BatchResult = { done: 0, missing: 0, asked: 0, reason: null };
  while (result.asked < ids.length && !signal.aborted) {
    const part = matching ? ids : ids.slice(result.asked, result.asked + MOST_IDS);
    try {
      const answer = await send(recipe === null ? `/api/v1/images/${job}` : '/api/v1/exports', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...(recipe !== null && { recipe }),
          ...(matching ? { filter: matching } : { ids: part }),
        }),
      });
      const accepted = (await answer.json()) as Parameters<typeof acceptedBy>[0];
      result.done += acceptedBy(accepted);
      result.missing += accepted.missing;
      result.asked += part.length;
    } catch (error) {
      noteRefusal(error);
      result.reason = reasonOf(error);
      return result;
    }
    onProgress(result.asked);
  }
  return result;
}
