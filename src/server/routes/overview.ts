import type { Router } from 'express';
import { FacetQuery, OUTLINE_TYPE, OutlineQuery, TimelineQuery } from '../../contract/image-overview.ts';
import { scope } from '../middleware/guard.ts';
import { bytesAnswer, jsonAnswer, sendJson } from '../responses/json-answer.ts';
import { parse } from '../requests/parse.ts';
import type { Services } from '../../app/services.ts';

/** GET /images/outline    GET /images/timeline    GET /images/facets */
export function addOverviewRoutes(routes: Router, { index }: Pick<Services, 'index'>): void {
  routes.get('/outline', scope('images:read'), async (req, res) => {
    const { bytes } = await index.outline(parse(OutlineQuery, req.query));
    sendJson(req, res, bytesAnswer(bytes, OUTLINE_TYPE));
  });
  routes.get('/timeline', scope('images:read'), async (req, res) => {
    sendJson(req, res, jsonAnswer(JSON.stringify(await index.timeline(parse(TimelineQuery, req.query)))));
  });
  routes.get('/facets', scope('images:read'), async (req, res) => {
    sendJson(req, res, jsonAnswer(JSON.stringify(await index.facets(parse(FacetQuery, req.query)))));
  });
}
