import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFileBy } from '../platform/replace-file.ts';
import type { FileFacts } from './picture-file.ts';

/** A name derived from the content of a picture file; changes when the file changes. */
export const keyOf = ({ file, modifiedMs, size }: FileFacts) =>
  createHash('sha1').update(`${file}\0${modifiedMs}\0${size}`).digest('hex');

/** The disk may have a clock of its own, and so may the other system of this computer. */
const SLACK_MS = 3_600_000;

/** Only files whose names begin with such a key are counted or removed. */
const OUR_NAME = /^[0-9a-f]{40}\b/;

/**
 * Folders of pictures that can be made again, limited in total size: the oldest are removed first. Counted when the first one is added.
 */
export class KeptFiles {
  readonly #folders: string[];
  readonly #limitBytes: number;
  #bytes: number | undefined;
  #counting: Promise<number> | undefined;
  #clearing: Promise<number> | undefined;

  constructor(folders: string[], limitBytes: number) {
    this.#folders = folders;
    this.#limitBytes = limitBytes;
  }

  /**
   * Creates the folder, lets `write` create a file, then renames it into place, so that readers see only whole files. If it creates
   * none, nothing is kept. Returns the result of `write`.
   */
  async keep<Result>(file: string, write: (draft: string) => Promise<Result>): Promise<Result> {
    const { result, bytes } = await replaceFileBy(file, write);
    if (bytes !== null) await this.#added(bytes);
    return result;
  }

  async #added(size: number): Promise<void> {
    if (this.#bytes === undefined) {
      // This includes the new file.
      this.#counting ??= this.#count();
      this.#bytes = await this.#counting;
    } else {
      this.#bytes += size;
    }
    if (this.#bytes > this.#limitBytes) {
      this.#clearing ??= this.#removeOldest().finally(() => (this.#clearing = undefined));
      this.#bytes = await this.#clearing;
    }
  }

  async #count(): Promise<number> {
    return (await this.#all()).reduce((sum, { size }) => sum + size, 0);
  }

  /** Frees a tenth of the limit, so that this is rare. Returns the remaining bytes. */
  async #removeOldest(): Promise<number> {
    const now = Date.now();
    // Those of a time to come are of a clock that was wrong: they must not push out what is made now.
    const age = (modifiedMs: number) => (modifiedMs > now + SLACK_MS ? Infinity : now - modifiedMs);
    const files = (await this.#all())
      .map((file) => ({ ...file, age: age(file.modifiedMs) }))
      .sort((one, other) => (one.age === other.age ? 0 : other.age > one.age ? 1 : -1));
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { file, size } of files) {
      if (bytes <= this.#limitBytes * 0.9) break;
      await rm(file, { force: true });
      bytes -= size;
    }
    return bytes;
  }

  async #all(): Promise<{ file: string; size: number; modifiedMs: number }[]> {
    const found = [];
    for (const folder of this.#folders) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (!entry.isFile() || !OUR_NAME.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const at = await stat(file).catch(() => null);
        if (at) found.push({ file, size: at.size, modifiedMs: at.mtimeMs });
      }
    }
    return found;
  }
}
