import { ImagesSummary } from '../../../contract/images-summary.ts';
import { ManyImages } from '../../../contract/many-images.ts';
import { summarise } from '../../../library/images-summary.ts';
import { manyImages } from '../../requests/many-images-body.ts';
import { matchingIds } from '../../../image-index/matching-ids.ts';
import { ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const nothing = { value: null, is_shared: true };

export const imagesSummaryRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/images/summary',
    id: 'summariseImages',
    tag: 'Images',
    summary: 'Describe what many images have in common',
    description:
      'The tags, ratings and color labels of up to 10,000 `ids`, or of all images that match a `filter`, and the texts and places that they share. It changes nothing, and works in read-only mode.',
    scope: 'images:read',
    body: json(ManyImages, { ids: [4711, 4712, 4713] }, manyImages),
    answers: ok({
      description: 'What they have in common.',
      json: ImagesSummary,
      example: {
        images: 3,
        tags: [
          { name: 'people|Anna', count: 1 },
          { name: 'places|Rome', count: 3 },
        ],
        ratings: [
          { rating: 0, count: 1 },
          { rating: 4, count: 2 },
        ],
        color_labels: [{ label: 'green', count: 3 }],
        title: { value: null, is_shared: false },
        description: nothing,
        creator: { value: 'Anna', is_shared: true },
        publisher: nothing,
        rights: nothing,
        notes: nothing,
        latitude: nothing,
        longitude: nothing,
        altitude: nothing,
      },
    }),
    errors: ['library_unavailable', 'index_building'],
    handle:
      ({ index, library }) =>
      async ({ body }) => {
        const ids = 'filter' in body ? await matchingIds(index, body.filter) : body.ids;
        return library.read((reader) => summarise(reader, ids));
      },
  }),
];
