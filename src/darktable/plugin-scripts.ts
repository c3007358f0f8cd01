/** The plugin's scripts in darktable's folder `lua/safelight`, and which of the files there are ours. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { reasonOf } from '../platform/errors.ts';
import { isMissing, readOrdinaryFile } from '../platform/ordinary-file.ts';
import { replaceFile } from '../platform/replace-file.ts';
import { BridgeInstallError } from './bridge-install-error.ts';
import { pluginDir } from './bridge-files.ts';

/** What an installation made. */
const InstallRecord = z.object({
  /** There was no luarc before. */
  luarc: z.boolean(),
  /** There was no folder `lua` before. */
  lua: z.boolean(),
  /** The names of the scripts; earlier versions did not note them. */
  files: z.array(z.string().regex(/^\w+\.lua$/)).optional(),
});
export type InstallRecord = z.infer<typeof InstallRecord>;

const recordName = 'installed.json';

/** null: the plugin was not installed, or copied by hand. Throws BridgeInstallError when it cannot be read. */
export function readRecord(configDir: string): InstallRecord | null {
  const text = textOf(join(pluginDir(configDir), recordName));
  try {
    return text === null ? null : InstallRecord.parse(JSON.parse(text));
  } catch {
    // Damaged: the scripts themselves tell.
    return null;
  }
}

export const writeRecord = (configDir: string, record: InstallRecord): void =>
  replace(join(pluginDir(configDir), recordName), JSON.stringify(record));

export const removeRecord = (configDir: string): void =>
  rmSync(join(pluginDir(configDir), recordName), { force: true });

/** The scripts that come with this Safelight, by name. */
export function shippedScripts(assetsDir: string): Map<string, string> {
  const folder = join(assetsDir, 'lua', 'safelight');
  return new Map(luaNamesIn(folder).map((name) => [name, readOrdinaryFile(join(folder, name), 'latin1')]));
}

/** What the earlier versions that noted no names installed. */
const EARLIER =
  /^(configuration|files|heartbeat|history_edits|image_job|init|jobs|news|operations|organise|organise_entries|organise_fields|organise_marks|organise_tags|panel|queue|render|sidecars|status|style_changes|style_edits|wake|whole_history|worker)\.lua$/;

/** The names of the files in the plugin's folder that we installed. The others are somebody's own. */
export function ownScripts(configDir: string, record: InstallRecord | null): string[] {
  const folder = pluginDir(configDir);
  const isEarlier = record?.files === undefined && versionIn(textOf(join(folder, 'heartbeat.lua'))) !== null;
  return luaNamesIn(folder).filter((name) => record?.files?.includes(name) ?? (isEarlier && EARLIER.test(name)));
}

/** Throws BridgeInstallError when somebody's own files have the names of ours. */
export function refuseFilesOfOthers(
  configDir: string,
  shipped: ReadonlyMap<string, string>,
  record: InstallRecord | null,
): void {
  const folder = pluginDir(configDir);
  const own = ownScripts(configDir, record);
  const others = luaNamesIn(folder).filter(
    (name) => shipped.has(name) && !own.includes(name) && textOf(join(folder, name)) !== shipped.get(name),
  );
  if (others.length > 0)
    throw new BridgeInstallError(
      'folder-unwritable',
      `${folder} has files that Safelight did not install: ${others.join(', ')}. Move them to another place first.`,
    );
}

/** The files of an older version go. */
export function putScripts(configDir: string, shipped: ReadonlyMap<string, string>, record: InstallRecord): void {
  const folder = pluginDir(configDir);
  for (const name of ownScripts(configDir, readRecord(configDir))) if (!shipped.has(name)) rmSync(join(folder, name));
  writeRecord(configDir, { ...record, files: [...shipped.keys()] });
  for (const [name, content] of shipped) replace(join(folder, name), content);
}

export const versionIn = (heartbeat: string | null | undefined): string | null =>
  /^heartbeat\.plugin = "([^"]+)"/m.exec(heartbeat ?? '')?.[1] ?? null;

/** Also when there is no such folder. */
function luaNamesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.lua'));
  } catch (error) {
    if (isMissing(error)) return [];
    throw new BridgeInstallError('folder-unwritable', `${folder} cannot be read: ${reasonOf(error)}`, error);
  }
}

/** null: there is none. Throws BridgeInstallError. */
export function textOf(file: string): string | null {
  try {
    return readOrdinaryFile(file, 'latin1');
  } catch (error) {
    if (isMissing(error)) return null;
    throw new BridgeInstallError('folder-unwritable', `${file} cannot be read: ${reasonOf(error)}`, error);
  }
}

/** Keeps the file's permissions. */
function replace(file: string, content: string): void {
  const former = statSync(file, { throwIfNoEntry: false })?.mode;
  const mode = former === undefined ? 0o644 : former & 0o777;
  replaceFile(file, content, { mode, isModeExact: former !== undefined, encoding: 'latin1' });
}
