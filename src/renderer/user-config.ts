import { constants } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What lies in darktable's config folder and decides how a picture looks: profiles and watermarks of the user's own. */
const FOLDERS = ['color', 'watermarks'];
const ATTEMPTS = 5;

/**
 * Makes a config folder of our own look like the user's as far as pictures go: settings (workflow, interpolation), profiles,
 * and, when `withPresets`, data.db with the presets that darktable applies to a picture that it develops for the first
 * time. The user's files are read without a lock; what cannot be had is left out. A torn copy is seen by its time and made again.
 */
export async function likeUsers(
  config: string,
  userConfig: string,
  { withPresets }: { withPresets: boolean },
): Promise<void> {
  await mkdir(config, { recursive: true });
  await follow(join(userConfig, 'darktablerc'), join(config, 'darktablerc'));
  for (const name of FOLDERS) {
    // A junction is what Windows lets everybody make.
    await symlink(join(userConfig, name), join(config, name), 'junction').catch(() => undefined);
  }
  if (withPresets) await follow(join(userConfig, 'data.db'), join(config, 'data.db'));
}

const FLAGS = 'plugins/lighttable/export/metadata_flags';
/** EXIF, texts, place, tags (metadata_export.h, DT_META_…). */
const EVERYTHING = 'f';
const TEXTS = ['creator', 'publisher', 'title', 'description', 'rights'];
/** Of a text's settings (metadata.h): it is read from a sidecar. */
const IMPORTED = 4;

/**
 * The settings with which an export tells what its sidecar does. What the user's darktable leaves out of its exports stays out; but
 * where nothing was ever chosen 5.4.1 leaves everything out of darktable-cli's, and reads no texts.
 */
export async function tellingConf(config: string): Promise<Record<string, string>> {
  const rc = await readFile(join(config, 'darktablerc'), 'utf8').catch(() => '');
  const settings = new Map(rc.split(/\r?\n/).map((line) => [line.replace(/=.*/, ''), line.replace(/^[^=]*=?/, '')]));
  const conf: Record<string, string> = {};
  if (!settings.get(FLAGS)) conf[FLAGS] = EVERYTHING;
  for (const text of TEXTS) {
    const name = `plugins/lighttable/metadata/${text}_flag`;
    conf[name] = String((Number.parseInt(settings.get(name) ?? '', 10) || 0) | IMPORTED);
  }
  return conf;
}

/** Back to nothing, for when darktable-cli does not get along with what is in there. */
export async function forgetConfig(config: string): Promise<void> {
  // The links first, as links: what they lead to is the user's.
  for (const name of FOLDERS) await unlink(join(config, name)).catch(() => undefined);
  await rm(config, { recursive: true, force: true });
}

/** Copies a file unless it is the one that was copied last. darktable changes the copy: its own content tells nothing. */
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
  if (!at.isFile()) throw new Error(`${file} is no file`);
  const { ino, size, mtimeNs } = at;
  return `${ino} ${size} ${mtimeNs}`;
}
