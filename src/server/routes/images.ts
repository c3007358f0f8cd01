import { Router, type Request } from 'express';
import { ImageQuery } from '../../contract/image-query.ts';
import { imageNotFound } from '../../platform/errors.ts';
import type { Services } from '../../app/services.ts';
import { scope } from '../middleware/guard.ts';
import { imageId } from '../requests/image-param.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';
import { pageLinks } from '../responses/page-links.ts';
import { parse } from '../requests/parse.ts';

/** GET /images    GET /images/:id */
export function imageRoutes({ index, library, previews }: Services): Router {
  const routes = Router();
  /** `json` is the record without its last field and its closing brace. */
  const record = (id: number, json: string, historyKey: string) =>
    `${json},"preview_version":${JSON.stringify(previews.versionOf(id, historyKey))}}`;

  routes.get('/', scope('images:read'), async (req, res) => {
    const query = parse(ImageQuery, req.query);
    const { records, total } = await index.listImages(query);
    const items = records.map(({ id, json, historyKey }) => record(id, json, historyKey)).join();
    res.setHeader('Link', pageLinks(req.originalUrl, query, total));
    const { limit, offset } = query;
    sendJson(req, res, jsonAnswer(`{"items":[${items}],"total":${total},"limit":${limit},"offset":${offset}}`));
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
  return routes;
}
