import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Router } from 'express';
import type { z } from 'zod';
import { FULL_RETRY_SECONDS, type ExportAccepted, type ExportQueued } from '../../contract/preview.ts';
import { queueError, reasonOf } from '../../errors.ts';
import { etagOf, pictureFacts } from '../../previews/picture-file.ts';
import { attachment, exportName } from '../content-disposition.ts';
import { scope } from '../guard.ts';
import { imageById, imageOf } from '../image-param.ts';
import type { Parts } from '../parts.ts';
import { fileSender } from '../send-file.ts';

/** POST /images/:id/export    GET /images/:id/full */
export function exportRoutes({ library, queues, exportDir }: Parts): Router {
  const routes = Router();
  const send = fileSender({ memoryBytes: 0 });
  const exportFile = (id: number) => join(exportDir(), `${id}.jpg`);

  const queue = async (id: number) => {
    // The bridge's Lua cannot make folders. Where we cannot either, the bridge reports the job as failed.
    await mkdir(exportDir(), { recursive: true }).catch(() => undefined);
    await queues.exports.append(id);
  };

  routes.post('/:id/export', scope('cache:refresh'), imageById(library), async (req, res) => {
    const { id, filename } = imageOf(req);
    try {
      await rm(exportFile(id), { force: true });
    } catch (error) {
      // Left there, it would pass for the new one.
      throw queueError(`The export from before, ${exportFile(id)}, cannot be deleted: ${reasonOf(error)}.`, error);
    }
    await queue(id);
    const body: z.infer<typeof ExportAccepted> = {
      status: 'accepted',
      image_id: id,
      filename,
      message: `The export was queued. Poll ${req.baseUrl}/${id}/full until it answers 200.`,
    };
    res.set('Cache-Control', 'no-store').status(202).json(body);
  });

  routes.get('/:id/full', scope('previews:read'), imageById(library), async (req, res) => {
    const { id, filename } = imageOf(req);
    const facts = await pictureFacts(exportFile(id));
    if (facts) {
      const headers = {
        'Cache-Control': 'private, no-cache',
        'Content-Disposition': attachment(exportName(filename)),
      };
      if (await send(req, res, { ...facts, contentType: 'image/jpeg', etag: etagOf(facts) }, headers)) return;
    }
    await queue(id);
    const body: z.infer<typeof ExportQueued> = {
      status: 'queued',
      image_id: id,
      filename,
      retry_after: FULL_RETRY_SECONDS,
      message: `The export was queued for darktable; ask again in ${FULL_RETRY_SECONDS} seconds.`,
    };
    res
      .set({ 'Retry-After': String(FULL_RETRY_SECONDS), 'Cache-Control': 'no-store' })
      .status(202)
      .json(body);
  });

  return routes;
}
