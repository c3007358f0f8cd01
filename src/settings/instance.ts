import Database from 'better-sqlite3';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { refuseOtherThanFile } from '../platform/ordinary-file.ts';
import { replaceFile } from '../platform/replace-file.ts';
import { storageError, storageTrouble } from '../platform/storage-trouble.ts';
import { filesOfOthers } from './data-dir-privacy.ts';
import { makePrivateFile } from './private-file.ts';
import { announcement, runningServer, type RunningServer } from './running-server.ts';

/** Why a data folder cannot be used, in words for the user. */
export class DataDirError extends Error {
  readonly running: RunningServer | null;
  constructor(message: string, running: RunningServer | null = null, cause?: unknown) {
    super(message, { cause });
    this.name = 'DataDirError';
    this.running = running;
  }

  /** Another process has it, be it a Safelight that has not said yet where it answers. */
  get isTaken(): boolean {
    return (this.cause as { code?: string } | undefined)?.code === 'SQLITE_BUSY';
  }
}

export interface Instance {
  /** Tells other processes where this server answers. */
  announce(url: string): void;
  release(): void;
}

/** A disk that was full may have room. */
const ANNOUNCE_AGAIN_MS = 10_000;

/**
 * Makes this process the one that serves `dataDir`. The lock is an exclusive lock on a small SQLite file: the system
 * itself lets go of it when the process ends, however it ends, so there is no stale lock to clean up.
 * Throws DataDirError when another Safelight has it or the folder cannot be written.
 */
export function claimDataDir(dataDir: string, log: Log): Instance {
  let lock: Database.Database | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const others = filesOfOthers(dataDir);
    if (others.length > 0)
      throw new Error(`no Safelight has used it yet, and it has files of the same names (${others.join(', ')})`);
    refuseOtherThanFile(join(dataDir, 'instance.lock'));
    makePrivateFile(join(dataDir, 'instance.lock'));
    lock = new Database(join(dataDir, 'instance.lock'), { timeout: 0 });
    chmodSync(join(dataDir, 'instance.lock'), 0o600);
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    // That of a process that was killed. On a disk that is full, it could not be replaced.
    rmSync(announcement(dataDir), { force: true });
  } catch (error) {
    lock?.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') {
      const running = runningServer(dataDir);
      const where = running ? ` (process ${running.pid}, ${running.url})` : '';
      throw new DataDirError(`Safelight is already running on ${dataDir}${where}.`, running, error);
    }
    throw new DataDirError(
      `${storageTrouble(dataDir, error) ?? `The data folder ${dataDir} cannot be used: ${reasonOf(error)}.`} Or choose another one with --data-dir.`,
      null,
      error,
    );
  }
  const held = lock;
  let again: NodeJS.Timeout | undefined;
  const announce = (url: string, isAgain = false) => {
    clearTimeout(again);
    try {
      replaceFile(announcement(dataDir), JSON.stringify({ pid: process.pid, url }));
    } catch (error) {
      // Nobody but other commands goes by it.
      if (!isAgain)
        log.warn({ reason: storageError(dataDir, error).message }, 'Commands cannot find this server for now');
      again = setTimeout(() => announce(url, true), ANNOUNCE_AGAIN_MS).unref();
    }
  };
  return {
    announce: (url) => announce(url),
    release() {
      clearTimeout(again);
      rmSync(announcement(dataDir), { force: true });
      held.close();
    },
  };
}
