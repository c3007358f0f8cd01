import type { Router } from 'express';
import type { z } from 'zod';
import { FULL_RETRY_SECONDS, type ExportAccepted, type ExportQueued } from '../../contract/preview.ts';
import { etagOf } from '../../previews/picture-file.ts';
import { AskedJobs } from '../requests/asked-jobs.ts';
import { contentDisposition, exportName } from '../responses/content-disposition.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { imageById, imageOf } from '../requests/image-param.ts';
import type { Services } from '../../app/services.ts';
import { renderingWords } from '../responses/rendering-words.ts';
import { sendFile } from '../responses/send-file.ts';

/** POST /images/:id/export    GET /images/:id/full */
export function addExportRoutes(routes: Router, { library, queues, rendering, exports }: Services): void {
  const asked = new AskedJobs(queues.exports);

  routes.post('/:id/export', scope('cache:refresh'), imageById(library), async (req, res) => {
    const { id, filename } = imageOf(req);
    const kept = await exports().clear([id]);
    await queues.exports.append(id);
    const body: z.infer<typeof ExportAccepted> = {
      status: 'accepted',
      image_id: id,
      filename,
      message: [
        'The export was queued.',
        ...renderingWords(rendering()),
        `Poll ${req.baseUrl}/${id}/full until it returns 200.${keptWords(kept)}`,
      ].join(' '),
    };
    res.set('Cache-Control', 'no-store').status(202).json(body);
  });

  routes.get('/:id/full', scope('previews:read'), imageById(library), async (req, res) => {
    const { id, filename } = imageOf(req);
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
    const body: z.infer<typeof ExportQueued> = {
      status: 'queued',
      image_id: id,
      filename,
      retry_after: FULL_RETRY_SECONDS,
      message: [
        'The export was queued.',
        ...renderingWords(rendering()),
        `Ask again in ${FULL_RETRY_SECONDS} seconds.`,
      ].join(' '),
    };
    res
      .set({ 'Retry-After': String(FULL_RETRY_SECONDS), 'Cache-Control': 'no-store' })
      .status(202)
      .json(body);
  });
}

/** Names pictures that were there before Safelight took over the export folder, by their present names. */
export const keptWords = (names: readonly string[]) =>
  names.length === 0
    ? ''
    : ` Files that existed before Safelight were kept: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}.`;
