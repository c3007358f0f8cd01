import type { ImageRecord } from '../../contract/image-record.ts';
import { type Box, boxIn, frameIn, fullScale, MOST_ZOOM, shapeShown, type Size } from '../detail/zoom.ts';

/** How pictures are looked at: whole, or enlarged at a place. It is kept from picture to picture. */
export interface Look {
  /** Pixels of the screen for each of the photograph; null shows all of it. */
  scale: number | null;
  /** What is in the middle, as a share of the picture's sides. */
  x: number;
  y: number;
}
export const WHOLE: Look = { scale: null, x: 0.5, y: 0.5 };

/** What is known of a picture besides its record. */
export interface Pictured {
  /** The size of what is loaded of it. */
  shown: Size | null;
  /** Its size at 100 %. */
  full: Size | null;
}

export interface Placed {
  /** The whole picture, fitted into the room. */
  box: Box;
  /** How much larger than that it is shown, and where its left and top edges are. */
  zoom: number;
  left: number;
  top: number;
  /** The zoom of 100 %. */
  full: number;
  /** Where the picture itself is in the room: of another shape than the box by what was rounded. */
  frame: Box;
}

/** Even a picture that is hardly larger than the screen can be enlarged this much. */
const LEAST_ZOOM = 1.5;

export function place(
  image: ImageRecord,
  room: Size,
  look: Look,
  pixelRatio: number,
  { shown, full: size }: Pictured = { shown: null, full: null },
): Placed {
  const box = boxIn(room, shapeShown(image, shown));
  const inBox = frameIn(box, size ?? shown);
  const full = fullScale(image, inBox.width * pixelRatio, size);
  const zoom = look.scale === null ? 1 : Math.min(mostZoom(full), Math.max(1, zoomOf(look.scale, full)));
  const left = edge(look.x, box.width * zoom, room.width);
  const top = edge(look.y, box.height * zoom, room.height);
  const frame = {
    left: left + inBox.left * zoom,
    top: top + inBox.top * zoom,
    width: inBox.width * zoom,
    height: inBox.height * zoom,
  };
  return { box, zoom, full, left, top, frame };
}

export const mostZoom = (full: number): number => Math.max(MOST_ZOOM, full * 2);
/** The zoom of 100 %. */
export const zoomOfHundred = (full: number): number => (full > 1.05 ? full : LEAST_ZOOM);
/** How many pixels of the screen are one of the photograph, in percent: now, or when the whole picture will be enlarged. */
export const percentOf = ({ zoom, full }: Placed, look: Look): number =>
  Math.round((100 * (look.scale === null ? zoomOfHundred(full) : zoom)) / full);
const zoomOf = (scale: number, full: number): number => scale * zoomOfHundred(full);

/** Where a side begins: centered while it fits, else without a gap at either edge. */
function edge(share: number, length: number, room: number): number {
  if (length <= room) return Math.round((room - length) / 2);
  return Math.min(0, Math.max(room - length, room / 2 - share * length));
}

/** The point of the picture at a point of the room, as a share of its sides. */
export const shareAt = ({ box, zoom, left, top }: Placed, x: number, y: number) => ({
  x: (x - left) / (box.width * zoom),
  y: (y - top) / (box.height * zoom),
});

/** The look that puts this point of the picture at that point of the room. */
export function lookWith(
  { box, full }: Placed,
  room: Size,
  zoom: number,
  share: { x: number; y: number },
  at: { x: number; y: number },
): Look {
  if (zoom <= 1.001) return { scale: null, x: share.x, y: share.y };
  const middle = (part: number, point: number, length: number, space: number) => {
    const half = Math.min(0.5, space / 2 / length);
    return Math.min(1 - half, Math.max(half, part + (space / 2 - point) / length));
  };
  return {
    scale: zoom / zoomOfHundred(full),
    x: middle(share.x, at.x, box.width * zoom, room.width),
    y: middle(share.y, at.y, box.height * zoom, room.height),
  };
}
