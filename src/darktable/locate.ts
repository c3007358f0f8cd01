import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { dirname, join, posix, win32 } from 'node:path';
import type { Environment } from '../platform/environment.ts';

type Known = Pick<Environment, 'home' | 'SAFELIGHT_LIBRARY' | 'SAFELIGHT_DARKTABLE_CACHE'> &
  Partial<Pick<Environment, 'XDG_CONFIG_HOME' | 'XDG_CACHE_HOME' | 'LOCALAPPDATA'>>;

export type Surroundings = {
  environment: Known;
  platform: NodeJS.Platform;
  /** What is at a path; only tests replace the file system. */
  kindOf?: (path: string) => 'file' | 'folder' | null;
  /** The path with links resolved. */
  realPathOf?: (path: string) => string;
};

export type LibraryLocation = { file: string; from: 'option' | 'setting' | 'darktable' };

/**
 * Which library.db to use: the one named by option (or SAFELIGHT_LIBRARY), else by setting, else darktable's own if it
 * exists. null: none, so the sample is used. A named path counts even if nothing is there (yet); for a folder, the
 * library.db in it.
 */
export function locateLibrary(
  named: { option?: string | undefined; setting?: string | null | undefined },
  { environment, platform, kindOf = kindOnDisk }: Surroundings,
): LibraryLocation | null {
  const { join } = pathsOf(platform);
  const inFolder = (path: string) => (kindOf(path) === 'folder' ? join(path, 'library.db') : path);
  const option = named.option ?? environment.SAFELIGHT_LIBRARY;
  if (option) return { file: inFolder(option), from: 'option' };
  if (named.setting) return { file: inFolder(named.setting), from: 'setting' };
  const file = darktableLibraries(environment, platform).find((path) => kindOf(path) !== null);
  return file === undefined ? null : { file, from: 'darktable' };
}

/**
 * darktable's cache folder, which holds its thumbnails: the one named by option (or SAFELIGHT_DARKTABLE_CACHE), else by
 * setting, else the default cache folder that knows this library, else the first that exists, else the one that
 * darktable would create.
 */
export function locateDarktableCache(
  named: { option?: string | undefined; setting?: string | null | undefined; library?: string | undefined },
  { environment, platform, kindOf = kindOnDisk, realPathOf = realPathOnDisk }: Surroundings,
): string {
  const option = named.option ?? environment.SAFELIGHT_DARKTABLE_CACHE;
  if (option) return option;
  if (named.setting) return named.setting;
  const { join } = pathsOf(platform);
  const caches = darktableCaches(environment, platform);
  const thumbnails = named.library === undefined ? null : thumbnailFolder(realPathOf(named.library));
  return (
    caches.find((cache) => thumbnails !== null && kindOf(join(cache, thumbnails)) === 'folder') ??
    caches.find((cache) => kindOf(cache) === 'folder') ??
    caches[0]!
  );
}

/**
 * The folder in darktable's cache that belongs to a library, named after the library's real path (mipmap_cache.c;
 * measured with 4.2.1).
 */
export const thumbnailFolder = (library: string) => `mipmaps-${createHash('sha1').update(library).digest('hex')}.d`;

/** Where darktable keeps its library: installed directly, as a flatpak, as a snap. */
export function darktableLibraries(environment: Known, platform: NodeJS.Platform): string[] {
  const { join } = pathsOf(platform);
  return darktableFolders(environment, platform, {
    windows: (local) => join(local, 'darktable'),
    xdg: environment.XDG_CONFIG_HOME,
    dotted: '.config',
    flatpak: 'config',
  }).map((folder) => join(folder, 'library.db'));
}

function darktableCaches(environment: Known, platform: NodeJS.Platform): string[] {
  const { join } = pathsOf(platform);
  return darktableFolders(environment, platform, {
    windows: (local) => join(local, 'Microsoft', 'Windows', 'INetCache', 'darktable'),
    xdg: environment.XDG_CACHE_HOME,
    dotted: '.cache',
    flatpak: 'cache',
  });
}

/** GLib's user folders, which darktable uses. */
function darktableFolders(
  { home, LOCALAPPDATA }: Known,
  platform: NodeJS.Platform,
  names: { windows: (local: string) => string; xdg: string | undefined; dotted: string; flatpak: string },
): string[] {
  const { join } = pathsOf(platform);
  if (platform === 'win32') return [names.windows(LOCALAPPDATA ?? join(home, 'AppData', 'Local'))];
  const own = join(names.xdg ?? join(home, names.dotted), 'darktable');
  if (platform === 'darwin') return [own];
  return [
    own,
    join(home, '.var', 'app', 'org.darktable.Darktable', names.flatpak, 'darktable'),
    join(home, 'snap', 'darktable', 'current', names.dotted, 'darktable'),
  ];
}

/** darktable keeps both files in one folder. */
export const dataBeside = (library: string) => join(dirname(library), 'data.db');

const pathsOf = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix);

function kindOnDisk(path: string): 'file' | 'folder' | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return null;
    return stats.isDirectory() ? 'folder' : 'file';
  } catch {
    return null;
  }
}

function realPathOnDisk(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
