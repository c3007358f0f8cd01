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

/** The minimum of how far any picture can be zoomed. */
export const MOST_ZOOM = 4;

/** The largest box of this shape, centred in the room. */
export function boxIn(room: Size, ratio: number): Box {
  const width = Math.max(1, Math.round(Math.min(room.width, room.height * ratio)));
  const height = Math.max(1, Math.round(width / ratio));
  return { width, height, left: Math.round((room.width - width) / 2), top: Math.round((room.height - height) / 2) };
}

/** Where a picture lies in a box of nearly its shape, as `object-fit: contain` puts it. */
export function frameIn(box: Size, picture: Size | null): Box {
  if (picture === null) return { left: 0, top: 0, width: box.width, height: box.height };
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { left: (box.width - width) / 2, top: (box.height - height) / 2, width, height };
}

/** The visible part of a frame in the zoomed box, in shares of the frame's sides. */
export function visiblePart(transform: ZoomTransform, { box, frame, room }: { box: Box; frame: Box; room: Size }): Box {
  const side = (at: number, start: number, length: number, space: number) => {
    const begin = at + start * transform.k;
    const scaled = length * transform.k;
    const from = Math.min(1, Math.max(0, -begin / scaled));
    return [from, Math.min(1, Math.max(from, (space - begin) / scaled)) - from] as const;
  };
  const [left, width] = side(transform.x, box.left + frame.left, frame.width, room.width);
  const [top, height] = side(transform.y, box.top + frame.top, frame.height, room.height);
  return { left, top, width, height };
}

/**
 * The zoom at which a pixel of the photograph equals one of the screen, as far as its record tells: the file's own pixels, upright or turned,
 * whichever is closer to the shape; a crop has fewer.
 */
export function fullScale(image: Pick<ImageRecord, 'width' | 'height' | 'aspect_ratio'>, boxPixels: number): number {
  const { width, height } = image;
  if (width === null || height === null || width <= 0 || height <= 0) return 1;
  const shape = shapeOf(image);
  const isTurned = Math.abs(height / width - shape) < Math.abs(width / height - shape);
  return (isTurned ? height : width) / boxPixels;
}

/** Keeps the picture centred while it fits; a larger one never leaves a gap at an edge. */
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
