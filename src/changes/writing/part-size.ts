/** How long one part may keep this thread, roughly: others wait that long, and a cancel. */
const PART_MS = 100;
const FIRST = 50;
const FEWEST = 10;
const MOST = 100;

/** How many images are changed in one transaction straight into the library: as many as fit into a tenth of a second. */
export class PartSize {
  #images = FIRST;

  get images(): number {
    return this.#images;
  }

  /** How long the last part took. */
  took(images: number, ms: number): void {
    const fitting = Math.floor((images * PART_MS) / Math.max(1, ms));
    this.#images = Math.min(MOST, Math.max(FEWEST, fitting));
  }
}
