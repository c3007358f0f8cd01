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
      'Safelight backs the library up before its first write of a day and keeps the last seven backups. Edits that go through darktable are written by darktable and make no backup.',
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
