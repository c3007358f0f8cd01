import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PreviewLevel } from '../contract/preview.ts';
import { thumbnailFolder } from '../darktable/locate.ts';
import { cachedFileFacts, isWholeJpeg, readWholeJpeg, type FileFacts, type WholeJpeg } from './picture-file.ts';

export type CachedPicture = WholeJpeg & { source: 'bridge' | 'darktable'; level: number };

/** A folder with a folder for each level: `<root>/<level>/<id>.jpg`. */
export type CacheRoot = { source: 'bridge' | 'darktable'; folder: string };

/** darktable's levels with a fixed size; 6 and 7 (4K, 5K) cannot be requested, but may stand in. */
export const CACHED_LEVELS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

const realpathForMs = 2000;

/**
 * The rendered pictures: ours in the data folder and darktable's own. darktable names its folder after the SHA-1 of the
 * library's real path (`dt_mipmap_cache_get_filename` in src/common/mipmap_cache.c).
 */
export class MipmapCache {
  readonly #bridge: CacheRoot;
  readonly #cacheDir: () => string | null;
  readonly #libraryFile: () => string;
  #roots: readonly CacheRoot[];
  #rootsOf = '';
  #rootsUntil = 0;

  constructor(options: { dataDir: string; cacheDir: () => string | null; libraryFile: () => string }) {
    this.#bridge = { source: 'bridge', folder: join(options.dataDir, 'previews') };
    this.#cacheDir = options.cacheDir;
    this.#libraryFile = options.libraryFile;
    this.#roots = [this.#bridge];
  }

  /** Both folders, whether they exist or not. The same array until one of them changes. */
  roots(): readonly CacheRoot[] {
    const cacheDir = this.#cacheDir();
    const library = this.#libraryFile();
    const now = performance.now();
    const of = `${cacheDir ?? ''}\0${library}`;
    if (of === this.#rootsOf && now < this.#rootsUntil) return this.#roots;
    this.#rootsOf = of;
    this.#rootsUntil = now + realpathForMs;
    const folder = cacheDir === null ? null : mipmapFolder(cacheDir, library);
    if (folder !== (this.#roots[1]?.folder ?? null)) {
      this.#roots = folder === null ? [this.#bridge] : [this.#bridge, { source: 'darktable', folder }];
    }
    return this.#roots;
  }

  /** Where the plugin and our renderer put theirs. */
  renderedFile(id: number, level: PreviewLevel): string {
    return join(this.#bridge.folder, String(level), `${id}.jpg`);
  }

  /** The newest complete picture of a level, else of the nearest larger level. Never a smaller one. */
  find(id: number, level: PreviewLevel): CachedPicture | null {
    return this.#find(id, level, wholeFacts);
  }

  /** The same for sending: small ones come with their bytes. */
  read(id: number, level: PreviewLevel): CachedPicture | null {
    return this.#find(id, level, readWholeJpeg);
  }

  /** The newest complete picture of exactly this level. */
  at(id: number, level: number): CachedPicture | null {
    return this.#at(id, level, wholeFacts);
  }

  #find(id: number, level: PreviewLevel, open: OpenWhole): CachedPicture | null {
    for (let at: number = level; at < CACHED_LEVELS.length; at++) {
      const whole = this.#at(id, at, open);
      if (whole) return whole;
    }
    return null;
  }

  #at(id: number, level: number, open: OpenWhole): CachedPicture | null {
    const found: { facts: FileFacts; source: CacheRoot['source'] }[] = [];
    for (const { source, folder } of this.roots()) {
      const facts = cachedFileFacts(`${folder}/${level}/${id}.jpg`);
      if (facts) found.push({ facts, source });
    }
    found.sort((one, other) => other.facts.modifiedMs - one.facts.modifiedMs);
    for (const { facts, source } of found) {
      const whole = open(facts);
      if (whole) return { ...whole, source, level };
    }
    return null;
  }
}

type OpenWhole = (facts: FileFacts) => WholeJpeg | null;
const wholeFacts: OpenWhole = (facts) => (isWholeJpeg(facts) ? facts : null);

/** `<cache>/mipmaps-<sha1>.d` of a library. */
export function mipmapFolder(cacheDir: string, libraryFile: string): string {
  let real = resolve(libraryFile);
  try {
    real = realpathSync(real);
  } catch {
    // The library is missing: darktable uses the path unresolved, too.
  }
  return join(cacheDir, thumbnailFolder(real));
}
