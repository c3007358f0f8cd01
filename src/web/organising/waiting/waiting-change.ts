import type { ImageChange } from '../../../contract/image-change.ts';
import type { AnyChange } from '../change-words.ts';
import type { Marks } from '../marks.ts';

/**
 * [Note: Waiting changes] Whatever is decided goes into this browser's store first and to the service from there, one after the other, in the order
 * of the decisions. So it survives a reload and a service that is away. Most stay for milliseconds.
 *
 * A change that had to wait is compared with the library before it is sent: where somebody else has set one of its fields to another value
 * meanwhile, nothing is overwritten; it becomes a conflict that a person decides. A change that was sent at once overwrites, as in darktable:
 * the last decision counts.
 */
export interface WaitingChange {
  /** Unique in the browser, and ascending within a tab. */
  key: string;
  /** Unix milliseconds. */
  time: number;
  /** It is never sent to another library, nor by another client. */
  library: string;
  client: string;
  what: { is: 'change'; change: ImageChange } | WaitingUndo;
  /** The images that are yet to be changed; for an undo, those that it is about. */
  ids: number[];
  /** The fields before the decision, of images whose records were here. */
  before: [id: number, marks: Marks][];
  /** The file name of the first image, if it is known. */
  name: string | null;
  /** The service was away or the page was left, so somebody else may have changed the images since. */
  hadToWait: boolean;
  /** It is to overwrite whatever is there. */
  isForced?: boolean;
  state: 'waiting' | 'sending' | 'failed' | 'conflict';
  /** Ids of the journal's changes: of the parts that were stored. */
  stored: number[];
  /** Why it failed, as the service said it. */
  reason?: { code: string; detail: string };
  /** The present marks of the images, for a conflict. */
  meanwhile?: [id: number, marks: Marks][];
}

/** A redo is the undo of an undo. */
export interface WaitingUndo {
  is: 'undo';
  of: AnyChange;
  /** Ids of the journal's changes that are taken back, in this order. */
  changes: number[];
  isRedo?: boolean;
}

export interface UndoRest {
  /** Ids of the journal's changes that are still to be taken back, as a whole or in part, in this order. */
  changes: number[];
  /** How many images were done before. */
  done: number;
  /** As the service says it; null: it was canceled. */
  whyNot: string | null;
}

/** How a change ended. */
export type Outcome =
  | {
      is: 'stored';
      /** Ids of the journal's changes. */
      changes: number[];
      /** Images that are now as wanted. */
      count: number;
      /** Images that were left as they were because it was canceled. */
      cancelled: number;
      /** Images that are no longer in the library. */
      missing: number;
      /** Images that were left alone because somebody else had changed them. */
      conflicts: number[];
      /** For an undo: images and fields that were changed again since, and stay. */
      left: number;
      leftFields: number;
      /** An undo of edits that was stopped half-way, and can be asked for again. */
      rest?: UndoRest;
      hadToWait: boolean;
    }
  /** `count` images were not changed. */
  | { is: 'refused'; reason: { code: string; detail: string }; changes: number[]; count: number }
  | { is: 'withdrawn' };
