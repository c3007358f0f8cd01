/** Installs the plugin in a darktable config folder, and uninstalls it without a trace. */
import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import path, { dirname, join } from 'node:path';
import { darktableLibraries } from './locate.ts';
import { reasonOf } from '../platform/errors.ts';
import { pluginDir, removeBridgeConfig } from './bridge-files.ts';
import { BridgeInstallError } from './bridge-install-error.ts';
import { addLine, assertWritable, hasLine, readLuarc, takeLineOut } from './luarc.ts';
import {
  ownScripts,
  putScripts,
  readRecord,
  refuseFilesOfOthers,
  removeRecord,
  shippedScripts,
  textOf,
  versionIn,
  writeRecord,
} from './plugin-scripts.ts';

export interface DarktableConfig {
  configDir: string;
  /** How darktable was installed; `library`: a folder known only from the given library. */
  kind: 'library' | 'native' | 'flatpak' | 'snap';
}

/**
 * The darktable config folders on this computer, the one next to the given library first. A folder counts once
 * darktable has been started with it.
 */
export function findDarktableConfigs(
  environment: Parameters<typeof darktableLibraries>[0],
  platform: NodeJS.Platform,
  { library, isThere = existsSync }: { library?: string | undefined; isThere?: (path: string) => boolean } = {},
): DarktableConfig[] {
  const at = platform === 'win32' ? path.win32 : path.posix;
  const kinds = ['native', 'flatpak', 'snap'] as const;
  const known: DarktableConfig[] = darktableLibraries(environment, platform).map((file, index) => ({
    kind: kinds[index] ?? 'native',
    configDir: at.dirname(file),
  }));
  if (library !== undefined) {
    const beside = at.dirname(library);
    const same = known.findIndex(({ configDir }) => configDir === beside);
    const [own] = same < 0 ? [{ kind: 'library' as const, configDir: beside }] : known.splice(same, 1);
    if (own) known.unshift(own);
  }
  // darktablerc is written at the end of the first run, data.db at its start.
  return known.filter(({ configDir }) => ['darktablerc', 'data.db'].some((name) => isThere(at.join(configDir, name))));
}

export interface BridgeFolders {
  /** darktable's config folder. */
  configDir: string;
  /** Safelight's assets. */
  assetsDir: string;
}

export interface BridgeInstallation {
  configDir: string;
  /** The plugin exists and luarc starts it. */
  installed: boolean;
  /** Version of the installed plugin; null when there is none. */
  version: string | null;
  /** Version of the plugin that comes with this Safelight. */
  current: string;
  /** The installed plugin differs from the one that comes with this Safelight. */
  upgradable: boolean;
  /** The plugin's folder is a link that somebody made: its files are theirs. */
  linked: boolean;
}

/** Never throws: what cannot be read is not installed. */
export function bridgeInstallation({ configDir, assetsDir }: BridgeFolders): BridgeInstallation {
  const folder = pluginDir(configDir);
  const shipped = shippedScripts(assetsDir);
  const there = new Map([...shipped.keys()].map((name) => [name, orNull(() => textOf(join(folder, name)))]));
  const isComplete = typeof there.get('init.lua') === 'string';
  const linked = isLink(folder);
  return {
    configDir,
    installed: isComplete && orNull(() => hasLine(readLuarc(configDir))) === true,
    version: isComplete ? versionIn(there.get('heartbeat.lua')) : null,
    current: versionIn(shipped.get('heartbeat.lua')) ?? '',
    upgradable: isComplete && !linked && [...shipped].some(([name, content]) => there.get(name) !== content),
    linked,
  };
}

export interface InstallResult {
  done: 'installed' | 'upgraded' | 'nothing';
  /** The copy of luarc made before the line was added; null when luarc was not changed or did not exist. */
  backup: string | null;
  version: string;
}

/**
 * Installs or upgrades; touches nothing when all is up to date. darktable must be restarted to notice. Throws
 * BridgeInstallError.
 */
export function installBridge(folders: BridgeFolders): InstallResult {
  const { configDir, assetsDir } = folders;
  if (!isFolder(configDir)) {
    throw new BridgeInstallError('no-config', `${configDir} is not a folder. Start darktable once to create it.`);
  }
  const before = bridgeInstallation(folders);
  const luarc = readLuarc(configDir);
  if (before.installed && !before.upgradable) return { done: 'nothing', backup: null, version: before.current };
  const needsLine = !hasLine(luarc);
  if (needsLine) assertWritable(luarc);
  const former = readRecord(configDir);
  const shipped = shippedScripts(assetsDir);
  if (!before.linked) refuseFilesOfOthers(configDir, shipped, former);
  const luaDir = dirname(pluginDir(configDir));
  const record = {
    luarc: needsLine ? luarc.content === null : (former?.luarc ?? false),
    lua: !existsSync(luaDir) || (former?.lua ?? false),
  };
  try {
    mkdirSync(pluginDir(configDir), { recursive: true });
    if (!before.linked) putScripts(configDir, shipped, record);
    else if (needsLine) writeRecord(configDir, record);
  } catch (error) {
    throw new BridgeInstallError('folder-unwritable', `${luaDir} cannot be written: ${reasonOf(error)}`, error);
  }
  const backup = needsLine ? addLine(configDir, luarc) : null;
  return { done: before.installed ? 'upgraded' : 'installed', backup, version: before.current };
}

/**
 * Removes what `installBridge` added, and nothing else. Returns whether there was anything. Throws BridgeInstallError.
 */
export function uninstallBridge(configDir: string): boolean {
  const folder = pluginDir(configDir);
  const record = readRecord(configDir);
  const own = ownScripts(configDir, record);
  const hadLine = takeLineOut(configDir, readLuarc(configDir), record?.luarc === true);
  if (!isFolder(folder)) return hadLine;
  try {
    removeBridgeConfig(configDir);
    removeRecord(configDir);
    if (!isLink(folder)) {
      for (const name of own) rmSync(join(folder, name));
      removeIfEmpty(folder);
      if (record?.lua === true) removeIfEmpty(dirname(folder));
    }
  } catch (error) {
    throw new BridgeInstallError('folder-unwritable', `${folder} cannot be emptied: ${reasonOf(error)}`, error);
  }
  return hadLine || own.length > 0;
}

function removeIfEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

const isFolder = (path: string) => orNull(() => statSync(path))?.isDirectory() ?? false;
const isLink = (path: string) => orNull(() => lstatSync(path))?.isSymbolicLink() ?? false;

function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
