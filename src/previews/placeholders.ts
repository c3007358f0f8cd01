import { largeCache } from '../platform/large-cache.ts';
import type { PlaceholderFile } from './placeholder-file.ts';
import type { MipmapCache } from './mipmap-cache.ts';
import type { PictureDecoder } from './picture-decoder.ts';
import { etagOf, type FileFacts } from './picture-file.ts';
import { Semaphore } from './semaphore.ts';

export interface Placeholder {
  id: number;
  webp: Buffer;
}

/**
 * Tiny pictures that are shown until the previews arrive. Rendered previews get one on request. Photographs get one only when they are
 * sent as a preview anyway, because opening them just for a placeholder is too slow.
 */
export class Placeholders {
  readonly #file: PlaceholderFile;
  readonly #cache: MipmapCache;
  readonly #decoder: PictureDecoder;
  /** One at a time: previews go first. */
  readonly #turns = new Semaphore(1);
  readonly #underWay = new Map<string, Promise<Buffer | null>>();
  /** Pictures that cannot be decoded. */
  readonly #broken = largeCache<string, true>(10_000);

  constructor(options: { file: PlaceholderFile; cache: MipmapCache; decoder: PictureDecoder }) {
    this.#file = options.file;
    this.#cache = options.cache;
    this.#decoder = options.decoder;
  }

  /** In the order of the ids, without images that have no preview yet. */
  async of(ids: readonly number[]): Promise<Placeholder[]> {
    const found = await Promise.all(
      ids.map(async (id) => {
        const stored = this.#stored(id);
        const picture = this.#cache.find(id, 0);
        const isCurrent = stored !== null && (picture === null || stored.picture === etagOf(picture));
        const webp = isCurrent ? stored.webp : picture && (await this.#make(id, picture));
        return webp && { id, webp };
      }),
    );
    return found.filter((placeholder) => placeholder !== null);
  }

  /** Call it when a preview of the image was found. */
  note(id: number, picture: FileFacts): void {
    if (this.#stored(id)?.picture !== etagOf(picture)) void this.#make(id, picture);
  }

  close(): void {
    this.#file.close();
  }

  #stored(id: number) {
    return this.#file.use(({ get }) => get.get(id) ?? null);
  }

  async #make(id: number, facts: FileFacts): Promise<Buffer | null> {
    const picture = etagOf(facts);
    const key = `${id} ${picture}`;
    if (this.#broken.has(key)) return null;
    let work = this.#underWay.get(key);
    if (!work) {
      work = this.#turns
        .take(() => this.#decoder.shrink(facts.file))
        .then(
          (base64) => {
            const webp = Buffer.from(base64, 'base64');
            this.#file.use(({ put }) => put.run(id, picture, webp));
            return webp;
          },
          () => {
            this.#broken.set(key, true);
            return null;
          },
        )
        .finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, work);
    }
    return work;
  }
}
