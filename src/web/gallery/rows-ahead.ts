/** Rows besides those in the window, whatever happens. */
const ROWS = 2;
/** While one scrolls, what comes within this time is in the page already … */
const AHEAD_MS = 300;
/** … but never more than so many windows. */
const MOST_WINDOWS = 0.25;
/** Where one is going to be after a pause, by this much of a window. */
const RESTING_WINDOWS = 0.5;
/** A pause this long says nothing about the speed any more. */
const PAUSE_MS = 200;
/** Further at once than so many windows is a leap: nobody is on the way anywhere. */
const LEAP_WINDOWS = 3;

export interface Reach {
  above: number;
  below: number;
}

/** How far beyond the window the page reaches, in pixels, by how one scrolls: fast means further, and in that direction. */
export class RowsAhead {
  #top = 0;
  #atMs = 0;
  #direction: 1 | -1 = 1;

  /** The window is here now. */
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

  /** Nothing has moved for a while: what comes next is made ready. */
  resting(windowHeight: number): Reach {
    return this.#reach(RESTING_WINDOWS * windowHeight);
  }

  #reach(pixels: number): Reach {
    return this.#direction > 0 ? { above: 0, below: pixels } : { above: pixels, below: 0 };
  }
}

/** The rows from the first to the last that are in the page. */
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
