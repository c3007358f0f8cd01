import type { RejectWaitsFor } from '../../contract/waiting-rejects.ts';
import type { ChangeRoute } from '../journal/change-journal.ts';
import type { ImageEdit } from './mark-transaction.ts';

/** A route for a change: directly into the library, or through a running darktable. */
export interface OrganisingWay {
  readonly route: ChangeRoute;
  /** Whether all images are written in one step. Otherwise in pieces, and other changes may come in between. */
  readonly isWhole: boolean;
  /** Throws `db_write_error` with advice if nothing can be written now. */
  refuse(): void;
  /** Writes. The caller reads the library to see what was stored. Throws `db_write_error` or SQLite's errors. */
  write(images: readonly ImageEdit[], options: WriteOptions): Promise<WayAnswer>;
}

export interface WriteOptions {
  /** Its id in the journal. */
  change: number;
  onProgress: (imagesDone: number) => void;
  /** Stops the rest where possible. */
  signal: AbortSignal;
}

export interface WayAnswer {
  /** Images to plan again: they no longer had the values their edits started from, or darktable ended before their turn. */
  again: ReadonlySet<number>;
  /** What rejects wait for whose images have all else. */
  waits: ReadonlyMap<number, RejectWaitsFor>;
  /** Why images do not have the requested values, for people. */
  reasons: ReadonlyMap<number, string>;
  /** Whether something may still be written. */
  isOpen: boolean;
}

/** The route that is possible now. */
export type ChooseOrganisingWay = () => OrganisingWay;
