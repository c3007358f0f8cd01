import { closeSync, constants, readSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileProblem, writeProblem } from '../doctor/computer-checks.ts';
import { openOrdinaryFile, ordinaryFile } from '../platform/ordinary-file.ts';
import { rollComplaint } from '../exports/export-folder.ts';
import type { FilmRolls } from '../library/film-rolls.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import type { Complaints } from '../settings/settings-store.ts';
import { identityOf } from './library-storage.ts';

export interface FolderQuestion {
  dataDir: string;
  after: Readonly<SettingsValues>;
  keys: ReadonlySet<string>;
  rolls: FilmRolls;
}

/** Checks folders and queue files that the user chooses. Creates nothing. */
export async function folderComplaints({ dataDir, after, keys, rolls }: FolderQuestion): Promise<Complaints> {
  const bad: Complaints = {};
  const rollTrouble = async (folder: string, what: string) => {
    const relation = await rolls.relationOf(folder);
    return relation && `${rollComplaint(folder, relation)} ${what} must be outside film rolls.`;
  };
  if (keys.has('darktableCache') && after.darktableCache !== null) {
    const trouble = await rollTrouble(after.darktableCache, 'The preview folder');
    if (trouble !== null) bad.darktableCache = trouble;
  }
  for (const key of ['refreshQueue', 'exportQueue'] as const) {
    const file = after[key];
    if (!keys.has(key) || file === null) continue;
    const trouble = (await fileProblem(file)) ?? writeProblem(dirname(file));
    const nearRolls = await rollTrouble(dirname(file), 'The folder of a queue');
    if (nearRolls !== null) bad[key] = nearRolls;
    else if (trouble !== null) bad[key] = `${file} cannot be written: ${trouble}.`;
    else if (isSomethingElse(file))
      bad[key] = `${file} already exists and is not a queue: it contains more than image ids.`;
  }
  if (keys.has('exportDir') && after.exportDir !== null) {
    const complaint = await exportDirComplaint(dataDir, after.exportDir, rollTrouble);
    if (complaint !== null) bad.exportDir = complaint;
  }
  return bad;
}

/** Why a folder cannot take exports. If it contains other files, exports go to a new folder inside it. Creates nothing. */
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
  return rollTrouble(folder, 'The export folder');
}

/** A queue file is removed when it is processed, so it must not be any other file. */
export function isSomethingElse(file: string): boolean {
  if (!ordinaryFile(file)) return false;
  const start = Buffer.alloc(64 * 1024);
  const descriptor = openOrdinaryFile(file, constants.O_RDONLY);
  try {
    const length = readSync(descriptor, start, 0, start.length, 0);
    return /[^\d\s]/.test(start.toString('latin1', 0, length));
  } finally {
    closeSync(descriptor);
  }
}
