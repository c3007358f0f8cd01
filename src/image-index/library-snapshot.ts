import { closeSync, constants, fstatSync, ftruncateSync, readSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type LibraryFiles, readingUri } from '../library/lock-free.ts';
import { openOrdinaryFile, ordinaryFile } from '../platform/ordinary-file.ts';
import type { Source } from './library-copy.ts';

/** What is compared at once, and written if it differs. */
const PART_BYTES = 1024 * 1024;

/**
 * library.db and data.db of one state, copied beside index.db.
 *
 * [Note: Faster than the next commit] To compare 100,000 images in SQL takes 0.2 s, to copy the bytes of their library 15 ms. So
 * a copy fits between two commits of a busy darktable where a comparison does not, and is then read at leisure.
 */
export class LibrarySnapshot {
  readonly #library: LibraryFiles;
  readonly #files: { library: string; data: string };
  readonly #theirs = Buffer.allocUnsafeSlow(PART_BYTES);
  readonly #ours = Buffer.allocUnsafeSlow(PART_BYTES);
  #isThere: boolean;

  /** `index`: the path of index.db. */
  constructor(index: string, library: LibraryFiles) {
    this.#library = library;
    const folder = dirname(index);
    this.#files = { library: join(folder, 'library-snapshot.db'), data: join(folder, 'data-snapshot.db') };
    // One that a killed process left.
    this.#isThere = ordinaryFile(this.#files.library) !== null;
  }

  /**
   * Brings the copy to the state that the library at rest has. false: it changed meanwhile, and what was copied makes the next
   * attempt shorter; or the disk has no room to spare; or a part of the library lies in another file (write-ahead logging).
   */
  take(stamp: string): boolean {
    const { library, data } = this.#library.look();
    if (library.kind !== 'file' || data.kind !== 'file' || library.isWal || data.isWal) return false;
    try {
      if (!this.#hasRoom(library.size + data.size)) return false;
      this.#isThere = true;
      const isStill = () => this.#library.stamp() === stamp;
      return (
        this.#follow(this.#library.library.path, this.#files.library, isStill) &&
        this.#follow(this.#library.data.path, this.#files.data, isStill) &&
        this.#library.isStill(stamp)
      );
    } catch {
      this.discard();
      return false;
    }
  }

  /** Valid until the next `take`. */
  source(stamp: string): Source {
    const { library, data } = this.#files;
    return { stamp, library: readingUri(library), data: readingUri(data), isInPieces: false, isStill: () => true };
  }

  discard(): void {
    if (!this.#isThere) return;
    this.#isThere = false;
    for (const file of Object.values(this.#files)) rmSync(file, { force: true });
  }

  /** darktable must never find the disk full on our account: as much again as the copy takes stays free. */
  #hasRoom(bytes: number): boolean {
    const missing = bytes - (ordinaryFile(this.#files.library)?.size ?? 0);
    const { bavail, bsize } = statfsSync(dirname(this.#files.library));
    return missing <= 0 || bavail * bsize > missing + bytes;
  }

  /** Writes only what differs. */
  #follow(original: string, copy: string, isStill: () => boolean): boolean {
    const from = openOrdinaryFile(original, constants.O_RDONLY);
    try {
      const to = openOrdinaryFile(copy, constants.O_RDWR | constants.O_CREAT);
      try {
        let at = 0;
        for (let size = PART_BYTES; size === PART_BYTES; at += size) {
          size = readSync(from, this.#theirs, 0, PART_BYTES, at);
          const part = this.#theirs.subarray(0, size);
          const known = readSync(to, this.#ours, 0, size, at);
          if (!part.equals(this.#ours.subarray(0, known))) writeSync(to, part, 0, size, at);
          if (!isStill()) return false;
        }
        if (fstatSync(to).size > at) ftruncateSync(to, at);
        return true;
      } finally {
        closeSync(to);
      }
    } finally {
      closeSync(from);
    }
  }
}
