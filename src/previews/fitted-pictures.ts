import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { PREVIEW_LEVELS, type PreviewLevel } from '../contract/preview.ts';
import { reasonOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { keyOf, type KeptFiles } from './kept-files.ts';
import { cachedFileFacts, isWholeJpeg, type FileFacts } from './picture-file.ts';
import { loadSharp } from './load-sharp.ts';
import { Places } from './places.ts';

/** The server keeps a core for itself. */
const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * [Note: Small files, large pictures] A header of 300 bytes may claim 65535 x 65535 pixels. What comes line by line takes 30 MB however large it
 * is, and some seconds: cameras make 150 megapixels, 400 with a moved sensor, and a panorama of a gigapixel is still
 * somebody's photograph.
 */
const limitInputPixels = 1_000_000_000;
/** Progressive JPEGs and interlaced PNGs are held whole: 3 to 6 bytes a pixel. They are made for the web, not by cameras. */
const limitWholePixels = 100_000_000;

export type Fitted = { kind: 'scaled'; facts: FileFacts } | { kind: 'fits' } | { kind: 'broken' };

/** Pictures scaled down to the box of a level: upright, sRGB, JPEG; made once and kept. */
export class FittedPictures {
  readonly #folder: string;
  readonly #kept: KeptFiles;
  readonly #log: Log;
  readonly #underWay = new Map<string, Promise<Fitted['kind']>>();
  /** Contents that need no scaling for a level, or cannot be read; a disk may have been away, so not for ever. */
  readonly #without = new LRUCache<string, 'fits' | 'broken'>({ max: 50_000, ttl: 600_000 });
  readonly #places = new Places(atOnce);
  /** Of those that are held whole, one at a time. */
  readonly #wholePlace = new Places(1);

  constructor(options: { folder: string; kept: KeptFiles; log: Log }) {
    this.#folder = options.folder;
    this.#kept = options.kept;
    this.#log = options.log;
  }

  async of(picture: FileFacts, level: PreviewLevel): Promise<Fitted> {
    const key = `${level}/${keyOf(picture)}`;
    const file = join(this.#folder, `${key}.jpg`);
    const before = cachedFileFacts(file);
    if (before && isWholeJpeg(before)) return { kind: 'scaled', facts: before };
    const without = this.#without.get(key);
    if (without) return { kind: without };
    let work = this.#underWay.get(key);
    if (!work) {
      work = this.#places.take(() => this.#make(picture, level, file)).finally(() => this.#underWay.delete(key));
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
    const box = PREVIEW_LEVELS[level];
    try {
      const sharp = await loadSharp();
      const image = sharp(picture.file, { limitInputPixels, failOn: 'error', sequentialRead: true });
      const { autoOrient, isProgressive } = await image.metadata();
      if (autoOrient.width <= box.width && autoOrient.height <= box.height) return 'fits';
      if (isProgressive && autoOrient.width * autoOrient.height > limitWholePixels)
        throw new Error(`${autoOrient.width} x ${autoOrient.height} pixels are too many to be held whole`);
      const scaled = image
        .autoOrient()
        .resize(box.width, box.height, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .jpeg({ quality: 85 });
      const make = () => this.#kept.keep(file, (temporary) => scaled.toFile(temporary));
      await (isProgressive ? this.#wholePlace.take(make) : make());
      return 'scaled';
    } catch (error) {
      this.#log.warn({ file: picture.file, reason: reasonOf(error) }, 'this picture cannot be scaled down');
      return 'broken';
    }
  }
}
