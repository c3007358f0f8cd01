import {
  FacetQuery,
  Facets,
  OUTLINE_TYPE,
  OutlineQuery,
  Timeline,
  TimelineQuery,
} from '../../contract/image-overview.ts';
import { jsonHeaders, notModified } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const overviewOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/images/outline',
    id: 'outlineImages',
    tag: 'Images',
    summary: 'Get ids and aspect ratios of a whole list',
    description:
      'Everything that a grid needs for its layout, at six bytes an image. All numbers are little endian: the number of images (32 bits), then every id in list order (32 bits each), then every aspect ratio (16 bits each: width / height × 1000).',
    access: 'images:read',
    query: OutlineQuery,
    answers: {
      200: {
        description: 'The number of images, their ids and aspect ratios.',
        types: [OUTLINE_TYPE],
        headers: jsonHeaders,
      },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'rating_min=4', save: 'outline.bin' },
  },
  {
    method: 'get',
    path: '/api/v1/images/timeline',
    id: 'imageTimeline',
    tag: 'Images',
    summary: 'Count images by month',
    access: 'images:read',
    query: TimelineQuery,
    answers: {
      200: { description: 'The months, in list order.', json: Timeline, headers: jsonHeaders },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'tag=places' },
  },
  {
    method: 'get',
    path: '/api/v1/images/facets',
    id: 'imageFacets',
    tag: 'Images',
    summary: 'Count images by filter value',
    access: 'images:read',
    query: FacetQuery,
    answers: {
      200: { description: 'The number of images for each filter value.', json: Facets, headers: jsonHeaders },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'rating_min=4' },
  },
];
