import { Router } from 'express';
import { NameQuery } from '../../contract/image-query.ts';
import type { Scope } from '../../contract/scopes.ts';
import { scope } from '../guard.ts';
import { jsonAnswer, sendJson } from '../json-answer.ts';
import { pageLinks } from '../page-links.ts';
import { parse } from '../parse.ts';
import type { Parts } from '../parts.ts';

type List = (query: NameQuery) => Promise<{ items: readonly unknown[]; total: number }>;

function listRoute(needed: Scope, list: List): Router {
  const routes = Router();
  routes.get('/', scope(needed), async (req, res) => {
    const query = parse(NameQuery, req.query);
    const { items, total } = await list(query);
    res.setHeader('Link', pageLinks(req.originalUrl, query, total));
    sendJson(req, res, jsonAnswer(JSON.stringify({ items, total, limit: query.limit, offset: query.offset })));
  });
  return routes;
}

/** GET /tags */
export const tagRoutes = ({ index }: Parts) => listRoute('tags:read', (query) => index.listTags(query));

/** GET /films */
export const filmRoutes = ({ index }: Parts) => listRoute('films:read', (query) => index.listFilms(query));
