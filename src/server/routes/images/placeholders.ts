import { MOST_PLACEHOLDERS, PlaceholderList, PlaceholderQuery } from '../../../contract/placeholders.ts';
import { tagged } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

export const placeholderRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/placeholders',
    id: 'listPlaceholders',
    tag: 'Previews and exports',
    summary: 'Get tiny placeholder pictures',
    description: `For up to ${MOST_PLACEHOLDERS} images: a WebP of a few pixels each, about 80 bytes, to show until the preview has loaded. Images without a preview and unknown ids are left out.`,
    scope: 'previews:read',
    query: PlaceholderQuery,
    answers: tagged({ description: 'The placeholders, in the order of the ids.', json: PlaceholderList }),
    curl: { query: 'ids=1,2,3' },
    handle:
      ({ previews }) =>
      async ({ query }) => {
        const found = await previews.placeholders(query.ids);
        return { items: found.map(({ id, webp }) => ({ id, webp: webp.toString('base64') })) };
      },
  }),
];
