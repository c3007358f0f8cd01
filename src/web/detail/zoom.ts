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

/** The largest box of this shape, centered in the room. */
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

/** The visible part of a picture that lies there on the stage, in shares of its sides. */
export function visiblePart(onStage: Box, room: Size): Box {
  const side = (begin: number, length: number, space: number) => {
    const from = Math.min(1, Math.max(0, -begin / length));
    return [from, Math.min(1, Math.max(from, (space - begin) / length)) - from] as const;
  };
  const [left, width] = side(onStage.left, onStage.width, room.width);
  const [top, height] = side(onStage.top, onStage.height, room.height);
  return { left, top, width, height };
}

type Shaped = Pick<ImageRecord, 'width' | 'height' | 'aspect_ratio'>;

/** Previews are whole pixels wide and high, so their shapes differ by this much. */
const SAME_SHAPE = 0.01;
const isSameRatio = (one: number, other: number) => Math.abs(one / other - 1) < SAME_SHAPE;
export const isSameShape = (one: Size, other: Size): boolean =>
  isSameRatio(one.width / one.height, other.width / other.height);

/** The shape of what is shown: of the loaded picture where it is not what the record says, after a crop say; darktable's ratios are rounded. */
export function shapeShown(image: Shaped, shown: Size | null): number {
  const recorded = shapeOf(image);
  return shown === null || isSameRatio(shown.width / shown.height, recorded) ? recorded : shown.width / shown.height;
}

/** The file's own pixels, upright or turned, whichever is closer to the shape; a crop has fewer. null: not known. */
export function fileSize(image: Shaped): Size | null {
  const { width, height } = image;
  if (width === null || height === null || width <= 0 || height <= 0) return null;
  const shape = shapeOf(image);
  const isTurned = Math.abs(height / width - shape) < Math.abs(width / height - shape);
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Cameras leave the outermost pixels of the sensor out of their own JPEGs. */
const NEARLY_ALL = 0.95;

/** Whether a picture as the camera wrote it has all pixels of the photograph. */
export function isWhole(image: Shaped, camera: Size): boolean {
  const file = fileSize(image);
  return file !== null && Math.max(camera.width, camera.height) >= NEARLY_ALL * Math.max(file.width, file.height);
}

/** The zoom at which a pixel of the photograph equals one of the screen. `size`: of the picture at 100 %; null: the record tells as well as it can. */
export function fullScale(image: Shaped, boxPixels: number, size: Size | null = null): number {
  const known = size ?? fileSize(image);
  return known ? known.width / boxPixels : 1;
}

/** Keeps the picture centered while it fits; a larger one never leaves a gap at an edge. */
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
