import { itemAt } from '../../item-at.ts';

/** Longer sides of pictures that are made while the hand moves. */
const SIDES = [360, 480, 600, 720, 900, 1080] as const;
const FIRST = SIDES.indexOf(720);
/** Ten pictures in a second look like movement, five like steps. */
const QUICK_MS = 90;
const SLOW_MS = 200;
/** A single slow answer proves nothing: the raw picture may have been decoded for it. */
const ANSWERS = 3;

/** How large a draft may be for pictures to stream: follows how long the last ones took. */
export class DraftSize {
  #at: number = FIRST;
  #tookMs: number[] = [];

  get mostPixels(): number {
    return itemAt(SIDES, this.#at);
  }

  /** A draft took this long, from the request until it could be shown. */
  note(ms: number): void {
    this.#tookMs.push(ms);
    if (this.#tookMs.length < ANSWERS) return;
    const typical = itemAt(
      this.#tookMs.toSorted((one, other) => one - other),
      ANSWERS >> 1,
    );
    this.#tookMs = [];
    if (typical < QUICK_MS) this.#at = Math.min(SIDES.length - 1, this.#at + 1);
    if (typical > SLOW_MS) this.#at = Math.max(0, this.#at - 1);
  }
}
