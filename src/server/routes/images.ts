import { Router } from 'express';
import { LRUCache } from 'lru-cache';
import { ImageQuery } from '../../contract/image-query.ts';
import { scope } from '../middleware/guard.ts';
import { imageById, imageOf } from '../requests/image-param.ts';
import { BytePool, PooledText } from '../byte-pool.ts';
import { bytesAnswer, jsonAnswer, sendJson, type JsonAnswer } from '../responses/json-answer.ts';
import { pageLinks } from '../responses/page-links.ts';
import { parse } from '../requests/parse.ts';
import type { Services } from '../../app/services.ts';
import { oncePerMoment, type ShortWay } from '../short-way.ts';

/** Rendered pages of the present state of the library; enough for the windows that a few galleries look at. */
const PAGE_CACHE_BYTES = 2 * 2 ** 20;
/** How many pages are remembered as asked for once. */
const ASKED_PAGES = 500;

/** GET /images    GET /images/:id */
export function imageRoutes({ index, library, previews }: Services, shortWay: Pick<ShortWay, 'remember'>): Router {
  const routes = Router();
  const pages = new LRUCache<string, JsonAnswer & { link: string }>({
    maxSize: PAGE_CACHE_BYTES,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + 200,
  });

  // Only a page that is asked for again is kept. Most never are, and memory that lives for a while before it is garbage piles up:
  // keeping each one made the process a hundred megabytes larger.
  const pool = new BytePool();
  const asked = new LRUCache<string, true>({ max: ASKED_PAGES });

  const state = oncePerMoment(() => `${library.stamp()} ${index.status().generation} ${previews.epoch()}`);

  routes.get('/', scope('images:read'), async (req, res) => {
    // A page holds for one state of library, index and previews. While the library is ahead of the index, asking the index
    // anew is what makes it catch up.
    const stamp = library.stamp();
    const key = (generation: number) => `${stamp} ${generation} ${previews.epoch()} ${req.url}`;
    const known = pages.get(key(index.status().generation));
    let page = known;
    if (!page) {
      const query = parse(ImageQuery, req.query);
      const { records, total, generation } = await index.listImages(query);
      const text = new PooledText(
        pool,
        records.reduce((sum, { json }) => sum + json.length + 50, 200),
      );
      let divider = '{"items":[';
      for (const { id, json, historyKey } of records) {
        text.write(`${divider}${json},"preview_version":${JSON.stringify(previews.versionOf(id, historyKey))}}`);
        divider = ',';
      }
      if (records.length === 0) text.write(divider);
      text.write(`],"total":${total},"limit":${query.limit},"offset":${query.offset}}`);
      page = { ...bytesAnswer(text.bytes), link: pageLinks(req.originalUrl, query, total) };
      res.once('close', () => text.release());
      if (asked.has(key(generation))) pages.set(key(generation), { ...page, body: Buffer.from(page.body) });
      else asked.set(key(generation), true);
    }
    if (page.link) res.setHeader('Link', page.link);
    const wasSentAsIs = sendJson(req, res, page);
    if (known && wasSentAsIs && res.statusCode === 200 && req.method === 'GET') {
      const now = state();
      if (!now.startsWith(`${stamp} `)) return;
      // See [Note: The short way].
      const { etag, body } = known;
      shortWay.remember(req.originalUrl, res, {
        scope: 'images:read',
        etag,
        body,
        isText: true,
        isCurrent: () => state() === now,
      });
    }
  });

  routes.get('/:id', scope('images:read'), imageById(library), (req, res) => {
    const { id, recordJson, historyKey } = imageOf(req);
    sendJson(
      req,
      res,
      jsonAnswer(`${recordJson},"preview_version":${JSON.stringify(previews.versionOf(id, historyKey))}}`),
    );
  });
  return routes;
}
