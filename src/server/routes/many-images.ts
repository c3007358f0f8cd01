import type { Response, Router } from 'express';
import type { ManyAccepted, ManyExportsAccepted, ManyImages } from '../../contract/many-images.ts';
import { MOST_MISSING } from '../../contract/most-ids.ts';
import { existingIds } from '../../library/existing-ids.ts';
import type { JobQueue } from '../../queues/job-queue.ts';
import { principalOf, requireScope, scope } from '../middleware/guard.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { manyImages } from '../requests/many-images-body.ts';
import { matchingIds } from '../requests/matching-ids.ts';
import type { Services } from '../../app/services.ts';
import { renderingWords } from '../responses/rendering-words.ts';
import { keptWords } from './exports.ts';

interface Found {
  ids: number[];
  missing: number[];
}

/** POST /images/refresh    POST /images/export */
export function addManyImageRoutes(routes: Router, services: Services): void {
  const { index, library, queues, failedPreviews, rendering, exportBatches, exports } = services;

  const find = async (asked: ManyImages, res: Response): Promise<Found> => {
    if ('filter' in asked) {
      // How many match reveals what is in the library.
      requireScope(res, 'images:read');
      return { ids: await matchingIds(index, asked.filter), missing: [] };
    }
    const there = await existingIds(library, asked.ids);
    const { ids = [], missing = [] } = Object.groupBy(asked.ids, (id) => (there.has(id) ? 'ids' : 'missing'));
    return { ids, missing };
  };

  const accept = async (queue: JobQueue, found: Found, words: string): Promise<ManyAccepted> => {
    const { queued, waiting } = await queue.appendMany(found.ids);
    return {
      status: 'accepted',
      queued,
      waiting,
      missing: found.missing.length,
      missing_ids: found.missing.slice(0, MOST_MISSING),
      message: queued + waiting === 0 ? 'No image was found.' : words,
    };
  };

  routes.post('/refresh', scope('cache:refresh'), jsonBody, async (req, res) => {
    const found = await find(manyImages(req.body), res);
    const words = ['New previews were queued.', ...renderingWords(rendering())].join(' ');
    const body: ManyAccepted = await accept(queues.refresh, found, words);
    failedPreviews.forget(found.ids);
    res.set('Cache-Control', 'no-store').status(202).json(body);
  });

  routes.post('/export', scope('cache:refresh'), jsonBody, async (req, res) => {
    const found = await find(manyImages(req.body), res);
    const kept = await exports().clear(found.ids);
    const words = `The exports were queued. Poll ${req.baseUrl}/:id/full of each until it returns 200.${keptWords(kept)}`;
    const accepted = await accept(queues.exports, found, words);
    const batch = found.ids.length > 0 ? await exportBatches.add(principalOf(res).clientId, found.ids) : null;
    const body: ManyExportsAccepted = { ...accepted, batch: batch?.id ?? null };
    res.set('Cache-Control', 'no-store').status(202).json(body);
  });
}
