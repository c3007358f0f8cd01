import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ImageFacts, Library } from '../library/library.ts';
import { AppError, imageNotFound, reasonOf } from '../platform/errors.ts';
import type { PictureDecoder } from './picture-decoder.ts';
import { etagOf, type FileFacts } from './picture-file.ts';
import { type Size, uprightSize } from './orientation.ts';
import { type TilePlace, tileRegion } from './tile-regions.ts';

export interface CameraTilesOptions {
  library: Pick<Library, 'facts'>;
  previews: { camera(image: ImageFacts): Promise<FileFacts | null> };
  decoder: Pick<PictureDecoder, 'measure' | 'part'>;
}

interface Found extends Size {
  file: string;
  version: string;
}

/** The client that waits. */
interface Asker {
  signal: AbortSignal;
}

/** Parts of what the camera wrote: of a file as it is, or of the JPEG in a raw file. The decoder keeps the last pictures. */
export class CameraTiles {
  readonly #options: CameraTilesOptions;
  readonly #sizes = new LRUCache<string, Size>({ max: 1000 });

  constructor(options: CameraTilesOptions) {
    this.#options = options;
  }

  /** Upright. Rejects with `not_found` when there is no such picture, and with `not_rendered` when it is damaged; so does `of`. */
  async describe(id: number): Promise<Omit<Found, 'file'>> {
    const { version, width, height } = await this.#find(id);
    return { version, width, height };
  }

  async of(id: number): Promise<{ version: string; tile: (place: TilePlace, asker: Asker) => Promise<Buffer> }> {
    const found = await this.#find(id);
    return { version: found.version, tile: (place, asker) => this.#tile(found, place, asker) };
  }

  async #tile(found: Found, place: TilePlace, { signal }: Asker): Promise<Buffer> {
    const part = tileRegion(found, place);
    if (!part) throw new AppError('not_found', 'There is no such tile of this picture.');
    signal.throwIfAborted();
    return readable(() => this.#options.decoder.part(found.file, { key: found.version, part }));
  }

  async #find(id: number): Promise<Found> {
    const { library, previews, decoder } = this.#options;
    const image = await library.facts(id);
    if (!image) throw imageNotFound(id);
    const picture = await previews.camera(image);
    if (!picture) throw new AppError('not_found', 'The file is missing, or has no picture of the camera.');
    const version = versionOf(picture);
    const known = this.#sizes.get(version);
    if (known) return { ...known, file: picture.file, version };
    const { orientation, ...stored } = await readable(() => decoder.measure(picture.file));
    const size = uprightSize({ ...stored, orientation: orientation ?? 1 });
    this.#sizes.set(version, size);
    return { ...size, file: picture.file, version };
  }
}

const versionOf = (picture: FileFacts) =>
  createHash('sha1')
    .update(`${picture.file}\0${etagOf(picture)}`)
    .digest('base64url')
    .slice(0, 16);

async function readable<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    throw new AppError('not_rendered', `The picture of the camera cannot be read: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}
