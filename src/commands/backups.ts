import { platform } from 'node:os';
import { backupTold } from '../app/backup-told.ts';
import { bridgeFactsFromOutside } from '../app/offline-diagnosis.ts';
import { backupToRestore, restoreLibrary, settleRestoreOf } from '../app/restore-library.ts';
import { BackupList, BackupRestored, type Backup } from '../contract/admin.ts';
import { backupsOf } from '../library/backups.ts';
import type { Environment } from '../platform/environment.ts';
import { readOnly } from '../platform/errors.ts';
import { adminClient } from './admin-client.ts';
import { asOwner } from './as-owner.ts';
import { print, printJson, remark } from './print.ts';
import type { SharedOptions } from './shared-options.ts';
import { printTable } from './table.ts';

interface Store {
  list(): Promise<Backup[]>;
  restore(name: string, isLibraryAlone: boolean): Promise<BackupRestored>;
}

/** Works through the running server, which closes the library meanwhile; if none runs, in this process. */
async function withBackups<T>(
  options: SharedOptions,
  environment: Environment,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { dataDir, log } = options;
  const admin = adminClient(dataDir);
  if (admin) {
    return work({
      list: async () => BackupList.parse(await admin.request('GET', '/backups')).items,
      restore: async (name, isLibraryAlone) =>
        BackupRestored.parse(
          await admin.request('POST', `/backups/${encodeURIComponent(name)}/restore`, { library_only: isLibraryAlone }),
        ),
    });
  }
  return asOwner(options, async () => {
    const { settings, subject, cacheDir } = bridgeFactsFromOutside({
      dataDir,
      given: options,
      environment,
      platform: platform(),
    });
    const file = subject.library;
    await settleRestoreOf({ dataDir, file, log });
    return work({
      list: async () => (await backupsOf(file)).map(backupTold),
      restore: async (name, isLibraryAlone) => {
        if (settings.readOnly) throw readOnly();
        const backup = await backupToRestore(file, name, isLibraryAlone);
        return restoreLibrary({ dataDir, file, backup, cacheDir, log });
      },
    });
  });
}

/** `safelight backups list` */
export async function listBackups(options: SharedOptions, environment: Environment): Promise<void> {
  const backups = await withBackups(options, environment, (store) => store.list());
  if (options.json) {
    printJson(backups);
    return;
  }
  if (backups.length === 0) {
    print('There are no backups yet.');
    return;
  }
  printTable([
    ['NAME', 'SIZE', 'WHAT IT IS'],
    ...backups.map(({ name, size, kind, data_file }) => [name, megabytes(size), what(kind, data_file)]),
  ]);
  remark('To put one in the place of the library: safelight backups restore NAME');
}

/** `safelight backups restore NAME` */
export async function restoreBackupCommand(
  options: SharedOptions & { libraryOnly: boolean },
  environment: Environment,
  name: string,
): Promise<void> {
  const done = await withBackups(options, environment, (store) => store.restore(name, options.libraryOnly));
  if (options.json) printJson(done);
  else print(done.message);
}

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

function what(kind: Backup['kind'], data: string | null): string {
  if (data === null) return 'library.db alone, by an earlier Safelight (restore it with --library-only)';
  return kind === 'daily' ? 'before the first change of that day' : 'before another backup was restored';
}
