import { BackupList, Diagnostics } from '../../contract/admin.ts';
import { noStore } from '../openapi/answers.ts';
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
