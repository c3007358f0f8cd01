import { statSync } from 'node:fs';
import type { Libdarktable } from './libdarktable.ts';
import { OpenPicture } from './open-picture.ts';
import { SourceFailure } from './source-failure.ts';

const MOST = 3;
/** A 24-megapixel raw takes about 700 MB with its pipe. */
const MOST_MEGAPIXELS = 30;

/** The pictures shown last stay decoded. */
export class KeptPictures {
  readonly #darktable: Libdarktable;
  readonly #sidecar: string;
  readonly #limitBytes: number;
  /** By path, oldest first. */
  readonly #kept = new Map<string, { state: string; picture: OpenPicture }>();

  /** `limitBytes`: of the process. */
  constructor(darktable: Libdarktable, sidecar: string, limitBytes: number) {
    this.#darktable = darktable;
    this.#limitBytes = limitBytes;
    this.#sidecar = sidecar;
  }

  /** Opened anew when the file has changed. Throws SourceFailure. */
  get(file: string): OpenPicture {
    const state = stateOf(file);
    const known = this.#kept.get(file);
    this.#kept.delete(file);
    if (known && known.state !== state) known.picture.close();
    const picture = known?.state === state ? known.picture : this.#open(file);
    this.#kept.set(file, { state, picture });
    return picture;
  }

  /** After a picture could not be shown: the next attempt starts from the file. */
  forget(file: string): void {
    this.#kept.get(file)?.picture.close();
    this.#kept.delete(file);
  }

  #open(file: string): OpenPicture {
    this.#makeRoom();
    return new OpenPicture(this.#darktable, file, this.#sidecar, this.#limitBytes);
  }

  /** A picture of unknown size may come, so large ones go first. */
  #makeRoom(): void {
    for (const [file, { picture }] of this.#kept) {
      const megapixels = [...this.#kept.values()].reduce((sum, kept) => sum + kept.picture.megapixels, 0);
      if (this.#kept.size < MOST && megapixels < MOST_MEGAPIXELS / 2) return;
      this.#kept.delete(file);
      picture.close();
    }
  }
}

/** Throws SourceFailure when there is no such file. */
function stateOf(file: string): string {
  try {
    const at = statSync(file, { bigint: true });
    if (!at.isFile()) throw new SourceFailure(`this is not a file: ${file}`);
    return `${at.ino} ${at.size} ${at.mtimeNs}`;
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new SourceFailure(isMissing ? `the file is missing: ${file}` : `the file cannot be read: ${file}`);
  }
}
