import type { TileName } from '../../api/tiles.ts';
import { Signal } from '../../stores/store.ts';

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

export const keyOf = ({ id, source, version, factor, column, row }: TileName) =>
  [id, source, version, factor, column, row].join('/');

/** Of several pictures, darktable makes the tiles of one before those of the next: opening another one for each tile would take longer. */
export class TileLine {
  readonly #waiting: TileStore[] = [];

  /** Whether it is this one's turn, which lasts until it leaves. */
  isTurnOf(store: TileStore): boolean {
    if (!this.#waiting.includes(store)) this.#waiting.push(store);
    return this.#waiting[0] === store;
  }

  leave(store: TileStore): void {
    const at = this.#waiting.indexOf(store);
    if (at === -1) return;
    this.#waiting.splice(at, 1);
    if (at === 0) this.#waiting[0]?.loadNext();
  }
}

interface Snapshot {
  loaded: readonly LoadedTile[];
  /** Some of those that are wanted could not be loaded. */
  hasFailed: boolean;
}

/** The loaded tiles of a picture, or of several, the newest last. Loads those that are wanted; requests for those that are not any more are given up. */
export class TileStore {
  readonly #source: TileSource;
  readonly #told = new Signal();
  readonly #loading = new Map<string, AbortController>();
  readonly #failed = new Set<string>();
  #wanted: readonly TileName[] = [];
  readonly #line: TileLine;
  readonly #atOnce: number;
  readonly #mostKept: number;
  #now: Snapshot = { loaded: [], hasFailed: false };

  constructor(source: TileSource, { line = new TileLine(), atOnce = AT_ONCE, mostKept = MOST_KEPT } = {}) {
    this.#source = source;
    this.#line = line;
    this.#atOnce = atOnce;
    this.#mostKept = mostKept;
  }

  subscribe = this.#told.subscribe;
  snapshot = (): Snapshot => this.#now;

  /** The most important first. */
  want(tiles: readonly TileName[]): void {
    this.#wanted = tiles;
    const keys = new Set(tiles.map(keyOf));
    for (const [key, stop] of this.#loading) if (!keys.has(key)) stop.abort();
    this.#failed.clear();
    this.#tell();
    this.loadNext();
  }

  /** Drops all others. */
  keepOnly(version: string): void {
    const { loaded } = this.#now;
    if (loaded.some((tile) => tile.version !== version)) this.#keep(loaded.filter((tile) => tile.version === version));
  }

  end(): void {
    this.want([]);
    this.#keep([]);
  }

  /** Called by the line when it is this one's turn. */
  loadNext(): void {
    const loaded = new Set(this.#now.loaded.map(keyOf));
    const due = this.#wanted.filter((tile) => {
      const key = keyOf(tile);
      return !loaded.has(key) && !this.#loading.has(key) && !this.#failed.has(key);
    });
    if (due.length === 0 && this.#loading.size === 0) this.#line.leave(this);
    else if (this.#line.isTurnOf(this))
      for (const tile of due.slice(0, Math.max(0, this.#atOnce - this.#loading.size))) void this.#load(tile);
  }

  async #load(tile: TileName): Promise<void> {
    const key = keyOf(tile);
    const stop = new AbortController();
    this.#loading.set(key, stop);
    try {
      const url = URL.createObjectURL(await this.#source.load(tile, stop.signal));
      await this.#source.decode(url).catch(() => undefined);
      this.#keep([...this.#now.loaded, { ...tile, url }]);
    } catch {
      // Asked for again when something else is wanted; what lies below is still seen.
      if (!stop.signal.aborted) {
        this.#failed.add(key);
        this.#tell();
      }
    }
    this.#loading.delete(key);
    this.loadNext();
  }

  /** Those that are not wanted go first, the oldest of them before all. */
  #keep(tiles: readonly LoadedTile[]): void {
    const wanted = new Set(this.#wanted.map(keyOf));
    const tooMany = Math.max(0, tiles.length - Math.max(this.#mostKept, wanted.size));
    const dropped = new Set(tiles.filter((tile) => !wanted.has(keyOf(tile))).slice(0, tooMany));
    const kept = tiles.filter((tile) => !dropped.has(tile));
    for (const tile of [...this.#now.loaded, ...dropped]) if (!kept.includes(tile)) URL.revokeObjectURL(tile.url);
    this.#tell(kept);
  }

  #tell(loaded = this.#now.loaded): void {
    const hasFailed = this.#failed.size > 0;
    if (loaded === this.#now.loaded && hasFailed === this.#now.hasFailed) return;
    this.#now = { loaded, hasFailed };
    this.#told.tell();
  }
}
