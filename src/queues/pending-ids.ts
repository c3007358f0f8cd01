import type { Stats } from 'node:fs';
import { ordinaryFile, readOrdinaryFile } from '../platform/ordinary-file.ts';

/** The different ids in some files, read again only when a file changed. */
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
    const stats = this.#files.map((file) => ordinaryFile(file));
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

/** Adds the ids of a file in order; none if it is missing, or larger than any queue. */
export function readIds(file: string, ids: Set<number>): void {
  try {
    for (const line of readOrdinaryFile(file, 'latin1', MOST_BYTES).split('\n')) {
      const id = line.trim();
      if (/^\d+$/.test(id)) ids.add(Number(id));
    }
  } catch {
    // The bridge took it between the check and the read: the next change shows it.
  }
}
