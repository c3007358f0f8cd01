import type { TileName } from '../../api/tiles.ts';

export interface LoadedTile extends TileName {
  /** `blob:…`, valid while the tile is kept. */
  url: string;
}

export interface TileSource {
  load: (tile: TileName, signal: AbortSignal) => Promise<Blob>;
  /** Resolves when the browser has decoded it. */
  decode: (url: string) => Promise<void>;
}

/** darktable makes one at a time: the next request is there when it is ready. Other requests of the page still find a connection. */
const AT_ONCE = 2;
/** Some five screens. The browser keeps all others in its own cache. */
const MOST_KEPT = 150;

export const keyOf = ({ version, factor, column, row }: TileName) => [version, factor, column, row].join('/');

/** The loaded tiles of one picture, the newest last. Loads those that are wanted; requests for those that are not any more are given up. */
export class TileStore {
  readonly #source: TileSource;
  readonly #listeners = new Set<() => void>();
  readonly #loading = new Map<string, AbortController>();
  readonly #failed = new Set<string>();
  #wanted: readonly TileName[] = [];
  #loaded: readonly LoadedTile[] = [];

  constructor(source: TileSource) {
    this.#source = source;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  snapshot = (): readonly LoadedTile[] => this.#loaded;

  /** The most important first. */
  want(tiles: readonly TileName[]): void {
    this.#wanted = tiles;
    const keys = new Set(tiles.map(keyOf));
    for (const [key, stop] of this.#loading) if (!keys.has(key)) stop.abort();
    this.#failed.clear();
    this.#loadNext();
  }

  /** Drops all others. */
  keepOnly(version: string): void {
    if (this.#loaded.some((tile) => tile.version !== version))
      this.#keep(this.#loaded.filter((tile) => tile.version === version));
  }

  end(): void {
    this.want([]);
    this.#keep([]);
  }

  #loadNext(): void {
    const loaded = new Set(this.#loaded.map(keyOf));
    for (const tile of this.#wanted) {
      if (this.#loading.size >= AT_ONCE) return;
      const key = keyOf(tile);
      if (!loaded.has(key) && !this.#loading.has(key) && !this.#failed.has(key)) void this.#load(tile);
    }
  }

  async #load(tile: TileName): Promise<void> {
    const key = keyOf(tile);
    const stop = new AbortController();
    this.#loading.set(key, stop);
    try {
      const url = URL.createObjectURL(await this.#source.load(tile, stop.signal));
      await this.#source.decode(url).catch(() => undefined);
      this.#keep([...this.#loaded, { ...tile, url }]);
    } catch {
      // Asked for again when something else is wanted; what lies below is still seen.
      if (!stop.signal.aborted) this.#failed.add(key);
    }
    this.#loading.delete(key);
    this.#loadNext();
  }

  /** Those that are not wanted go first, the oldest of them before all. */
  #keep(tiles: readonly LoadedTile[]): void {
    const wanted = new Set(this.#wanted.map(keyOf));
    const tooMany = Math.max(0, tiles.length - Math.max(MOST_KEPT, wanted.size));
    const dropped = new Set(tiles.filter((tile) => !wanted.has(keyOf(tile))).slice(0, tooMany));
    const kept = tiles.filter((tile) => !dropped.has(tile));
    for (const tile of [...this.#loaded, ...dropped]) if (!kept.includes(tile)) URL.revokeObjectURL(tile.url);
    this.#loaded = kept;
    for (const listener of [...this.#listeners]) listener();
  }
}
