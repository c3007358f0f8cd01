/** From one point to another, in pixels of the screen. */
export interface DrawnLine {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** A line is being drawn along what should be level or upright. */
export interface Leveling {
  label: string;
  take: (line: DrawnLine) => void;
  leave: () => void;
}

/** How far a line falls to the right from level or upright, whichever is nearer: from -45 to 45 degrees. */
export function fallOf({ x1, y1, x2, y2 }: DrawnLine): number {
  const degrees = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return degrees - 90 * Math.round(degrees / 90);
}

/** In darktable's orientation: bits that flip a side, and one that swaps them. An odd number of them makes a mirror image. */
const isMirrored = (orientation: number) =>
  orientation > 0 && [1, 2, 4].filter((bit) => orientation & bit).length % 2 === 1;

/**
 * The rotation that makes a line level or upright, in degrees of rotate and perspective (ashift.c, button_released). `orientation`: of the
 * module that turns the picture afterwards.
 */
export function leveled(rotation: number, line: DrawnLine, orientation: number): number {
  return rotation + (isMirrored(orientation) ? -1 : 1) * fallOf(line);
}
