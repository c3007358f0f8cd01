import type { HistoryChange } from '../histories/plans.ts';

/** For one image in a small library, measured through an open darktable. */
const STYLE_MS = 57;
const OTHER_MS = 134;
/** An image takes as many milliseconds more in a library of so many: 120 in one of 100,000. */
const IMAGES_A_MS = 800;
/** Of fewer, the time tells how long darktable takes to begin. */
const FEWEST_MEASURED = 5;

const wayOf = (change: HistoryChange) => (change.do === 'style' ? 'style' : 'other');

/** How long darktable's plugin takes for the history of an image: as long as it took the last time, while the library is the same. */
export class PluginPace {
  #library = '';
  readonly #measured = new Map<ReturnType<typeof wayOf>, number>();

  took(library: string, change: HistoryChange, images: number, ms: number): void {
    if (images < FEWEST_MEASURED) return;
    this.#follow(library);
    this.#measured.set(wayOf(change), ms / images);
  }

  /** `inLibrary`: the number of its images. */
  seconds(library: string, change: HistoryChange, images: number, inLibrary: number): number {
    this.#follow(library);
    const way = wayOf(change);
    const each = this.#measured.get(way) ?? (way === 'style' ? STYLE_MS : OTHER_MS) + inLibrary / IMAGES_A_MS;
    return Math.ceil((images * each) / 1000);
  }

  #follow(library: string): void {
    if (library === this.#library) return;
    this.#library = library;
    this.#measured.clear();
  }
}
