import type { RejectWaitsFor } from '../../contract/waiting-rejects.ts';
import type { ImageEdit } from './mark-transaction.ts';

/** Marks to be written. */
export interface MarkWork {
  images: readonly ImageEdit[];
  /** Its id in the journal. */
  change: number;
  onProgress: (imagesDone: number) => void;
  /** Stops the rest where possible. */
  signal: AbortSignal;
}

/** What became of them. */
export interface MarksWritten {
  /** Images to plan again: they no longer had the values their edits started from, or darktable ended before their turn. */
  again: ReadonlySet<number>;
  /** What rejects wait for whose images have all else. */
  waits: ReadonlyMap<number, RejectWaitsFor>;
  /** Why images do not have the requested values, for people. */
  reasons: ReadonlyMap<number, string>;
  /** Whether something may still be written. */
  isOpen: boolean;
}
