/** How many pictures a row of an upright phone may have. */
export const FEWEST = 1;
export const MOST = 5;
/** Between two numbers, fingers that tremble change nothing. */
const CLEAR = 0.6;

/** How many per row two fingers mean that are so many times as far apart as they were at `before`. */
export function pinchedTo(apart: number, before: number, now: number): number {
  const meant = before / apart;
  return Math.abs(meant - now) < CLEAR ? now : Math.min(MOST, Math.max(FEWEST, Math.round(meant)));
}
