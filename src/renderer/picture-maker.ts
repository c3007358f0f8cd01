import type { Box } from '../previews/decoder-process.ts';
import type { LeastSize } from './least-size.ts';
import type { Development } from './resident/protocol.ts';

/** What is to be made of one picture: everything that a darktable has to know about it. */
export interface PictureOrder {
  job: 'refresh' | 'refine' | 'export';
  imageId: number;
  /** Full path of the photograph, or of darktable's local copy. */
  picture: string;
  /** The photograph's own file name, which an export tells, where `picture` has another. */
  name?: string;
  /** The content of the sidecar with the development. */
  sidecar: string;
  /** The same for a resident darktable; null: it is not asked. */
  development: Development | null;
  /** Otherwise darktable still adds its default steps, and the user's presets. */
  isComplete: boolean;
  /** The sizes to make, largest first; null: full size. */
  boxes: readonly (Box | null)[];
  /** JPEG quality, 1-100. */
  quality: number;
  /** null: not known. */
  least: LeastSize | null;
}

export interface Made {
  /** The pictures were scaled down the quick way. */
  mayBeFiner: boolean;
  /** To be called once. `isOver`: the pictures are in place, or nobody wants them any more; otherwise they will be wanted again. */
  settle: (isOver: boolean) => void;
}

/** Where jobs are done: on this computer, or by workers on others. */
export interface PictureMaker {
  /**
   * Writes a JPEG to each of the drafts, new files in the order of `boxes`. Throws JobFailure, NoRoom, CliMissing, and the reason of
   * `signal`; then some of the drafts may exist.
   */
  make(order: PictureOrder, drafts: readonly string[], signal: AbortSignal): Promise<Made>;
}
