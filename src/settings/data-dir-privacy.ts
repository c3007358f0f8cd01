import { chmodSync, lstatSync, readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/** Files that allow signing in, or show who did. */
const SECRETS =
  /^(settings\.json.*|signing\.key.*|certificate-authority\.json.*|domain-certificates\.json.*|sessions\.json.*|revoked-tokens\.json.*)$/;
/** Files about the photographs and their edits. */
const PRIVATE =
  /^(index\.db.*|journal\.db.*|placeholders\.db.*|library\.json|folders\.json.*|server\.json.*|tunnel\.json.*|tailscale\.json.*|instance\.lock.*|previews|previews-embedded|previews-fit|queues|exports|preview-run\.json.*|sample|other-libraries|renderer|tray|\.safelight-.*)$/;

const LOCK = /^instance\.lock.*$/;
/** Names of ours that others use, too. */
const COMMON = /^((index|journal)\.db|(library|folders|sessions|server)\.json)$/;
const FOLDERS = /^(previews|queues|exports|sample|renderer|tray)$/;

/**
 * What lies in a folder that no Safelight has used yet under a name of ours, and would be overwritten or closed: somebody has
 * it for something else.
 */
export function filesOfOthers(dataDir: string): string[] {
  const all = readdirSync(dataDir, { withFileTypes: true });
  if (all.some(({ name }) => LOCK.test(name) || name === 'signing.key')) return [];
  const isShared = all.some((at) => !isOwnName(at.name) && (at.isFile() || at.isDirectory()));
  return all
    .filter((at) => (at.isFile() && COMMON.test(at.name)) || (isShared && at.isDirectory() && FOLDERS.test(at.name)))
    .map(({ name }) => name);
}

/** Whether a file of this name in a data folder is Safelight's. */
export const isOwnName = (name: string) => SECRETS.test(name) || PRIVATE.test(name);
const isOpen = ({ mode }: Stats) => (mode & 0o077) !== 0;
/** Everybody can write there, as in /tmp, so it is not ours, even if empty. */
const isCommon = ({ mode }: Stats) => (mode & 0o1000) !== 0;

/** What others can read in a data folder, by its names; '.' is the folder itself, without which nobody gets at the rest. */
export function openToOthers(dataDir: string): string[] {
  if (process.platform === 'win32') return [];
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder) return [];
  const all = readdirSync(dataDir);
  // Where no Safelight has been yet, an `exports` or `previews` is somebody else's; a folder that holds nothing but our lock is ours.
  if (!all.some((name) => SECRETS.test(name))) {
    const isNew = all.length > 0 && all.every((name) => LOCK.test(name));
    return isNew && isOpen(folder) && !isCommon(folder) ? ['.'] : [];
  }
  const names = all
    .filter((name) => (isOpen(folder) ? isOwnName(name) : SECRETS.test(name)))
    .filter((name) => {
      const at = lstatSync(join(dataDir, name), { throwIfNoEntry: false });
      return at !== undefined && !at.isSymbolicLink() && isOpen(at);
    });
  return isOpen(folder) && !isCommon(folder) && all.every(isOwnName) ? ['.', ...names] : names;
}

/**
 * Takes everybody else's rights to what is Safelight's own in its data folder away: an older version, a copy or a backup may have left them.
 * A folder that holds other things too stays as it is, for it may be anything: a home, or /tmp. So does all in one that no Safelight
 * has used. Says what was done, and what could not be.
 */
export function closeToOthers(dataDir: string, log: Log): void {
  const found = openToOthers(dataDir);
  if (found.length === 0) return;
  const problems: string[] = [];
  for (const name of found) {
    const path = join(dataDir, name);
    try {
      const at = statSync(path);
      if (at.uid !== process.getuid?.()) throw new Error('it belongs to another user');
      chmodSync(path, at.isDirectory() ? 0o700 : 0o600);
      // FAT and some network shares take it in silence.
      if (isOpen(statSync(path))) throw new Error('its disk does not support permissions');
    } catch (error) {
      problems.push(`${name === '.' ? dataDir : name} (${reasonOf(error)})`);
    }
  }
  const parts = found.map((name) => (name === '.' ? 'the folder itself' : name));
  if (problems.length === 0)
    log.warn({ dataDir, parts }, 'Other users could read parts of the data folder. Only you can read them now.');
  else
    log.warn({ dataDir, problems }, 'Other users can read parts of the data folder, and Safelight cannot change that');
}
