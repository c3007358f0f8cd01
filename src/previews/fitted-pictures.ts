import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PREVIEW_LEVELS, type PreviewLevel } from '../contract/preview.ts';
import { largeCache } from '../platform/large-cache.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { isOnlyMarked } from './adobe-rgb.ts';
import { jpegHead } from './jpeg-head.ts';
import { keyOf, type KeptFiles } from './kept-files.ts';
import { cachedFileFacts, isWholeJpeg, type FileFacts } from './picture-file.ts';
import type { PictureDecoder } from './picture-decoder.ts';
import { Semaphore } from './semaphore.ts';

/** One core is left for the server. */
const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1));

export type Fitted = { kind: 'scaled'; facts: FileFacts } | { kind: 'fits' } | { kind: 'broken' };

/** Pictures scaled down to a level: upright, sRGB, JPEG; made once and kept. */
export class FittedPictures {
  readonly #folder: string;
  readonly #kept: KeptFiles;
  readonly #decoder: PictureDecoder;
  readonly #log: Log;
  readonly #underWay = new Map<string, Promise<Fitted['kind']>>();
  /** Files that need no scaling or cannot be read. Forgotten after a while, because the disk may have been missing. */
  readonly #without = largeCache<string, 'fits' | 'broken'>(50_000, { ttlMs: 600_000 });
  readonly #turns = new Semaphore(atOnce);

  constructor(options: { folder: string; kept: KeptFiles; decoder: PictureDecoder; log: Log }) {
    this.#folder = options.folder;
    this.#kept = options.kept;
    this.#decoder = options.decoder;
    this.#log = options.log;
  }

  async of(picture: FileFacts, level: PreviewLevel): Promise<Fitted> {
    // Earlier versions scaled pictures that are only marked without their colors.
    const isMarked = isOnlyMarked(await jpegHead(picture));
    const key = `${level}/${keyOf(picture)}${isMarked ? '-2' : ''}`;
    const file = join(this.#folder, `${key}.jpg`);
    const before = cachedFileFacts(file);
    if (before && isWholeJpeg(before)) return { kind: 'scaled', facts: before };
    const without = this.#without.get(key);
    if (without) return { kind: without };
    let work = this.#underWay.get(key);
    if (!work) {
      work = this.#turns.take(() => this.#make(picture, level, file)).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, work);
    }
    const kind = await work;
    if (kind !== 'scaled') {
      this.#without.set(key, kind);
      return { kind };
    }
    const facts = cachedFileFacts(file);
    return facts ? { kind, facts } : { kind: 'broken' };
  }

  async #make(picture: FileFacts, level: PreviewLevel, file: string): Promise<Fitted['kind']> {
    const { width, height } = PREVIEW_LEVELS[level];
    try {
      return await this.#kept.keep(file, (to) => this.#decoder.fit(picture.file, { box: { width, height }, to }));
    } catch (error) {
      this.#log.warn({ file: picture.file, reason: reasonOf(error) }, 'this picture cannot be scaled down');
      return 'broken';
    }
  }
}
