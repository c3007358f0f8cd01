/** Installs the plugin in a darktable config folder, and uninstalls it without a trace. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import path, { dirname, join } from 'node:path';
import { darktableLibraries } from '../library/locate.ts';
import { replaceFile } from '../platform/replace-file.ts';
import { readOrdinaryFile } from '../platform/ordinary-file.ts';
import { pluginDir, removeBridgeConfig } from './bridge-files.ts';

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

/**
 * The line that starts the plugin. It is the first line of luarc, where nothing before it can end the script; it cannot
 * fail.
 */
export const LUARC_LINE = 'pcall(require, "safelight/init") -- Safelight; "safelight bridge uninstall" takes it out';

/** Any line that starts it, including one written by hand. */
const startsPlugin =
  /^(?:\xef\xbb\xbf)?[ \t]*(?:pcall[ \t]*\([ \t]*)?require[ \t]*[(,]?[ \t]*["']safelight[/.]init["']/m;

const backupName = 'luarc-before-safelight';
const recordName = 'installed.json';

/** Why nothing could be installed or removed. The message is for people. */
export class BridgeInstallError extends Error {
  readonly problem: 'no-config' | 'luarc-unwritable' | 'folder-unwritable';
  constructor(problem: BridgeInstallError['problem'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BridgeInstallError';
    this.problem = problem;
  }
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

export function bridgeInstallation({ configDir, assetsDir }: BridgeFolders): BridgeInstallation {
  const folder = pluginDir(configDir);
  const ours = pluginFiles(assetsDir);
  const there = luaFilesIn(folder);
  const complete = there.has('init.lua');
  const linked = isLink(folder);
  return {
    configDir,
    installed: complete && startsPlugin.test(readBytes(join(configDir, 'luarc')) ?? ''),
    version: complete ? versionOf(there) : null,
    current: versionOf(ours) ?? '',
    upgradable: complete && !linked && !sameFiles(ours, there),
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
  const needsLine = !startsPlugin.test(luarc.content ?? '');
  if (needsLine) assertWritable(luarc);
  const luaDir = dirname(pluginDir(configDir));
  const luaDirIsNew = !existsSync(luaDir);
  try {
    mkdirSync(pluginDir(configDir), { recursive: true });
    if (!before.linked) copyPlugin(assetsDir, pluginDir(configDir));
    if (needsLine) {
      const made = { luarc: luarc.content === null, lua: luaDirIsNew || (readRecord(configDir)?.lua ?? false) };
      replace(join(pluginDir(configDir), recordName), JSON.stringify(made));
    }
  } catch (error) {
    throw new BridgeInstallError('folder-unwritable', `${luaDir} cannot be written: ${reason(error)}`, error);
  }
  const backup = needsLine ? addLine(configDir, luarc) : null;
  return { done: before.installed ? 'upgraded' : 'installed', backup, version: before.current };
}

/**
 * Removes what `installBridge` added, and nothing else. Returns whether there was anything. Throws BridgeInstallError.
 */
export function uninstallBridge(configDir: string): boolean {
  const folder = pluginDir(configDir);
  const luarc = readLuarc(configDir);
  const without = luarc.content === null ? null : withoutLine(luarc.content);
  const changesLuarc = luarc.content !== without;
  const record = readRecord(configDir);
  const there = luaFilesIn(folder);
  if (changesLuarc) {
    assertWritable(luarc);
    if (without === '' && record?.luarc === true) rmSync(luarc.file);
    else replace(luarc.file, without ?? '');
  }
  // A backup equal to what luarc says again now is not needed.
  const backup = join(configDir, backupName);
  if (without !== null && readBytes(backup) === without) rmSync(backup, { force: true });
  if (!isFolder(folder)) return changesLuarc;
  try {
    removeBridgeConfig(configDir);
    rmSync(join(folder, recordName), { force: true });
    if (!isLink(folder)) {
      for (const name of there.keys()) if (isOwnFile(name)) rmSync(join(folder, name));
      removeIfEmpty(folder);
      if (record?.lua === true) removeIfEmpty(dirname(folder));
    }
  } catch (error) {
    throw new BridgeInstallError('folder-unwritable', `${folder} cannot be emptied: ${reason(error)}`, error);
  }
  return true;
}

type Luarc = { file: string; content: string | null };

/** luarc itself, at the end of its links. Read as latin1, so that all bytes survive. */
function readLuarc(configDir: string): Luarc {
  const named = join(configDir, 'luarc');
  let file = named;
  try {
    file = realpathSync(named);
  } catch {
    if (isLink(named)) {
      throw new BridgeInstallError('luarc-unwritable', `${named} is a link to a file that is not there.`);
    }
  }
  return { file, content: readBytes(file) };
}

/** A luarc that its owner made read-only stays as it is, even where we could write it. */
function assertWritable({ file, content }: Luarc): void {
  if (content === null) return;
  const isReadOnly = (statSync(file).mode & 0o222) === 0;
  try {
    if (!isReadOnly) {
      const probe = `${file}.safelight-probe`;
      rmSync(probe, { force: true });
      writeFileSync(probe, '', { flag: 'wx' });
      rmSync(probe);
      return;
    }
  } catch {
    // Reported below.
  }
  throw new BridgeInstallError(
    'luarc-unwritable',
    `${file} is read-only. Its first line should be (or, to uninstall, not be):\n${LUARC_LINE}`,
  );
}

function addLine(configDir: string, { file, content }: Luarc): string | null {
  if (content === null) {
    replace(file, `${LUARC_LINE}\n`);
    return null;
  }
  const backup = join(configDir, backupName);
  replace(backup, content);
  replace(file, withLine(content));
  return backup;
}

const byteOrderMark = '\xef\xbb\xbf';

/** Lua skips a byte order mark and a first line that begins with #: they stay first. */
export function withLine(content: string): string {
  const newline = /\r?\n/.exec(content)?.[0] ?? '\n';
  const mark = content.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  if (content[mark] !== '#') return `${content.slice(0, mark)}${LUARC_LINE}${newline}${content.slice(mark)}`;
  const end = content.indexOf('\n', mark) + 1;
  if (end === 0) return `${content}${newline}${LUARC_LINE}`;
  return `${content.slice(0, end)}${LUARC_LINE}${newline}${content.slice(end)}`;
}

export function withoutLine(content: string): string {
  const start = content.indexOf(LUARC_LINE);
  if (start < 0) return content;
  const before = content.slice(0, start);
  const after = content.slice(start + LUARC_LINE.length);
  const newline = /^\r?\n/.exec(after)?.[0];
  if (newline !== undefined) return before + after.slice(newline.length);
  return after === '' ? before.replace(/\r?\n$/, '') : before + after;
}

/** All files that any version of the plugin has installed. Other scripts in that folder belong to somebody else. */
const OWN_FILES =
  /^(configuration|files|heartbeat|history_edits|image_job|init|jobs|news|operations|organise|organise_entries|organise_fields|organise_marks|organise_tags|panel|queue|render|sidecars|status|style_changes|style_edits|wake|whole_history|worker)\.lua$/;
const isOwnFile = (name: string) => OWN_FILES.test(name);

type PluginFiles = Map<string, string>;

const pluginFiles = (assetsDir: string) => luaFilesIn(join(assetsDir, 'lua', 'safelight'));

function luaFilesIn(folder: string): PluginFiles {
  if (!isFolder(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => isOwnFile(name));
  return new Map(names.map((name) => [name, readBytes(join(folder, name)) ?? '']));
}

const sameFiles = (a: PluginFiles, b: PluginFiles) =>
  a.size === b.size && [...a].every(([name, content]) => b.get(name) === content);

const versionOf = (files: PluginFiles) =>
  /^heartbeat\.plugin = "([^"]+)"/m.exec(files.get('heartbeat.lua') ?? '')?.[1] ?? null;

function copyPlugin(assetsDir: string, folder: string): void {
  const ours = pluginFiles(assetsDir);
  for (const [name, content] of ours) replace(join(folder, name), content);
  // Files of an older version.
  for (const name of luaFilesIn(folder).keys()) if (!ours.has(name) && isOwnFile(name)) rmSync(join(folder, name));
}

/** What did not exist before the installation. */
function readRecord(configDir: string): { luarc: boolean; lua: boolean } | null {
  try {
    return JSON.parse(readOrdinaryFile(join(pluginDir(configDir), recordName), 'utf8')) as {
      luarc: boolean;
      lua: boolean;
    };
  } catch {
    return null;
  }
}

function readBytes(file: string): string | null {
  try {
    return readOrdinaryFile(file, 'latin1');
  } catch {
    return null;
  }
}

/** Keeps the file's permissions. */
function replace(file: string, content: string): void {
  const former = statSync(file, { throwIfNoEntry: false })?.mode;
  const mode = former === undefined ? 0o644 : former & 0o777;
  replaceFile(file, content, { mode, isModeExact: former !== undefined, encoding: 'latin1' });
}

const isFolder = (path: string) => statsOf(statSync, path)?.isDirectory() ?? false;
const isLink = (path: string) => statsOf(lstatSync, path)?.isSymbolicLink() ?? false;

/** null also when a part of the path is a file, or a link that leads nowhere. */
function statsOf(look: (path: string) => Stats, path: string): Stats | null {
  try {
    return look(path);
  } catch {
    return null;
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

function removeIfEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
