import { constants } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsIn } from '../darktable/darktablerc.ts';

/** Files in darktable's config folder that affect how a picture looks: the user's profiles and watermarks. */
const FOLDERS = ['color', 'watermarks'];
const ATTEMPTS = 5;

/**
 * Makes our own config folder match the user's as far as it affects pictures: settings (workflow, interpolation),
 * profiles and, with `withPresets`, data.db with the presets that darktable applies to a picture developed for the
 * first time. The user's files are read without a lock; files that cannot be read are left out. A torn copy is
 * recognized by its time and copied again.
 */
export async function likeUsers(
  config: string,
  userConfig: string,
  { withPresets }: { withPresets: boolean },
): Promise<void> {
  await mkdir(config, { recursive: true });
  await follow(join(userConfig, 'darktablerc'), join(config, 'darktablerc'));
  for (const name of FOLDERS) {
    // On Windows, every user can create junctions.
    await symlink(join(userConfig, name), join(config, name), 'junction').catch(() => undefined);
  }
  if (withPresets) await follow(join(userConfig, 'data.db'), join(config, 'data.db'));
}

/** Changes when the user's settings do. */
export const settingsState = (userConfig: string): Promise<string> => knownState(join(userConfig, 'darktablerc'));

/** Changes when the user's presets do, and whatever else is in data.db. */
export const presetsState = (userConfig: string): Promise<string> => knownState(join(userConfig, 'data.db'));

const knownState = (file: string) => stateOf(file).catch(() => '');

const FLAGS = 'plugins/lighttable/export/metadata_flags';
/** EXIF, texts, location, tags (metadata_export.h, DT_META_…). */
const EVERYTHING = 'f';
const TEXTS = ['creator', 'publisher', 'title', 'description', 'rights'];
/** In a text's settings (metadata.h): it is read from a sidecar. */
const IMPORTED = 4;

/**
 * The settings with which an export includes what its sidecar says. What the user's darktable leaves out of its exports
 * stays out; but if nothing was ever chosen, 5.4.1 leaves everything out of darktable-cli's exports and reads no texts.
 */
export async function tellingConf(config: string): Promise<Record<string, string>> {
  const settings = await settingsIn(config);
  const conf: Record<string, string> = {};
  if (!settings.get(FLAGS)) conf[FLAGS] = EVERYTHING;
  for (const text of TEXTS) {
    const name = `plugins/lighttable/metadata/${text}_flag`;
    conf[name] = String((Number.parseInt(settings.get(name) ?? '', 10) || 0) | IMPORTED);
  }
  return conf;
}

/** Resets the folder, in case darktable-cli fails because of its content. */
export async function forgetConfig(config: string): Promise<void> {
  // Removes the links first: their targets belong to the user.
  for (const name of FOLDERS) await unlink(join(config, name)).catch(() => undefined);
  await rm(config, { recursive: true, force: true });
}

/** Copies a file unless it was copied before. The copy's content does not tell, because darktable changes it. */
async function follow(from: string, to: string): Promise<void> {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await stateOf(from);
      if (before === (await readFile(`${to}.origin`, 'utf8').catch(() => ''))) return;
      await copyFile(from, `${to}.copy`, constants.COPYFILE_FICLONE);
      if ((await stateOf(from)) !== before) continue;
      await rename(`${to}.copy`, to);
      await writeFile(`${to}.origin`, before);
      return;
    }
  } catch {
    // The user has none, or one that we may not read.
  }
}

async function stateOf(file: string): Promise<string> {
  const at = await stat(file, { bigint: true });
  if (!at.isFile()) throw new Error(`${file} is not a file`);
  const { ino, size, mtimeNs } = at;
  return `${ino} ${size} ${mtimeNs}`;
}
