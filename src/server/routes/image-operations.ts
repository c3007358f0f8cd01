import type { Request, Router } from 'express';
import type { Services } from '../../app/services.ts';
import { GroupImages, RemoveImages } from '../../contract/image-operations.ts';
import { imageNotFound } from '../../platform/errors.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import { imageId } from '../requests/image-param.ts';
import { imageRecord } from '../responses/image-record.ts';
import { jsonAnswer } from '../responses/json-answer.ts';

/** POST /images/group    POST /images/remove    POST /images/:id/duplicate */
export function addImageOperationRoutes(
  routes: Router,
  { library, operations, previews }: Pick<Services, 'library' | 'operations' | 'previews'>,
): void {
  routes.post('/group', scope('images:write'), jsonBody, async (req, res) => {
    const grouping = parseBody(GroupImages, req.body);
    res.set('Cache-Control', 'no-store').json(await operations.group(grouping, principalOf(res).clientId));
  });

  routes.post('/remove', scope('images:write'), jsonBody, async (req, res) => {
    const { ids } = parseBody(RemoveImages, req.body);
    res.set('Cache-Control', 'no-store').json(await operations.remove(ids, principalOf(res).clientId));
  });

  routes.post('/:id/duplicate', scope('images:write'), async (req: Request<{ id: string }>, res) => {
    const id = imageId(req.params.id);
    const duplicate = await operations.duplicate(id, principalOf(res).clientId);
    const image = await library.image(duplicate.imageId);
    if (!image) throw imageNotFound(duplicate.imageId);
    const { body, etag } = jsonAnswer(imageRecord(image.recordJson, previews.versionOf(image.id, image.historyKey)));
    const headers = { 'Cache-Control': 'no-store', ETag: etag, 'X-Change': String(duplicate.change) };
    res.status(201).set(headers).location(`/api/v1/images/${image.id}`).type('json').send(body);
  });
}
