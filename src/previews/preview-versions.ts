import { LRUCache } from 'lru-cache';
import type { Events } from '../events.ts';
import { watchFolder, type FolderWatch } from '../watch-folder.ts';
import { CACHED_LEVELS, type CacheRoot, type MipmapCache } from './mipmap-cache.ts';

const pictureName = /^(\d+)\.jpg$/;
const settleMs = 50;

/**
 * What the cached pictures of an image were last seen as, remembered until the folders tell of a change. A list asks for
 * hundreds at once, so nothing is looked up twice.
 */
export class PreviewVersions {
  readonly #cache: MipmapCache;
  readonly #events: Events;
  readonly #newest = new LRUCache<number, string>({ max: 100_000 });
  readonly #changed = new Set<number>();
  #watched: readonly CacheRoot[] = [];
  #watches: FolderWatch[] = [];
  #timer: NodeJS.Timeout | undefined;
  #epoch = 0;
  #closed = false;

  constructor(cache: MipmapCache, events: Events) {
    this.#cache = cache;
    this.#events = events;
    this.#follow();
  }

  versionOf(id: number, historyKey: string): string {
    this.#follow();
    let newest = this.#newest.get(id);
    if (newest === undefined) {
      newest = Math.round(this.#cache.newestMs(id)).toString(36);
      this.#newest.set(id, newest);
    }
    return `${historyKey}-${newest}`;
  }

  epoch(): number {
    this.#follow();
    return this.#epoch;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const watch of this.#watches) watch.close();
    this.#watches = [];
  }

  /** Another library or cache folder: other pictures. */
  #follow(): void {
    const roots = this.#cache.roots();
    if (roots === this.#watched || this.#closed) return;
    this.#watched = roots;
    for (const watch of this.#watches) watch.close();
    this.#watches = roots.flatMap(({ folder }) =>
      CACHED_LEVELS.map((level) => watchFolder(`${folder}/${level}`, (name) => this.#noticed(name))),
    );
    this.#noticed(null);
  }

  #noticed(name: string | null): void {
    if (name === null) {
      this.#newest.clear();
      this.#epoch++;
      return;
    }
    const match = pictureName.exec(name);
    if (!match) return;
    const id = Number(match[1]);
    this.#newest.delete(id);
    this.#epoch++;
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => this.#tell(), settleMs).unref();
  }

  #tell(): void {
    this.#timer = undefined;
    const ids = [...this.#changed];
    this.#changed.clear();
    for (const id of ids) this.#events.emit('preview.changed', { id });
  }
}
