import { type ZoomTransform, zoomIdentity } from 'd3-zoom';
import type { ImageRecord } from '../../contract/image-record.ts';
import { shapeOf } from '../../contract/image-shape.ts';

export interface Size {
  width: number;
  height: number;
}
export interface Box extends Size {
  left: number;
  top: number;
}

/** How far one can zoom into any picture, at least. */
export const MOST_ZOOM = 4;

/** The largest box of this shape in the middle of the room. */
export function boxIn(room: Size, ratio: number): Box {
  const width = Math.max(1, Math.round(Math.min(room.width, room.height * ratio)));
  const height = Math.max(1, Math.round(width / ratio));
  return { width, height, left: Math.round((room.width - width) / 2), top: Math.round((room.height - height) / 2) };
}

/**
 * The zoom at which a pixel of the photograph is one of the screen. The file's own pixels, upright or turned, whichever comes closer
 * to the shape; a crop has fewer, which nobody tells.
 */
export function fullScale(image: Pick<ImageRecord, 'width' | 'height' | 'aspect_ratio'>, boxPixels: number): number {
  const { width, height } = image;
  if (width === null || height === null || width <= 0 || height <= 0) return 1;
  const shape = shapeOf(image);
  const isTurned = Math.abs(height / width - shape) < Math.abs(width / height - shape);
  return (isTurned ? height : width) / boxPixels;
}

/** Where the picture may be: in the middle as long as it fits, and never away from the edge it is larger than. */
export function clampedTo(transform: ZoomTransform, box: Box | null, room: Size | null): ZoomTransform {
  if (!box || !room) return transform;
  const { k } = transform;
  if (k <= 1) return zoomIdentity;
  const axis = (at: number, start: number, length: number, space: number) => {
    const scaled = length * k;
    const edge = at + start * k;
    const wanted = scaled <= space ? (space - scaled) / 2 : Math.min(0, Math.max(space - scaled, edge));
    return wanted - start * k;
  };
  const x = axis(transform.x, box.left, box.width, room.width);
  const y = axis(transform.y, box.top, box.height, room.height);
  return zoomIdentity.translate(x, y).scale(k);
}
