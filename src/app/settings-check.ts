import { dirname, join, sep } from 'node:path';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { bindProblem, fileProblem, writeProblem } from '../doctor/checks.ts';
import { rollComplaint } from '../exports/export-folder.ts';
import type { FilmRolls } from '../library/film-rolls.ts';
import type { LibraryState } from '../library/library.ts';
import { identityOf } from './library-shelf.ts';
import type { Complaints, SettingsCheck } from '../settings/settings-store.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import { hostOf, type Places } from './places.ts';

export interface SettingsCheckOptions {
  dataDir: string;
  places: () => Places;
  cacheDir: () => string;
  door: { host: () => string; port: () => number };
  placesAfter: (settings: Readonly<SettingsValues>) => Places;
  hasAutostart: boolean;
  filmRolls: () => FilmRolls;
  isReadable: (file: string) => LibraryState;
}

/** Whether what people ask for can be: does that library open, can that folder be written, is that port free? */
export function settingsCheck(options: SettingsCheckOptions): SettingsCheck {
  const { door, placesAfter, hasAutostart, isReadable } = options;
  return async ({ after, keys }) => {
    const bad: Complaints = {};
    const wanted = placesAfter(after);

    if (keys.has('library') && after.library !== null) {
      const file = folderOf(after.library) ? `${after.library.replace(/[\\/]+$/, '')}/library.db` : after.library;
      const state = isReadable(file);
      if (state.status === 'problem' && state.problem !== 'busy') bad.library = state.message;
    }
    if (keys.has('darktableCache') && after.darktableCache !== null && !folderOf(after.darktableCache)) {
      bad.darktableCache = existsSync(after.darktableCache)
        ? `${after.darktableCache} is not a folder.`
        : `There is no folder ${after.darktableCache}.`;
    }
    const rollTrouble = async (folder: string, what: string) => {
      const kinship = await options.filmRolls().kinshipOf(folder);
      return kinship && `${rollComplaint(folder, kinship)} ${what} must have nothing to do with one.`;
    };
    if (keys.has('darktableCache') && after.darktableCache !== null && bad.darktableCache === undefined) {
      const rolls = await rollTrouble(after.darktableCache, 'A folder of previews');
      if (rolls !== null) bad.darktableCache = rolls;
    }
    for (const key of ['refreshQueue', 'exportQueue'] as const) {
      const file = after[key];
      if (!keys.has(key) || file === null) continue;
      const trouble = (await fileProblem(file)) ?? writeProblem(dirname(file));
      const rolls = await rollTrouble(dirname(file), 'The folder of a queue');
      if (rolls !== null) bad[key] = rolls;
      else if (trouble !== null) bad[key] = `${file} cannot be written: ${trouble}.`;
      else if (isSomethingElse(file))
        bad[key] = `${file} is there already and is no queue: it holds more than numbers of images.`;
    }
    if (
      (keys.has('refreshQueue') || keys.has('exportQueue')) &&
      identityOf(wanted.refreshQueue) === identityOf(wanted.exportQueue)
    ) {
      bad[keys.has('exportQueue') ? 'exportQueue' : 'refreshQueue'] = 'The two queues must be two files.';
    }
    if (keys.has('exportDir') && after.exportDir !== null) {
      const complaint = await exportDirComplaint(options.dataDir, after.exportDir, rollTrouble);
      if (complaint !== null) bad.exportDir = complaint;
    }
    if (keys.has('autostart') && !hasAutostart) {
      bad.autostart = 'This computer offers no way to start Safelight at login.';
    }
    if (keys.has('port') || keys.has('host') || keys.has('lan')) {
      const complaint = await listenComplaint(door, {
        host: wantedHost(options, after, keys),
        port: keys.has('port') ? after.port : door.port(),
      });
      if (complaint !== null) bad[keys.has('port') ? 'port' : keys.has('host') ? 'host' : 'lan'] = complaint;
    }
    return bad;
  };
}

/** Why exports cannot go to a folder; in one that holds other things they go to a folder of their own. Makes nothing. */
async function exportDirComplaint(
  dataDir: string,
  folder: string,
  rollTrouble: (folder: string, what: string) => Promise<string | null>,
): Promise<string | null> {
  const trouble = writeProblem(folder);
  if (trouble !== null) return `${folder} cannot be written: ${trouble}.`;
  const [own, wanted] = [identityOf(dataDir), identityOf(folder)];
  const isWithin = wanted === own || wanted.startsWith(own + sep);
  const usual = join(own, 'exports');
  if (isWithin && wanted !== usual && !wanted.startsWith(usual + sep))
    return `${folder} is Safelight's own folder. Leave the setting empty, or choose another one.`;
  return rollTrouble(folder, 'The folder of exports');
}

/** The command line's address counts until one of these is changed. */
function wantedHost({ placesAfter }: SettingsCheckOptions, after: Readonly<SettingsValues>, keys: ReadonlySet<string>) {
  const { host } = placesAfter(after);
  return keys.has('host') || keys.has('lan') ? hostOf(after) : host;
}

async function listenComplaint(
  door: SettingsCheckOptions['door'],
  { host, port }: { host: string; port: number },
): Promise<string | null> {
  // Our own port on another address cannot be tried while we have it; whether the address is ours can.
  const trouble = await bindProblem(host, port === door.port() ? 0 : port);
  return trouble === null ? null : `Safelight cannot listen on ${host}:${port}: ${trouble}.`;
}

const folderOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Whoever works a queue off takes it away: the user's settings or photographs must not go that way. */
function isSomethingElse(file: string): boolean {
  if (!existsSync(file)) return false;
  const start = Buffer.alloc(64 * 1024);
  const descriptor = openSync(file, 'r');
  try {
    const length = readSync(descriptor, start, 0, start.length, 0);
    return /[^\d\s]/.test(start.toString('latin1', 0, length));
  } finally {
    closeSync(descriptor);
  }
}
