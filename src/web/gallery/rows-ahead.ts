/** Minimum of rows beyond those in the window. */
const ROWS = 2;
/** While scrolling, rows that will be visible within this time are already in the page … */
const AHEAD_MS = 300;
/** … but never more than this many windows. */
const MOST_WINDOWS = 0.25;
/** While resting, this much of a window is prepared on either side. */
const RESTING_WINDOWS = 0.5;
/** After a pause this long, the speed is unknown. */
const PAUSE_MS = 200;
/** A movement of more windows than this at once is a jump and says nothing about the direction. */
const LEAP_WINDOWS = 3;

export interface Reach {
  above: number;
  below: number;
}

/**
 * How far the page reaches beyond the window, in pixels, depending on the scrolling: further when it is fast, and in
 * that direction.
 */
export class RowsAhead {
  #top = 0;
  #atMs = 0;
  #direction: 1 | -1 = 1;

  /** The window has moved here. */
  moving(top: number, windowHeight: number, nowMs: number): Reach {
    const by = top - this.#top;
    const ms = nowMs - this.#atMs;
    this.#top = top;
    this.#atMs = nowMs;
    if (by === 0) return this.#reach(0);
    this.#direction = by > 0 ? 1 : -1;
    if (Math.abs(by) > LEAP_WINDOWS * windowHeight || ms > PAUSE_MS) return this.#reach(0);
    return this.#reach(Math.min((Math.abs(by) / Math.max(1, ms)) * AHEAD_MS, MOST_WINDOWS * windowHeight));
  }

  /** Nothing has moved for a while: what may come next is prepared. */
  resting(windowHeight: number): Reach {
    return this.#reach(RESTING_WINDOWS * windowHeight);
  }

  #reach(pixels: number): Reach {
    return this.#direction > 0 ? { above: 0, below: pixels } : { above: pixels, below: 0 };
  }
}

/** The first and last row that are in the page. */
export function rowsWithin(
  layout: { rowAt: (y: number) => number; count: number },
  { top, height }: { top: number; height: number },
  { above, below }: Reach,
): { first: number; last: number } {
  return {
    first: Math.max(0, layout.rowAt(Math.max(0, top - above)) - ROWS),
    last: Math.min(layout.count - 1, layout.rowAt(top + height + below) + ROWS),
  };
}
