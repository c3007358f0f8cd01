import { reasonOf } from '../../platform/errors.ts';
import type { Journal } from '../journal/journal.ts';
import type { WriteQueue } from './write-queue.ts';

interface Notes {
  journal: Pick<Journal, 'file'>;
  writes: Pick<WriteQueue, 'unsettled' | 'warnOnce'>;
}

/** Records how a change ended. A failure here is not an error of the change: how it ended is looked for again later. */
export function noteEnding({ journal, writes }: Notes, note: () => void): void {
  try {
    note();
  } catch (error) {
    writes.unsettled();
    writes.warnOnce({ file: journal.file, reason: reasonOf(error) }, 'The journal does not say yet how a change ended');
  }
}
