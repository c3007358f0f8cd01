/** How a picture is turned: bit 1 flips it up and down, 2 left and right, 4 swaps its sides (image.h). */
export type Turn = 'clockwise' | 'counterclockwise' | 'flip-horizontally' | 'flip-vertically';

const FLIP_Y = 1;
const FLIP_X = 2;
const SWAP_XY = 4;

/** -1: as Exif says. */
export const AS_IN_EXIF = -1;

/**
 * What orientation stores after one of its four buttons (flip.c, do_rotate and _flip_h). null: the picture is as its
 * Exif data says, and that is not known here.
 */
export function turned(orientation: number, turn: Turn, exif?: number): number | null {
  const now = orientation === AS_IN_EXIF ? exif : orientation;
  if (now === undefined) return null;
  const isSwapped = (now & SWAP_XY) !== 0;
  switch (turn) {
    case 'counterclockwise':
      return now ^ (isSwapped ? FLIP_Y : FLIP_X) ^ SWAP_XY;
    case 'clockwise':
      return now ^ (isSwapped ? FLIP_X : FLIP_Y) ^ SWAP_XY;
    case 'flip-horizontally':
      return now ^ (isSwapped ? FLIP_Y : FLIP_X);
    case 'flip-vertically':
      return now ^ (isSwapped ? FLIP_X : FLIP_Y);
  }
}
