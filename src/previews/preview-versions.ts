import { readdirSync } from 'node:fs';
import type { Events } from '../platform/events.ts';
import { watchFolder, type FolderWatch } from '../platform/watch-folder.ts';
import { CACHED_LEVELS, type CacheRoot, type MipmapCache } from './mipmap-cache.ts';
import { cachedFileFacts } from './picture-file.ts';

const pictureName = /^(\d+)\.jpg$/;
const settleMs = 50;

interface Pictured {
  /** One bit for each of them. */
  folders: number;
  /** When the newest picture was written, as text; null: not looked up yet. */
  newest: string | null;
}

/** An array is read several times as fast as a map: neighbors in a list are mostly neighbors in it. */
type Pictures = (Pictured | undefined)[];

/**
 * The versions of cached pictures, remembered until the folders change. A list needs hundreds at once, so nothing is looked up twice,
 * and images without pictures are known from the folder listings; checking sixteen possible files for each took 0.8 ms per page.
 */
export class PreviewVersions {
  readonly #cache: MipmapCache;
  readonly #events: Events;
  /** By id: the images that have, or lately had, a cached picture. Null until the folders are read. */
  #pictured: Pictures | null = null;
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
    return this.reader()(id, historyKey);
  }

  /** `versionOf` for many images at this moment: the folders are looked up once. */
  reader(): (id: number, historyKey: string) => string {
    this.#follow();
    const pictured = (this.#pictured ??= this.#listed());
    return (id, historyKey) => this.#read(pictured, id, historyKey);
  }

  #read(pictured: Pictures, id: number, historyKey: string): string {
    const known = pictured[id];
    if (known === undefined) return `${historyKey}-0`;
    known.newest ??= Math.round(this.#newestMs(id, known.folders)).toString(36);
    return `${historyKey}-${known.newest}`;
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

  /** The library or the cache folder has changed. */
  #follow(): void {
    const roots = this.#cache.roots();
    if (roots === this.#watched || this.#closed) return;
    this.#watched = roots;
    for (const watch of this.#watches) watch.close();
    this.#folders = roots.flatMap(({ folder }) => CACHED_LEVELS.map((level) => `${folder}/${level}`));
    this.#watches = this.#folders.map((folder, at) => watchFolder(folder, (name) => this.#noticed(name, at)));
    this.#noticed(null, 0);
  }

  /** After the watches have started, so that no change is missed. */
  #listed(): Pictures {
    const pictured: Pictures = [];
    for (const [at, folder] of this.#folders.entries()) {
      for (const name of namesIn(folder)) {
        const match = pictureName.exec(name);
        if (match) note(pictured, Number(match[1]), at);
      }
    }
    return pictured;
  }

  /** Unix ms of the newest picture in these folders; 0 when there is none. */
  #newestMs(id: number, folders: number): number {
    let newest = 0;
    for (const [at, folder] of this.#folders.entries()) {
      if (folders & (1 << at)) newest = Math.max(newest, cachedFileFacts(`${folder}/${id}.jpg`)?.modifiedMs ?? 0);
    }
    return newest;
  }

  /** `at`: the index of the folder. */
  #noticed(name: string | null, at: number): void {
    if (name === null) {
      this.#pictured = null;
      this.#epoch++;
      return;
    }
    const match = pictureName.exec(name);
    if (!match) return;
    const id = Number(match[1]);
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

/** `at`: the index of the folder in which a picture came or went. */
function note(pictured: Pictures, id: number, at: number): void {
  pictured[id] = { folders: (pictured[id]?.folders ?? 0) | (1 << at), newest: null };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Missing or not readable.
    return [];
  }
}
