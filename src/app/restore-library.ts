import { dirname, join } from 'node:path';
import type { BackupRestored } from '../contract/admin.ts';
import { backupNamed, backupsOf, type LibraryBackup } from '../library/backups.ts';
import { restoreBackup, settleRestore } from '../library/restore-backup.ts';
import { followRestore } from '../changes/journal/restored-journal.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { storageError } from '../platform/storage-trouble.ts';
import { mipmapFolder } from '../previews/mipmap-cache.ts';
import { setPicturesAside } from '../previews/set-aside.ts';
import { backupTold } from './backup-told.ts';
import { folderOfLibrary } from './library-storage.ts';

export interface RestoreLibrary {
  dataDir: string;
  /** library.db. Nobody of this Safelight may have it open. */
  file: string;
  backup: LibraryBackup;
  /** darktable's, where its thumbnails are. */
  cacheDir: string;
  log: Pick<Log, 'warn'>;
}

/** A change is in the journal a moment before the backup of the day is made for its sake. */
const JUST_BEFORE_MS = 60_000;

/**
 * The backup of that name. Throws `not_found`, `conflict` for one that lacks data.db unless that is wanted, and `invalid_body` where it is wanted of one that
 * has it: it comes back, too.
 */
export async function backupToRestore(file: string, name: string, isLibraryAlone: boolean): Promise<LibraryBackup> {
  const backup = await backupNamed(file, name);
  if (!backup) throw new AppError('not_found', `There is no backup ${name} of this library.`);
  if (backup.data === null && !isLibraryAlone) throw new AppError('conflict', LACKS_DATA);
  if (backup.data !== null && isLibraryAlone) throw new AppError('invalid_body', HAS_DATA);
  return backup;
}

const HAS_DATA =
  'library_only: is for backups without data.db. This one has it, and is restored as the pair that belongs together.';

const LACKS_DATA =
  'This backup was made by an earlier Safelight and has no data.db. With the present data.db, images may show other tags than they had: ' +
  'the library knows tags by numbers, and data.db has their names. If you want that nevertheless, ask for library.db alone.';

/** Restores a backup, and lets the journal follow. Throws `conflict` and `storage_error`; then nothing was changed. */
export async function restoreLibrary({
  dataDir,
  file,
  backup,
  cacheDir,
  log,
}: RestoreLibrary): Promise<BackupRestored> {
  const sinceMs = backup.modifiedMs - (backup.kind === 'daily' ? JUST_BEFORE_MS : 0);
  const at = placeOf(backup);
  const pictures = { mipmapFolder: mipmapFolder(cacheDir, file), folder: folderOfLibrary(dataDir, file), log };
  let kept: string | null;
  try {
    kept = await restoreBackup({
      file,
      backup,
      setPicturesAside: (ids) => setPicturesAside(ids, pictures),
      around: (keptIn, replaceLibrary) => {
        const restored = keptIn === null ? null : { library: file, backup: at, sinceMs, kept: keptIn };
        withJournal(dataDir, restored, replaceLibrary, log);
      },
    });
  } catch (error) {
    throw error instanceof AppError ? error : storageError(dirname(file), error);
  }
  return {
    restored: backupTold(backup),
    kept:
      kept === null
        ? null
        : ((await backupsOf(file)).map(backupTold).find(({ file: one }) => one.startsWith(kept)) ?? null),
    message: `${file} is now what it was ${when(backup)}.${kept === null ? '' : ` What was there before is kept in ${kept}.`}`,
  };
}

/** Ends a restore that a crash cut off. Before the library is opened. */
export async function settleRestoreOf({
  dataDir,
  file,
  log,
}: Omit<RestoreLibrary, 'backup' | 'cacheDir'>): Promise<void> {
  try {
    const settled = settleRestore(file);
    if (settled.is === 'dropped') log.warn({ file }, 'A restore was cut off before it changed anything: try it again.');
    if (settled.is !== 'finished') return;
    const sinceMs = settled.backupMs - JUST_BEFORE_MS;
    const kept = (await backupsOf(file)).find(({ kind }) => kind === 'before-restore');
    const restored = kept === undefined ? null : { library: file, backup: null, sinceMs, kept: placeOf(kept) };
    withJournal(dataDir, restored, () => undefined, log);
    log.warn({ file }, 'A restore that was cut off is finished now');
  } catch (error) {
    log.warn({ file, reason: reasonOf(error) }, 'A restore that was cut off could not be finished');
  }
}

/** The library is restored even where the journal is damaged: then nothing in it can be taken back anyway. */
function withJournal(
  dataDir: string,
  restored: Parameters<typeof followRestore>[1] | null,
  replace: () => void,
  log: Pick<Log, 'warn'>,
): void {
  const file = join(dataDir, 'journal.db');
  const unless = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      log.warn({ file, reason: reasonOf(error) }, 'The journal does not know that the library was restored');
      return null;
    }
  };
  const journal = restored && unless(() => followRestore(file, restored));
  try {
    replace();
  } catch (error) {
    unless(() => journal?.rollback());
    throw error;
  }
  unless(() => journal?.commit());
}

/** The path by which the journal knows it. */
const placeOf = ({ library, data }: LibraryBackup) => (data === null ? library : dirname(library));

const when = ({ kind, day, modifiedMs }: LibraryBackup) =>
  kind === 'daily'
    ? `before the first change of ${day}`
    : `on ${day} at ${new Date(modifiedMs).toTimeString().slice(0, 5)}`;
