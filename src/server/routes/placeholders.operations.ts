import { MOST_PLACEHOLDERS, PlaceholderList, PlaceholderQuery } from '../../contract/placeholders.ts';
import { jsonHeaders, notModified } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const placeholdersOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/images/placeholders',
    id: 'listPlaceholders',
    tag: 'Previews and exports',
    summary: 'Get tiny placeholder pictures',
    description: `For up to ${MOST_PLACEHOLDERS} images: a WebP of a few pixels each, about 80 bytes, to show until the preview has loaded. Images without a preview and unknown ids are left out.`,
    access: 'previews:read',
    query: PlaceholderQuery,
    answers: {
      200: { description: 'The placeholders, in the order of the ids.', json: PlaceholderList, headers: jsonHeaders },
      304: notModified,
    },
    errors: ['invalid_query'],
    curl: { query: 'ids=1,2,3' },
  },
];
