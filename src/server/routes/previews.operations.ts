import { PREVIEW_RETRY_SECONDS, PreviewGenerating, PreviewQuery, RefreshAccepted } from '../../contract/preview.ts';
import { jpegOrPng, noStore, fileHeaders, bytesHeaders, previewHeaders, fileNotModified } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const previewsOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/images/{id}/preview',
    id: 'getPreview',
    tag: 'Previews and exports',
    summary: 'Get a preview',
    description:
      'The newest preview that the plugin or darktable has rendered; if there is none, the picture file itself or the JPEG inside the raw file. If there is no picture at all, a preview is queued and the answer is 202: ask again after `Retry-After`. A missing size may be answered with a larger one, never with a smaller one. A client without the scope `cache:refresh` may have up to 1,000 previews waiting.',
    access: 'previews:read',
    query: PreviewQuery,
    answers: {
      200: {
        description: 'The picture.',
        types: jpegOrPng,
        headers: { ...bytesHeaders, 'Content-Disposition': 'always', ...previewHeaders },
      },
      202: {
        description: 'There is no preview yet. It was queued, unless `X-Preview-Failure` is set.',
        json: PreviewGenerating,
        headers: { 'Retry-After': 'always', 'X-Preview-Failure': 'sometimes', ...noStore },
        example: {
          status: 'generating',
          image_id: 4711,
          retry_after: PREVIEW_RETRY_SECONDS,
          message: 'There is no preview yet; it was queued. darktable renders for Safelight. Ask again in 4 seconds.',
        },
      },
      206: {
        description: 'The requested range of bytes.',
        types: jpegOrPng,
        headers: { ...bytesHeaders, 'Content-Disposition': 'always', ...previewHeaders, 'Content-Range': 'always' },
      },
      304: { ...fileNotModified, headers: { ...fileHeaders, 'Content-Disposition': 'always', ...previewHeaders } },
    },
    errors: [
      'read_only',
      'invalid_query',
      'slow_down',
      'queue_error',
      'library_unavailable',
      'precondition_failed',
      'range_not_satisfiable',
    ],
    curl: { query: 'size=large', save: 'preview.jpg' },
  },
  {
    method: 'post',
    path: '/api/v1/images/{id}/refresh',
    id: 'refreshPreview',
    tag: 'Previews and exports',
    summary: 'Refresh the previews of an image',
    access: 'cache:refresh',
    answers: {
      202: {
        description: 'The job was queued.',
        json: RefreshAccepted,
        headers: noStore,
        example: {
          status: 'accepted',
          image_id: 4711,
          filename: 'IMG_2041.CR3',
          queue: '/home/ada/.local/share/safelight/queues/refresh.queue',
          message: 'darktable will render new previews.',
        },
      },
    },
    errors: ['read_only', 'queue_error', 'library_unavailable'],
  },
];
