/** How long one piece may hold up other changes, roughly. */
const PIECE_MS = 2_000;
const FEWEST = 10;
const MOST = 500;
/** When the size hardly matters. */
const GROWTH = 8;

/**
 * How many images go to darktable at once: few if it changes them one by one, many if its own action changes them together. Then darktable reads
 * its list anew after each piece, whatever its size: that takes a tenth of a second with 100,000 images, and several seconds where it has no
 * statistics of its library yet, as after a first import.
 */
export class PieceSize {
  #images = 2 * FEWEST;
  #before: { images: number; ms: number } | null = null;
  #isAnySizeAlike = false;

  get images(): number {
    return this.#images;
  }

  /** How long the last piece took. */
  took(images: number, ms: number): void {
    const before = this.#before;
    if (before !== null && before.images !== images) {
      const msPerImage = Math.abs((ms - before.ms) / (images - before.images));
      this.#isAnySizeAlike = msPerImage * images < ms / 2;
    }
    this.#before = { images, ms };
    const fitting = this.#isAnySizeAlike ? images * GROWTH : Math.floor((images * PIECE_MS) / Math.max(1, ms));
    this.#images = Math.min(MOST, Math.max(FEWEST, fitting));
  }
}
