import type { Router } from 'express';
import { PlaceholderQuery, type PlaceholderList } from '../../contract/placeholders.ts';
import { scope } from '../middleware/guard.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';
import { parse } from '../requests/parse.ts';
import type { Services } from '../../app/services.ts';

/** GET /images/placeholders */
export function addPlaceholderRoutes(routes: Router, { previews }: Pick<Services, 'previews'>): void {
  routes.get('/placeholders', scope('previews:read'), async (req, res) => {
    const found = await previews.placeholders(parse(PlaceholderQuery, req.query).ids);
    const body: PlaceholderList = { items: found.map(({ id, webp }) => ({ id, webp: webp.toString('base64') })) };
    sendJson(req, res, jsonAnswer(JSON.stringify(body)));
  });
}
