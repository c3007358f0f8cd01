import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFileBy } from '../platform/replace-file.ts';
import type { FileFacts } from './picture-file.ts';

/** A name for what is made of one content of a picture file: another when the file is changed or replaced. */
export const keyOf = ({ file, modifiedMs, size }: FileFacts) =>
  createHash('sha1').update(`${file}\0${modifiedMs}\0${size}`).digest('hex');

/** Begins with a key, as above: nothing else is ever counted or removed. */
const OUR_NAME = /^[0-9a-f]{40}\b/;

/**
 * Folders of pictures that we made and could make again, held below a number of bytes in all: when they grow beyond it, the
 * oldest go. Counted when the first one is added.
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
   * Lets `write` make a file beside its place (the folder too), then puts it there: a reader never sees half of it. Where it makes none,
   * nothing is kept. Gives what `write` gives.
   */
  async keep<Result>(file: string, write: (draft: string) => Promise<Result>): Promise<Result> {
    const { result, bytes } = await replaceFileBy(file, write);
    if (bytes !== null) await this.#added(bytes);
    return result;
  }

  async #added(size: number): Promise<void> {
    if (this.#bytes === undefined) {
      // This finds the new file on the disk already.
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

  /** Makes room for a tenth of the limit, so that this is rare. Gives the bytes that stay. */
  async #removeOldest(): Promise<number> {
    const files = (await this.#all()).sort((one, other) => one.modifiedMs - other.modifiedMs);
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
