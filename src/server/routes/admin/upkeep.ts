import { BackupList, BackupRestored, Diagnostics, RestoreBackup, Unlocked } from '../../../contract/admin.ts';
import { ok } from '../../routing/answers.ts';
import { optionalJson } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

export const adminUpkeepRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/admin/backups',
    id: 'listBackups',
    tag: 'Administration',
    summary: 'List the backups of the library',
    description:
      'Before its first change of a day Safelight copies library.db and data.db, which belong together, as one state, and keeps the last seven such backups.',
    scope: 'admin',
    answers: ok({ description: 'The backups, newest first.', json: BackupList }),
    handle:
      ({ admin }) =>
      async () => {
        const items = await admin.backups();
        return { items, total_size: items.reduce((sum, { size }) => sum + size, 0) };
      },
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/backups/:backup/restore',
    id: 'restoreBackup',
    tag: 'Administration',
    summary: 'Restore a backup of the library',
    description:
      'Replaces library.db and data.db by the backup, both or neither, after the present ones were kept as a backup of their own (`before-restore`). 409 `conflict` while darktable has the library open, when the backup is damaged, and when it lacks data.db (see `library_only`). Changes since the backup leave the list of changes; they return with the kept backup.',
    scope: 'admin',
    body: optionalJson(RestoreBackup, {}),
    answers: ok({ description: 'What was restored, and what was kept.', json: BackupRestored }),
    errors: ['read_only', 'conflict', 'storage_error'],
    handle:
      ({ admin }) =>
      ({ params, body: { library_only: isLibraryAlone = false } }) =>
        admin.restoreBackup(params.backup, { isLibraryAlone }),
  }),
  route({
    method: 'delete',
    path: '/api/v1/admin/darktable-lock',
    id: 'unlockLibrary',
    tag: 'Administration',
    summary: 'Remove the lock that a darktable left behind',
    description:
      'On a network drive Safelight respects a lock of a darktable that may run on another computer, and changes nothing. This says that none does: `library.db.lock` and `data.db.lock` are removed. 409 `conflict` while a darktable of this computer has the library open.',
    scope: 'admin',
    answers: ok({ description: 'What was done.', json: Unlocked }),
    errors: ['conflict', 'storage_error'],
    handle:
      ({ admin }) =>
      () =>
        admin.unlock(),
  }),
  route({
    method: 'get',
    path: '/api/v1/admin/diagnostics',
    id: 'getDiagnostics',
    tag: 'Administration',
    summary: 'Run the diagnostics',
    description: 'The same checks as `safelight doctor`: what was found, and what to do about it.',
    scope: 'admin',
    answers: ok({ description: 'The result of every check.', json: Diagnostics }),
    handle:
      ({ admin }) =>
      () =>
        admin.diagnostics(),
  }),
];
