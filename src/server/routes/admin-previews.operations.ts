import { PreviewRun, PreviewRunPatch } from '../../contract/preview-run.ts';
import { json, noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

const path = '/api/v1/admin/previews';
const tag = 'Administration';
const example = { state: 'running', total: 4200, done: 310, failed: 2, remaining_seconds: 5600 } as const;
const answer = (description: string) => ({ description, json: PreviewRun, headers: noStore, example });

export const adminPreviewsOperations: readonly Operation[] = [
  {
    method: 'get',
    path,
    id: 'getPreviewRun',
    tag,
    summary: 'Get the progress of previews for the whole library',
    access: 'admin',
    answers: { 200: answer('The present or the last run.') },
  },
  {
    method: 'post',
    path,
    id: 'startPreviewRun',
    tag,
    summary: 'Start previews for the whole library',
    description:
      'Queues every image whose preview is missing or older than its edits, newest images first and a few at a time: pictures that somebody looks at and exports go first. A run survives a restart.',
    access: 'admin',
    answers: { 202: answer('The run has begun: first it counts.') },
    errors: ['read_only', 'conflict'],
  },
  {
    method: 'patch',
    path,
    id: 'pausePreviewRun',
    tag,
    summary: 'Pause or resume the previews of the whole library',
    access: 'admin',
    body: { schema: PreviewRunPatch, types: json, required: true, example: { paused: true } },
    answers: { 200: answer('The run as it is now.') },
    errors: ['invalid_body', 'conflict'],
  },
  {
    method: 'delete',
    path,
    id: 'cancelPreviewRun',
    tag,
    summary: 'Stop the previews of the whole library',
    description: 'Previews that were made stay.',
    access: 'admin',
    answers: { 204: { description: 'No run is under way.', headers: noStore } },
  },
];
