import { isRejectedSql, starsSql } from './stars.ts';

/**
 * [Note: Rejects that wait] An open darktable keeps the stars of a reject only in its own action, and cannot use that for every image at every
 * moment. A reject that has to wait shows as made wherever images are read. It counts only while the library holds the stars
 * that the image had when it was decided: whoever rates the image in darktable meanwhile has decided anew.
 */
export class WaitingRejects {
  #stars: ReadonlyMap<number, number> = new Map();
  #json = '[]';
  #version = 0;
  readonly #listeners: (() => void)[] = [];

  /** The stars, by image. */
  set(stars: ReadonlyMap<number, number>): void {
    const json = JSON.stringify([...stars].map(([id, count]) => keyOf(id, count)).sort((one, other) => one - other));
    // An index that was written earlier may show others.
    if (json === this.#json && this.#version > 0) return;
    this.#stars = stars;
    this.#json = json;
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  has(id: number): boolean {
    return this.#stars.has(id);
  }

  /** Whether it waits for an image that the library holds like this. */
  isWaiting({ id, stars, isRejected }: { id: number; stars: number; isRejected: boolean }): boolean {
    return !isRejected && this.#stars.get(id) === stars;
  }

  get ids(): Iterable<number> {
    return this.#stars.keys();
  }

  get size(): number {
    return this.#stars.size;
  }

  /** For `rejectWaitsSql`. */
  get json(): string {
    return this.#json;
  }

  /** Another one after each change. */
  get version(): number {
    return this.#version;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }
}

const keyOf = (id: number, stars: number) => id * 8 + stars;

/** The image of a key in `json`. */
export const imageOfKeySql = (key: string) => `${key} >> 3`;

/** For a row of `images`. `:waiting` is the JSON of `WaitingRejects`, or nothing. */
export const rejectWaitsSql = `(NOT ${isRejectedSql}
      AND images.id * 8 + ${starsSql} IN (SELECT value FROM json_each(:waiting)))`;
