import { accessSync, closeSync, existsSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { reasonOf } from '../platform/errors.ts';
import { readFailures } from '../queues/failed-jobs.ts';
import { allFilesOfQueue } from '../queues/queue-files.ts';
import { openToOthers } from '../settings/data-dir-privacy.ts';
import { fail, type Finding, ok, warn } from './finding.ts';
import { say } from './wording.ts';

const unwritable = (path: string, trouble: string) => say`${path} cannot be written: ${trouble}.`;

export async function queueCheck(file: string, queue: { pending(): readonly number[] }): Promise<Finding> {
  const folderTrouble = writeProblem(dirname(file));
  const troubles = folderTrouble === null ? [] : [unwritable(file, folderTrouble)];
  for (const each of troubles.length > 0 ? [] : allFilesOfQueue(file)) {
    const trouble = await fileProblem(each);
    if (trouble !== null) troubles.push(unwritable(each, trouble));
  }
  if (troubles.length > 0)
    return fail(troubles, 'Make it a file that Safelight can write, or choose another path in the settings.');
  let depth: number;
  let failed: number;
  try {
    [depth, failed] = [queue.pending().length, readFailures(file).length];
  } catch (error) {
    return fail(
      reasonOf(error),
      'Nothing is removed from what cannot be read. Move the file away, or choose another path in the settings.',
    );
  }
  const waiting = depth === 1 ? say`1 job in ${file}.` : say`${depth} jobs in ${file}.`;
  if (failed > 0)
    return warn(
      [waiting, say`${failed} failed.`],
      'Open the queues in the settings to see why, and to try them again.',
    );
  return ok(waiting);
}

export async function folderCheck(folder: string, { mustBeWritable }: { mustBeWritable: boolean }): Promise<Finding> {
  if (mustBeWritable) {
    const trouble = writeProblem(folder);
    return trouble === null
      ? ok(say`${folder} can be written.`)
      : fail(unwritable(folder, trouble), 'Make it writable, or choose another folder in the settings.');
  }
  try {
    await access(folder, constants.R_OK | constants.X_OK);
    return ok(say`${folder} can be read.`);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return warn(
      isMissing ? say`${folder} does not exist (yet).` : say`${folder} cannot be read: ${reasonOf(error)}.`,
      isMissing
        ? 'darktable creates it. If its cache is elsewhere, set darktableCache in the settings.'
        : 'Make it readable.',
    );
  }
}

/** `state`: what the running Safelight says about the folder. */
export async function exportFolderCheck(
  folder: string,
  state: { problem: string | null; notice: string | null } = { problem: null, notice: null },
): Promise<Finding> {
  if (state.problem !== null)
    return fail(say`Exports are stopped: ${state.problem}.`, 'Follow the advice above. Jobs wait until then.');
  const found = await folderCheck(folder, { mustBeWritable: true });
  if (found.status === 'ok' && state.notice !== null)
    return warn(state.notice, 'If you do not want this, choose an empty folder in the settings.');
  return found;
}

const GIB = 1024 ** 3;

/** Checks each disk that Safelight writes to once. */
export async function spaceCheck(folders: readonly string[]): Promise<Finding> {
  const disks = new Map<number, { folder: string; free: number }>();
  for (const folder of folders) {
    const there = nearest(folder);
    const { dev } = await stat(there);
    const { bavail, bsize } = await statfs(there);
    if (!disks.has(dev)) disks.set(dev, { folder: there, free: bavail * bsize });
  }
  const all = [...disks.values()];
  const words = all.map(({ folder, free }) => freeWords(free, folder));
  const least = Math.min(...all.map(({ free }) => free));
  if (least < GIB / 10) return fail(words, 'Free up space: exports, previews and backups can no longer be written.');
  if (least < GIB) return warn(words, 'Free up space soon.');
  return ok(words);
}

const freeWords = (bytes: number, folder: string) =>
  bytes < GIB
    ? say`${Math.round(bytes / 1024 ** 2)} MiB free at ${folder}.`
    : say`${Math.round((bytes / GIB) * 10) / 10} GiB free at ${folder}.`;

/** `serverUrl`: Safelight's present address. */
export async function portCheck(host: string, port: number, serverUrl: string | null): Promise<Finding> {
  if (serverUrl !== null) {
    const answers = await fetch(`${serverUrl}/health`, { signal: AbortSignal.timeout(3_000) }).then(
      (response) => response.ok,
      () => false,
    );
    return answers
      ? ok(say`Safelight responds at ${serverUrl}.`)
      : fail(
          say`Safelight should respond at ${serverUrl}, but does not.`,
          'Restart it. If this does not help, check its log.',
        );
  }
  const trouble = await bindProblem(host, port);
  if (trouble === null) return ok(say`Port ${port} is free; Safelight is not running.`);
  return warn(
    say`Safelight is not running, and port ${port} is not available: ${trouble}.`,
    'Choose another port: safelight settings set port N',
  );
}

/** Why nobody can listen there now; null when somebody can. */
export async function bindProblem(host: string, port: number): Promise<string | null> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return 'another program uses it';
    if (code === 'EACCES') return 'ports below 1024 need administrator rights';
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return `${host} is not an address of this computer`;
    return reasonOf(error);
  } finally {
    await new Promise<void>((resolve) => probe.close(() => resolve()));
  }
}

