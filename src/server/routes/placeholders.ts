import { Router } from 'express';
import { PlaceholderQuery, type PlaceholderList } from '../../contract/placeholders.ts';
import { scope } from '../guard.ts';
import { jsonAnswer, sendJson } from '../json-answer.ts';
import { parse } from '../parse.ts';
import type { Parts } from '../parts.ts';

/** GET /images/placeholders */
export function placeholderRoutes({ previews }: Pick<Parts, 'previews'>): Router {
  const routes = Router();
  routes.get('/placeholders', scope('previews:read'), async (req, res) => {
    const found = await previews.placeholders(parse(PlaceholderQuery, req.query).ids);
    const body: PlaceholderList = { items: found.map(({ id, webp }) => ({ id, webp: webp.toString('base64') })) };
    sendJson(req, res, jsonAnswer(JSON.stringify(body)));
  });
  return routes;
}
