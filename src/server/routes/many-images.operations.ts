import { ManyAccepted, ManyExportsAccepted, ManyImages } from '../../contract/many-images.ts';
import { json, noStore } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

export const manyImagesOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/images/refresh',
    id: 'refreshPreviews',
    tag: 'Previews and exports',
    summary: 'Refresh the previews of many images',
    description:
      'Takes up to 10,000 `ids`, or a `filter` for all images that match it now. A filter also needs the scope `images:read`. Images that are already waiting are not queued twice.',
    access: 'cache:refresh',
    body: {
      schema: ManyImages,
      types: json,
      required: true,
      example: { filter: { rating_min: 4, tag: 'places' } },
    },
    answers: {
      202: {
        description: 'The jobs were queued.',
        json: ManyAccepted,
        headers: noStore,
        example: {
          status: 'accepted',
          queued: 312,
          waiting: 6,
          missing: 0,
          missing_ids: [],
          message: 'New previews were queued. darktable renders for Safelight.',
        },
      },
    },
    errors: ['read_only', 'invalid_body', 'queue_error', 'library_unavailable', 'index_building'],
  },
  {
    method: 'post',
    path: '/api/v1/images/export',
    id: 'exportImages',
    tag: 'Previews and exports',
    summary: 'Export many images at full size',
    description:
      'Takes up to 10,000 `ids`, or a `filter` for all images that match it now. A filter also needs the scope `images:read`. Previous exports are deleted. Images that are already waiting are not queued twice.',
    access: 'cache:refresh',
    body: { schema: ManyImages, types: json, required: true, example: { ids: [4711, 4712, 4713] } },
    answers: {
      202: {
        description: 'The jobs were queued.',
        json: ManyExportsAccepted,
        headers: noStore,
        example: {
          status: 'accepted',
          queued: 2,
          waiting: 0,
          missing: 1,
          missing_ids: [4713],
          message: 'The exports were queued. Poll /api/v1/images/:id/full of each until it returns 200.',
          batch: example.exportBatch.id,
        },
      },
    },
    errors: ['read_only', 'invalid_body', 'queue_error', 'storage_error', 'library_unavailable', 'index_building'],
  },
];
