import { ImageQuery } from '../../contract/image-query.ts';
import { ImageList, ImageRecord } from '../../contract/image-record.ts';
import { jsonHeaders, notModified, pageHeaders } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

export const imagesOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/images',
    id: 'listImages',
    tag: 'Images',
    summary: 'List images',
    description:
      'An image must match all filters. The order is stable: paging never repeats or skips an image. `total` is exact. `Link` has the first, previous, next and last page.',
    access: 'images:read',
    query: ImageQuery,
    answers: {
      200: { description: 'One page of images.', json: ImageList, headers: pageHeaders, example: example.imageList },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'rating_min=4&tag=places&limit=1' },
  },
  {
    method: 'get',
    path: '/api/v1/images/{id}',
    id: 'getImage',
    tag: 'Images',
    summary: 'Read one image',
    access: 'images:read',
    answers: {
      200: { description: 'The image.', json: ImageRecord, headers: jsonHeaders, example: example.image },
      304: notModified,
    },
    errors: ['library_unavailable'],
  },
];
