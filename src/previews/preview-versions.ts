import { readdirSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { Events } from '../platform/events.ts';
import { watchFolder, type FolderWatch } from '../platform/watch-folder.ts';
import { CACHED_LEVELS, type CacheRoot, type MipmapCache } from './mipmap-cache.ts';
import { cachedFileFacts } from './picture-file.ts';

const pictureName = /^(\d+)\.jpg$/;
const settleMs = 50;

/**
 * What the cached pictures of an image were last seen as, remembered until the folders tell of a change. A list asks for
 * hundreds at once, so nothing is looked up twice, and images without any picture are known from the folders' listings:
 * asking the disk for each of their sixteen possible files took 0.8 ms a page.
 */
export class PreviewVersions {
  readonly #cache: MipmapCache;
  readonly #events: Events;
  readonly #newest = new LRUCache<number, string>({ max: 100_000 });
  /** Where an image has, or lately had, a cached picture: a bit for each of the folders. Null until they are read. */
  #pictured: Map<number, number> | null = null;
  #folders: string[] = [];
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
    this.#pictured ??= this.#listed();
    const where = this.#pictured.get(id);
    if (where === undefined) return `${historyKey}-0`;
    let newest = this.#newest.get(id);
    if (newest === undefined) {
      newest = Math.round(this.#newestMs(id, where)).toString(36);
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
    this.#folders = roots.flatMap(({ folder }) => CACHED_LEVELS.map((level) => `${folder}/${level}`));
    this.#watches = this.#folders.map((folder, at) => watchFolder(folder, (name) => this.#noticed(name, at)));
    this.#noticed(null, 0);
  }

  /** After the watches have begun, so that nothing appears unseen in between. */
  #listed(): Map<number, number> {
    const pictured = new Map<number, number>();
    for (const [at, folder] of this.#folders.entries()) {
      for (const name of namesIn(folder)) {
        const match = pictureName.exec(name);
        if (match) note(pictured, Number(match[1]), at);
      }
    }
    return pictured;
  }

  /** Unix ms of the newest picture in these folders; 0 when there is none any more. */
  #newestMs(id: number, where: number): number {
    let newest = 0;
    for (const [at, folder] of this.#folders.entries()) {
      if (where & (1 << at)) newest = Math.max(newest, cachedFileFacts(`${folder}/${id}.jpg`)?.modifiedMs ?? 0);
    }
    return newest;
  }

  /** `at`: in which of the folders. */
  #noticed(name: string | null, at: number): void {
    if (name === null) {
      this.#newest.clear();
      this.#pictured = null;
      this.#epoch++;
      return;
    }
    const match = pictureName.exec(name);
    if (!match) return;
    const id = Number(match[1]);
    this.#newest.delete(id);
    if (this.#pictured) note(this.#pictured, id, at);
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

const note = (pictured: Map<number, number>, id: number, at: number) =>
  pictured.set(id, (pictured.get(id) ?? 0) | (1 << at));

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Not there (yet), or not ours to read.
    return [];
  }
}
