import { once } from 'node:events';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

const PROGRAM = join(import.meta.dirname, `mark-transaction-thread${extname(import.meta.filename)}`);

export interface ThreadJob {
  /** library.db and its data.db. */
  file: string;
  data: string;
  /** The journal, which has the change as begun. */
  journal: string;
  change: number;
}

export type ThreadAnswer = { isWritten: boolean } | { isRefused: boolean; message: string; code: unknown };

/**
 * Like `writeOrganised`, in another thread: a hundred thousand images take seconds, in one transaction that cannot be split. The thread reads
 * the images from the journal, since passing them would block this thread as long again. `refuse` is called when darktable has
 * opened the library.
 */
export async function writeOrganisedInThread(job: ThreadJob, refuse: () => void): Promise<boolean> {
  const thread = new Worker(PROGRAM, { workerData: job });
  const [answer] = (await once(thread, 'message')) as [ThreadAnswer];
  if ('isWritten' in answer) return answer.isWritten;
  if (answer.isRefused) refuse();
  throw Object.assign(new Error(answer.message), { code: answer.code });
}
