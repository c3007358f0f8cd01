/** Runs in its own thread: reads one change from the journal, writes it and posts a `ThreadAnswer`. */
import { parentPort, workerData } from 'node:worker_threads';
import { libraryHolder } from '../../darktable/running.ts';
import { reasonOf } from '../../platform/errors.ts';
import { Journal } from '../journal/journal.ts';
import type { ThreadAnswer, ThreadJob } from './mark-transaction-in-thread.ts';
import { writeOrganised } from './mark-transaction.ts';
import { withoutWaiting } from './rejects-that-wait.ts';

parentPort!.postMessage(write(workerData as ThreadJob));

function write({ file, data, journal: journalFile, change }: ThreadJob): ThreadAnswer {
  const journal = new Journal(journalFile, () => file);
  let isRefused = false;
  const guard = () => {
    isRefused = libraryHolder(file) !== null;
    if (isRefused) throw new Error('darktable has the library open');
  };
  try {
    const images = withoutWaiting(journal.changes.inWork(change), journal.changes.waitingRejects());
    return { isWritten: writeOrganised({ file, data, images, guard }) };
  } catch (error) {
    return { isRefused, message: reasonOf(error), code: (error as { code?: unknown }).code };
  } finally {
    journal.close();
  }
}
