import type { ImageRecord } from '../../contract/image-record.ts';
import { shapeOf } from '../../contract/image-shape.ts';
import { type PreviewSize, sizeFor } from '../api/preview-url.ts';
import { boxIn, type Size } from '../detail/zoom.ts';

/** The largest preview there is. */
export const LARGEST: PreviewSize = '5';

/** The preview that is sharp enough for a picture in this room. */
export function fittedSize(image: ImageRecord, room: Size): PreviewSize {
  const { width, height } = boxIn(room, shapeOf(image));
  return sizeFor(width * devicePixelRatio, height * devicePixelRatio);
}