export function trayCheck(host: { present: boolean; reason: string | null } | null): Finding {
  if (host?.present === true) return ok('This desktop shows tray icons.');
  if (host === null) return ok('Not checked: this computer has no desktop. Safelight works without a tray.');
  return warn(
    say`No tray icon can be shown: ${host.reason ?? 'this desktop does not show tray icons'}.`,
    'Safelight works without a tray icon: open its page in the browser.',
  );
}

const TOLERANCE_MS = 5_000;

/** Tokens, sessions and the age of previews depend on the clock: ours, and that of the disk with the pictures. */
export async function clockCheck(folder: string, nowMs = Date.now()): Promise<Finding> {
  if (nowMs < Date.UTC(2025, 0))
    return fail(say`The clock of this computer says ${new Date(nowMs).toISOString()}.`, 'Set the clock.');
  const file = join(nearest(folder), `.safelight-clock-${randomUUID()}`);
  try {
    const before = Date.now();
    closeSync(openSync(file, 'wx', 0o600));
    const { mtimeMs } = await stat(file);
    const off = Math.abs(mtimeMs - before);
    if (off > TOLERANCE_MS) {
      return warn(
        say`The disk of ${folder} is ${Math.round(off / 1000)} s off this computer's clock.`,
        'Synchronize both clocks with a time server. Otherwise previews look older or newer than they are.',
      );
    }
  } catch (error) {
    return warn(say`The clock of ${folder} cannot be read: ${reasonOf(error)}.`, 'Make the folder writable.');
  } finally {
    rmSync(file, { force: true });
  }
  return ok(say`${new Date(nowMs).toISOString()}; the disk clock agrees.`);
}

/** Only its owner may read what is in the data folder. */
export function privacyCheck(dataDir: string): Finding {
  const trouble = writeProblem(dataDir);
  if (trouble !== null)
    return fail(unwritable(dataDir, trouble), 'Make it writable, or choose another with --data-dir.');
  const open = openToOthers(dataDir).map((name) => (name === '.' ? 'the folder itself' : name));
  if (open.length > 0)
    return warn(
      say`Other users can read parts of ${dataDir}: ${open.join(', ')}.`,
      'Restart Safelight, which makes the folder private. If it cannot, the folder belongs to another user or its disk does not support permissions: choose another folder with --data-dir.',
    );
  return ok(say`${dataDir} can be written.`);
}

/**
 * Why nothing can be written in a folder, or it cannot be created; null when it can. Only checks, and creates nothing.
 */
export function writeProblem(folder: string): string | null {
  const there = nearest(folder);
  try {
    if (!statSync(there).isDirectory()) return 'it or a part of its path is a file';
    accessSync(there, constants.W_OK | constants.X_OK);
    return statfsSync(there).bavail === 0 ? 'the disk is full' : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const words: Record<string, string> = {
      EACCES: 'permission denied',
      EPERM: 'permission denied',
      EROFS: 'the disk is read-only',
      ENOTDIR: 'it or a part of its path is a file',
    };
    return (code === undefined ? undefined : words[code]) ?? reasonOf(error);
  }
}

/** Why a file, which may be missing, cannot be written; null when it can. */
export async function fileProblem(file: string): Promise<string | null> {
  try {
    const at = await stat(file);
    if (!at.isFile()) return at.isDirectory() ? 'it is a folder' : 'it is not an ordinary file';
    await access(file, constants.W_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'permission denied';
  }
}

/** The path itself, or its nearest existing parent. */
function nearest(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    if (dirname(at) === at || existsSync(at)) return at;
  }
}
