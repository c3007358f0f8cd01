import { ImagesSummary } from '../../contract/images-summary.ts';
import { ManyImages } from '../../contract/many-images.ts';
import { json, noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

const nothing = { value: null, is_shared: true };

export const imagesSummaryOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/images/summary',
    id: 'summariseImages',
    tag: 'Images',
    summary: 'Describe what many images have in common',
    description:
      'The tags of up to 10,000 `ids`, or of all images that match a `filter`, and the texts and places that they share. It changes nothing, and works in read-only mode.',
    access: 'images:read',
    body: { schema: ManyImages, types: json, required: true, example: { ids: [4711, 4712, 4713] } },
    answers: {
      200: {
        description: 'What they have in common.',
        json: ImagesSummary,
        headers: noStore,
        example: {
          images: 3,
          tags: [
            { name: 'people|Anna', count: 1 },
            { name: 'places|Rome', count: 3 },
          ],
          title: { value: null, is_shared: false },
          ...{ description: nothing, creator: { value: 'Anna', is_shared: true }, publisher: nothing },
          ...{ rights: nothing, notes: nothing, latitude: nothing, longitude: nothing, altitude: nothing },
        },
      },
    },
    errors: ['invalid_body', 'library_unavailable', 'index_building'],
  },
];
