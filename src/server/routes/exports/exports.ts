import type { z } from 'zod';
import { ExportAccepted, ExportQueued, FULL_RETRY_SECONDS } from '../../../contract/preview.ts';
import { etagOf } from '../../../previews/picture-file.ts';
import { principalOf } from '../../middleware/guard.ts';
import { AskedJobs } from '../../requests/asked-jobs.ts';
import { contentDisposition, exportName } from '../../responses/content-disposition.ts';
import { renderingWords } from '../../responses/rendering-words.ts';
import { sendFile } from '../../responses/send-file.ts';
import { noStore, bytesHeaders, fileHeaders, fileNotModified, jpeg, accepted } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

export const exportRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/images/:id/export',
    id: 'exportImage',
    tag: 'Previews and exports',
    summary: 'Export an image at full size',
    description: 'The previous export is deleted, so that `GET …/full` never returns the old one.',
    scope: 'cache:refresh',
    image: 'live',
    answers: accepted({
      description: 'The job was queued.',
      json: ExportAccepted,
      example: {
        status: 'accepted',
        image_id: 4711,
        filename: 'IMG_2041.CR3',
        message: 'The export has been queued; poll /api/v1/images/4711/full for it.',
      },
    }),
    errors: ['read_only', 'queue_error', 'storage_error', 'library_unavailable'],
    handle:
      ({ queues, rendering, exports }) =>
      async ({ image: { id, filename } }) => {
        const kept = await exports().clear([id]);
        await queues.exports.append(id);
        return {
          status: 'accepted',
          image_id: id,
          filename,
          message: [
            'The export was queued.',
            ...renderingWords(rendering()),
            `Poll /api/v1/images/${id}/full until it returns 200.${keptWords(kept)}`,
          ].join(' '),
        };
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/images/:id/full',
    id: 'getFullSize',
    tag: 'Previews and exports',
    summary: 'Download the full-size picture',
    description:
      'The JPEG that darktable exported. If there is none, an export is queued and the answer is 202: ask again after `Retry-After`. A client without the scope `cache:refresh` may have up to 1,000 exports waiting.',
    scope: 'previews:read',
    image: 'live',
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
    handle: ({ queues, rendering, exports }) => {
      const asked = new AskedJobs(queues.exports);
      return async ({ image: { id, filename }, req, res }) => {
        const found = await exports().open(id);
        if (found) {
          const headers = {
            'Cache-Control': 'private, no-cache',
            'Content-Disposition': contentDisposition('attachment', exportName(filename)),
          };
          try {
            if (await sendFile(req, res, { ...found, contentType: 'image/jpeg', etag: etagOf(found) }, headers)) return;
          } finally {
            await found.handle.close().catch(() => undefined);
          }
        }
        await asked.append(id, principalOf(res));
        res.status(202).set({ 'Retry-After': String(FULL_RETRY_SECONDS), 'Cache-Control': 'no-store' });
        res.json({
          status: 'queued',
          image_id: id,
          filename,
          retry_after: FULL_RETRY_SECONDS,
          message: [
            'The export was queued.',
            ...renderingWords(rendering()),
            `Ask again in ${FULL_RETRY_SECONDS} seconds.`,
          ].join(' '),
        } satisfies z.infer<typeof ExportQueued>);
      };
    },
  }),
];

/** Names pictures that were there before Safelight took over the export folder, by their present names. */
export const keptWords = (names: readonly string[]) =>
  names.length === 0
    ? ''
    : ` Files that existed before Safelight were kept: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}.`;
