import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { TILE_SIZE } from '../contract/tiles.ts';
import type { Library } from '../library/library.ts';
import { readDevelopState } from '../library/whole-history.ts';
import { AppError, imageNotFound } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { KeptFiles } from '../previews/kept-files.ts';
import { cachedFileFacts, isWholeJpeg } from '../previews/picture-file.ts';
import { type TilePlace, tileRegion } from '../previews/tile-regions.ts';
import { developmentOf } from './resident/development.ts';
import type { Asker } from './resident/requests.ts';
import { type Development, type Size, type View } from './resident/protocol.ts';
import { type ResidentRenderer, ResidentUnavailable } from './resident/resident-renderer.ts';
import { SourceFailure } from './resident/source-failure.ts';

export interface TilesOptions {
  dataDir: string;
  library: Pick<Library, 'read' | 'pictureFile'>;
  resident: Pick<ResidentRenderer, 'render' | 'way'>;
  log: Log;
  /** The disk limit. */
  keptBytes?: number;
}

/** An image as it is stored at this moment. */
interface Shown {
  version: string;
  picture: string;
  development: Development;
}

const KEPT_BYTES = 512 * 1024 ** 2;
const QUALITY = 90;
/** What most modules look at around a pixel: without it, tiles would show their edges. */
const MARGIN = 32;

/** Parts of the pictures as they are stored, made by the resident darktable and kept on disk until they are many. */
export class PictureTiles {
  readonly #options: TilesOptions;
  readonly #folder: string;
  readonly #kept: KeptFiles;
  /** By version. */
  readonly #sizes = new LRUCache<string, Size>({ max: 1000 });

  constructor(options: TilesOptions) {
    this.#options = options;
    this.#folder = join(options.dataDir, 'renderer', 'tiles');
    this.#kept = new KeptFiles([this.#folder], options.keptBytes ?? KEPT_BYTES);
  }

  /** Rejects with `not_found` and what the resident renderer rejects with; so do the other ones. */
  async describe(id: number, asker: Asker): Promise<{ version: string } & Size> {
    const shown = await this.#shown(id);
    return { version: shown.version, ...(await this.#sizeOf(shown, asker)) };
  }

  /** The version of the picture as it is stored at this moment, and a tile of it as a JPEG. */
  async of(id: number): Promise<{ version: string; tile: (place: TilePlace, asker: Asker) => Promise<Buffer> }> {
    const shown = await this.#shown(id);
    return { version: shown.version, tile: (place, asker) => this.#tile(shown, place, asker) };
  }

  async #tile(shown: Shown, place: TilePlace, asker: Asker): Promise<Buffer> {
    const { factor, column, row } = place;
    const key = digest(shown.version, String(factor), String(column), String(row)).toString('hex');
    const file = join(this.#folder, key.slice(0, 2), `${key}.jpg`);
    const known = await read(file);
    if (known) return known;
    const jpeg = await this.#make(shown, place, asker);
    await this.#keep(file, jpeg);
    return jpeg;
  }

  async #make(shown: Shown, place: TilePlace, asker: Asker): Promise<Buffer> {
    const tile = tileRegion(await this.#sizeOf(shown, asker), place);
    if (!tile) throw new AppError('not_found', 'There is no such tile of this picture.');
    const { width, height } = tile;
    const [x, y] = [place.column * TILE_SIZE, place.row * TILE_SIZE];
    const region = { x, y, width, height, scale: 1 / place.factor, margin: MARGIN };
    const { jpeg } = await this.#render(shown, { region }, asker);
    return jpeg;
  }

  async #sizeOf(shown: Shown, asker: Asker): Promise<Size> {
    const known = this.#sizes.get(shown.version);
    if (known) return known;
    const { facts } = await this.#render(shown, null, asker);
    this.#sizes.set(shown.version, facts.whole);
    return facts.whole;
  }

  #render({ picture, development }: Shown, view: View | null, asker: Asker) {
    return this.#options.resident.render({
      wanted: { picture, development, view, isDraft: false, quality: QUALITY },
      isAwaited: true,
      viewer: null,
      ...asker,
    });
  }

  async #shown(id: number): Promise<Shown> {
    const { library, resident } = this.#options;
    const [state, way] = await Promise.all([readDevelopState(library, id), resident.way()]);
    if (!state) throw imageNotFound(id);
    if (way.is === 'none') throw new ResidentUnavailable(way.why);
    const at = await stat(state.path, { bigint: true }).catch((error: unknown) => {
      throw new SourceFailure(`the file is missing or cannot be read: ${state.path}`, { cause: error });
    });
    const development = developmentOf(state);
    const file = [state.path, at.ino, at.size, at.mtimeNs].join(' ');
    const version = digest(development.xmp, file, way.version).toString('base64url').slice(0, 16);
    return { version, picture: state.path, development };
  }

  /** A full disk is no reason to show nothing. */
  async #keep(file: string, jpeg: Buffer): Promise<void> {
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await this.#kept.keep(file, (draft) => writeFile(draft, jpeg, { mode: 0o600, flag: 'wx' }));
    } catch (error) {
      this.#options.log.debug({ err: error }, 'A tile was not kept');
    }
  }
}

async function read(file: string): Promise<Buffer | null> {
  const facts = cachedFileFacts(file);
  return facts && isWholeJpeg(facts) ? readFile(file).catch(() => null) : null;
}

const digest = (...parts: string[]) => createHash('sha1').update(parts.join('\0')).digest();
