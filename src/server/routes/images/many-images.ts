import { ManyAccepted, ManyExportsAccepted, ManyImages } from '../../../contract/many-images.ts';
import { MOST_MISSING } from '../../../contract/most-ids.ts';
import type { JobQueue } from '../../../queues/job-queue.ts';
import * as example from '../../openapi/examples.ts';
import { manyImages } from '../../requests/many-images-body.ts';
import { type FoundImages, findImages } from '../../requests/find-images.ts';
import { renderingWords } from '../../responses/rendering-words.ts';
import { accepted } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';
import { keptWords } from '../exports/exports.ts';

async function accept(queue: JobQueue, { ids, missing }: FoundImages, words: string): Promise<ManyAccepted> {
  const { queued, waiting } = await queue.appendMany(ids);
  return {
    status: 'accepted',
    queued,
    waiting,
    missing: missing.length,
    missing_ids: missing.slice(0, MOST_MISSING),
    message: queued + waiting === 0 ? 'No image was found.' : words,
  };
}

export const manyImageRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/images/refresh',
    id: 'refreshPreviews',
    tag: 'Previews and exports',
    summary: 'Refresh the previews of many images',
    description:
      'Takes up to 10,000 `ids`, or a `filter` for all images that match it now. A filter also needs the scope `images:read`. Images that are already waiting are not queued twice.',
    scope: 'cache:refresh',
    body: json(ManyImages, { filter: { rating_min: 4, tag: 'places' } }, manyImages),
    answers: accepted({
      description: 'The jobs were queued.',
      json: ManyAccepted,
      example: {
        status: 'accepted',
        queued: 312,
        waiting: 6,
        missing: 0,
        missing_ids: [],
        message: 'New previews were queued. darktable 5.4.1 renders.',
      },
    }),
    errors: ['read_only', 'queue_error', 'library_unavailable', 'index_building'],
    handle:
      (services) =>
      async ({ body, res }) => {
        const { queues, failedPreviews, rendering } = services;
        const found = await findImages(services, body, res);
        const words = ['New previews were queued.', ...renderingWords(rendering())].join(' ');
        const answer = await accept(queues.refresh, found, words);
        failedPreviews.forget(found.ids);
        return answer;
      },
  }),
  route({
    method: 'post',
    path: '/api/v1/images/export',
    id: 'exportImages',
    tag: 'Previews and exports',
    summary: 'Export many images at full size',
    description:
      'Takes up to 10,000 `ids`, or a `filter` for all images that match it now. A filter also needs the scope `images:read`. Previous exports are deleted. Images that are already waiting are not queued twice.',
    scope: 'cache:refresh',
    body: json(ManyImages, { ids: [4711, 4712, 4713] }, manyImages),
    answers: accepted({
      description: 'The jobs were queued.',
      json: ManyExportsAccepted,
      example: {
        status: 'accepted',
        queued: 2,
        waiting: 0,
        missing: 1,
        missing_ids: [4713],
        message: 'The exports were queued. Poll /api/v1/images/:id/full of each until it returns 200.',
        batch: example.exportBatch.id,
      },
    }),
    errors: ['read_only', 'queue_error', 'storage_error', 'library_unavailable', 'index_building'],
    handle:
      (services) =>
      async ({ body, client, res }) => {
        const { queues, exportBatches, exports } = services;
        const found = await findImages(services, body, res);
        const kept = await exports().clear(found.ids);
        const words = `The exports were queued. Poll /api/v1/images/:id/full of each until it returns 200.${keptWords(kept)}`;
        const answer = await accept(queues.exports, found, words);
        const batch = found.ids.length > 0 ? await exportBatches.add(client, found.ids) : null;
        return { ...answer, batch: batch?.id ?? null };
      },
  }),
];
