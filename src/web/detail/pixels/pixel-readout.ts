/** Red, green and blue from 0 to 255, as the picture on the screen has them. */
export type Rgb = readonly [number, number, number];

/** The colour under the pointer; null while it is elsewhere. It changes too often to draw the stage anew each time. */
export class PixelReadout {
  readonly #listeners = new Set<() => void>();
  #now: Rgb | null = null;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  snapshot = (): Rgb | null => this.#now;

  note(rgb: Rgb | null): void {
    if (String(rgb) === String(this.#now)) return;
    this.#now = rgb;
    for (const listener of [...this.#listeners]) listener();
  }
}
