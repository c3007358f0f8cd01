import { type Request, type Response, Router } from 'express';
import { FilmQuery, NameQuery, TagBranchQuery } from '../../contract/image-query.ts';
import { scope } from '../middleware/guard.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';
import { pageLinks } from '../responses/page-links.ts';
import { parse } from '../requests/parse.ts';
import type { Services } from '../../app/services.ts';

function sendPage(
  req: Request,
  res: Response,
  query: { limit: number; offset: number },
  { items, total }: { items: readonly unknown[]; total: number },
): void {
  res.setHeader('Link', pageLinks(req.originalUrl, query, total));
  sendJson(req, res, jsonAnswer(JSON.stringify({ items, total, limit: query.limit, offset: query.offset })));
}

/** GET /tags    GET /tags/branches */
export function tagRoutes({ index }: Services): Router {
  const routes = Router();
  routes.get('/', scope('tags:read'), async (req, res) => {
    const query = parse(NameQuery, req.query);
    sendPage(req, res, query, await index.listTags(query));
  });
  routes.get('/branches', scope('tags:read'), async (req, res) => {
    const query = parse(TagBranchQuery, req.query);
    sendPage(req, res, query, await index.listTagBranches(query));
  });
  return routes;
}

/** GET /films */
export function filmRoutes({ index }: Services): Router {
  const routes = Router();
  routes.get('/', scope('films:read'), async (req, res) => {
    const query = parse(FilmQuery, req.query);
    sendPage(req, res, query, await index.listFilms(query));
  });
  return routes;
}
