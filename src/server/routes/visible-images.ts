import type { Router } from 'express';
import type { Services } from '../../app/services.ts';
import { VisibleImages } from '../../contract/preview-run.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';

/** POST /images/visible */
export function addVisibleImagesRoute(routes: Router, { previewFeed }: Pick<Services, 'previewFeed'>): void {
  routes.post('/visible', scope('previews:read'), jsonBody, (req, res) => {
    const { viewer, ids } = parseBody(VisibleImages, req.body);
    previewFeed.see(`${principalOf(res).clientId} ${viewer}`, ids);
    res.set('Cache-Control', 'no-store').status(204).end();
  });
}
