import { BackupList, BackupRestored, Diagnostics, RestoreBackup, Unlocked } from '../../contract/admin.ts';
import { json, noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const adminUpkeepOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/admin/backups',
    id: 'listBackups',
    tag: 'Administration',
    summary: 'List the backups of the library',
    description:
      'Before its first change of a day Safelight copies library.db and data.db, which belong together, as one state, and keeps the last seven such backups.',
    access: 'admin',
    answers: { 200: { description: 'The backups, newest first.', json: BackupList, headers: noStore } },
  },
  {
    method: 'post',
    path: '/api/v1/admin/backups/{backup}/restore',
    id: 'restoreBackup',
    tag: 'Administration',
    summary: 'Restore a backup of the library',
    description:
      'Replaces library.db and data.db by the backup, both or neither, after the present ones were kept as a backup of their own (`before-restore`). 409 `conflict` while darktable has the library open, when the backup is damaged, and when it lacks data.db (see `library_only`). Changes since the backup leave the list of changes; they return with the kept backup.',
    access: 'admin',
    body: { schema: RestoreBackup, types: json, required: false, example: {} },
    answers: { 200: { description: 'What was restored, and what was kept.', json: BackupRestored, headers: noStore } },
    errors: ['read_only', 'not_found', 'conflict', 'storage_error', 'invalid_body'],
  },
  {
    method: 'delete',
    path: '/api/v1/admin/darktable-lock',
    id: 'unlockLibrary',
    tag: 'Administration',
    summary: 'Remove the lock that a darktable left behind',
    description:
      'On a network drive Safelight respects a lock of a darktable that may run on another computer, and changes nothing. This says that none does: `library.db.lock` and `data.db.lock` are removed. 409 `conflict` while a darktable of this computer has the library open.',
    access: 'admin',
    answers: { 200: { description: 'What was done.', json: Unlocked, headers: noStore } },
    errors: ['conflict', 'storage_error'],
  },
  {
    method: 'get',
    path: '/api/v1/admin/diagnostics',
    id: 'getDiagnostics',
    tag: 'Administration',
    summary: 'Run the diagnostics',
    description: 'The same checks as `safelight doctor`: what was found, and what to do about it.',
    access: 'admin',
    answers: { 200: { description: 'The result of every check.', json: Diagnostics, headers: noStore } },
  },
];
