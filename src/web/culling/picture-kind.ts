import type { TileGrid } from '../api/tiles.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { TileSource } from '../../contract/tiles.ts';
import { isSameShape, isWhole, type Size } from '../detail/zoom.ts';
import type { Decoded } from './decoded-pictures.ts';

/** With the edits of darktable, or as the camera wrote it: they differ in brightness. */
export type Kind = TileSource;

/** Whether the picture with edits looks different from what is in the file. */
export const hasTwoKinds = ({ is_raw, is_altered }: Pick<ImageRecord, 'is_raw' | 'is_altered'>): boolean =>
  is_raw || is_altered;

export const kindOf = ({ source }: Pick<Decoded, 'source'>): Kind =>
  source === 'bridge' || source === 'darktable' ? 'edited' : 'camera';

/** Pixels that are there, in percent of those of the photograph; null: not known. */
export function shareOfPixels(have: Size | null, all: Size | null): number | null {
  if (have === null || all === null) return null;
  return Math.min(100, Math.max(1, Math.round((100 * have.width * have.height) / (all.width * all.height))));
}

/** A picture that is to be shown, of two kinds. */
export interface Candidate {
  image: ImageRecord;
  /** What there is of it without enlarging it. */
  fitted: Decoded | null;
  /** The tiles of what the camera wrote; null: none, undefined: not known yet. */
  camera: TileGrid | null | undefined;
}

const sizeOf = ({ element }: Decoded): Size => ({ width: element.naturalWidth, height: element.naturalHeight });

/** Whether its own pixels can be seen at the same place as those in front: not of a crop. */
const isOwn = ({ image, fitted, camera }: Candidate): boolean =>
  Boolean(camera && isWhole(image, camera) && (fitted === null || isSameShape(camera, sizeOf(fitted))));

/**
 * One kind for all pictures in front. Enlarged, it is the camera's where it has all pixels, because it is there at once; else that with the
 * edits where all have one. null: not known yet.
 */
export function kindFor(candidates: readonly Candidate[], isZoomed: boolean): Kind | null {
  if (isZoomed) {
    if (candidates.every(isOwn)) return 'camera';
    if (candidates.some(({ camera }) => camera === undefined)) return null;
  }
  const kinds = candidates.map(({ fitted }) => fitted && kindOf(fitted));
  if (kinds.includes(null)) return null;
  return kinds.includes('camera') ? 'camera' : 'edited';
}
