import type { Stats } from 'node:fs';
import { ordinaryFileSeen, ordinaryTextIfThere } from '../platform/ordinary-file.ts';

/** The different ids in some files, read again only when a file changed. Throws when one cannot be read. */
export class PendingIds {
  readonly #files: string[];
  #stamp = '';
  #ids: number[] = [];

  constructor(files: string[]) {
    this.#files = files;
  }

  count(): number {
    return this.ids().length;
  }

  ids(): number[] {
    const stats = this.#files.map((file) => ordinaryFileSeen(file));
    const stamp = stats.map(stampOf).join(' ');
    if (stamp !== this.#stamp) {
      const ids = new Set<number>();
      for (const [index, file] of this.#files.entries()) if (stats[index]) readIds(file, ids);
      this.#ids = [...ids];
      this.#stamp = stamp;
    }
    return this.#ids;
  }
}

export const stampOf = (at: Stats | null) => (at ? `${at.ino}:${at.size}:${at.mtimeMs}` : '-');

/** Of a queue: two million ids. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Adds the ids of a file in order; none if it is missing. Throws when it cannot be read, or is larger than any queue. */
export function readIds(file: string, ids: Set<number>): void {
  for (const line of (ordinaryTextIfThere(file, 'latin1', MOST_BYTES) ?? '').split('\n')) {
    const id = line.trim();
    if (/^\d+$/.test(id)) ids.add(Number(id));
  }
}
