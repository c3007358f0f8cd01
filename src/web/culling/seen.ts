import type { Pixels } from './real-pixels.ts';

/** How an enlarged picture is seen. */
export interface Seen {
  /** Pixels of the screen for each of the photograph: now, or when the whole picture will be enlarged. */
  percent: number;
  pixels: Pixels;
  /** Percent of the photograph's pixels that are there; null: not known. */
  share: number | null;
}
