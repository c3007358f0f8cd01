import type { Request, Router } from 'express';
import { ImageQuery } from '../../contract/image-query.ts';
import { imageNotFound } from '../../platform/errors.ts';
import type { Services } from '../../app/services.ts';
import { scope } from '../middleware/guard.ts';
import { imageId } from '../requests/image-param.ts';
import { imagePage } from '../responses/image-page.ts';
import { imageRecord } from '../responses/image-record.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';
import { pageLinks } from '../responses/page-links.ts';
import { parse } from '../requests/parse.ts';

/** GET /images    GET /images/:id */
export function addImageRoutes(routes: Router, { index, library, previews }: Services): void {
  const record = (id: number, json: string, historyKey: string) =>
    imageRecord(json, previews.versionOf(id, historyKey));

  routes.get('/', scope('images:read'), async (req, res) => {
    const query = parse(ImageQuery, req.query);
    const listing = await index.listImages(query);
    res.setHeader('Link', pageLinks(req.originalUrl, query, listing.total));
    sendJson(req, res, imagePage(listing, query, previews.versions()));
  });

  routes.get('/:id', scope('images:read'), async (req: Request<{ id: string }>, res) => {
    const id = imageId(req.params.id);
    const listed = index.presentRecord(id);
    if (listed) {
      sendJson(req, res, jsonAnswer(record(id, listed.json, listed.historyKey)));
      return;
    }
    const image = await library.image(id);
    if (!image) throw imageNotFound(id);
    sendJson(req, res, jsonAnswer(record(id, image.recordJson, image.historyKey)));
  });
}
