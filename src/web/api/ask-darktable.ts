import { connectionLost } from './connection.ts';
import { noteRefusal } from './query-client.ts';
import { ApiError, ConnectionError, send } from './request.ts';

export type Job = 'refresh' | 'export';

export const askFor = (job: Job, id: number, signal?: AbortSignal) =>
  send(`/api/v1/images/${id}/${job}`, { method: 'POST', ...(signal && { signal }) });

export interface BatchResult {
  done: number;
  /** Ids, and what the service said about the first. */
  failed: number[];
  reason: string | null;
}

const AT_ONCE = 4;

/** Queues a job for each image. Ends early when the signal aborts, when nobody answers, or when the service refuses this client. */
export async function askForMany(
  job: Job,
  ids: readonly number[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<BatchResult> {
  const result: BatchResult = { done: 0, failed: [], reason: null };
  let next = 0;
  const isAborted = () => signal.aborted;
  let isOver = false;
  const work = async () => {
    while (!isOver && !signal.aborted && next < ids.length) {
      const id = ids[next++]!;
      try {
        await askFor(job, id, signal);
        result.done++;
      } catch (error) {
        if (isAborted()) return;
        if (error instanceof ConnectionError) connectionLost();
        noteRefusal(error);
        isOver ||= !(error instanceof ApiError) || [401, 403, 500].includes(error.status);
        result.failed.push(id);
        result.reason ??= error instanceof Error ? error.message : String(error);
      }
      onProgress(result.done + result.failed.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return result;
}
