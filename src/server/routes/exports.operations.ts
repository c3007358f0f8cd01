import { ExportAccepted, ExportQueued, FULL_RETRY_SECONDS } from '../../contract/preview.ts';
import { jpeg, noStore, fileHeaders, bytesHeaders, fileNotModified } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const exportsOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/images/{id}/export',
    id: 'exportImage',
    tag: 'Previews and exports',
    summary: 'Export an image at full size',
    description: 'The previous export is deleted, so that `GET …/full` never returns the old one.',
    access: 'cache:refresh',
    answers: {
      202: {
        description: 'The job was queued.',
        json: ExportAccepted,
        headers: noStore,
        example: {
          status: 'accepted',
          image_id: 4711,
          filename: 'IMG_2041.CR3',
          message: 'The export has been queued; poll /api/v1/images/4711/full for it.',
        },
      },
    },
    errors: ['read_only', 'queue_error', 'storage_error', 'library_unavailable'],
  },
  {
    method: 'get',
    path: '/api/v1/images/{id}/full',
    id: 'getFullSize',
    tag: 'Previews and exports',
    summary: 'Download the full-size picture',
    description:
      'The JPEG that darktable exported. If there is none, an export is queued and the answer is 202: ask again after `Retry-After`. A client without the scope `cache:refresh` may have up to 1,000 exports waiting.',
    access: 'previews:read',
    answers: {
      200: { description: 'The picture.', types: jpeg, headers: { ...bytesHeaders, 'Content-Disposition': 'always' } },
      202: {
        description: 'There is no export yet. It was queued.',
        json: ExportQueued,
        headers: { 'Retry-After': 'always', ...noStore },
        example: {
          status: 'queued',
          image_id: 4711,
          filename: 'IMG_2041.CR3',
          retry_after: FULL_RETRY_SECONDS,
          message: 'The export has been queued; ask again in 5 seconds.',
        },
      },
      206: {
        description: 'The requested range of bytes.',
        types: jpeg,
        headers: { ...bytesHeaders, 'Content-Disposition': 'always', 'Content-Range': 'always' },
      },
      304: { ...fileNotModified, headers: { ...fileHeaders, 'Content-Disposition': 'always' } },
    },
    errors: [
      'read_only',
      'slow_down',
      'queue_error',
      'library_unavailable',
      'precondition_failed',
      'range_not_satisfiable',
    ],
    curl: { save: 'IMG_2041.jpg' },
  },
];
