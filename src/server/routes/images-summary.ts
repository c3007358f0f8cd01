import type { Router } from 'express';
import type { Services } from '../../app/services.ts';
import type { ImagesSummary } from '../../contract/images-summary.ts';
import { summarise } from '../../library/images-summary.ts';
import { scope } from '../middleware/guard.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { manyImages } from '../requests/many-images-body.ts';
import { matchingIds } from '../requests/matching-ids.ts';

/** POST /images/summary, which changes nothing: so many ids fit into no address. */
export function addImagesSummaryRoute(routes: Router, { index, library }: Pick<Services, 'index' | 'library'>): void {
  routes.post('/summary', scope('images:read'), jsonBody, async (req, res) => {
    const asked = manyImages(req.body);
    const ids = 'filter' in asked ? await matchingIds(index, asked.filter) : asked.ids;
    const summary: ImagesSummary = await library.read((reader) => summarise(reader, ids));
    res.set('Cache-Control', 'no-store').json(summary);
  });
}
