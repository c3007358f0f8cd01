import { ImageQuery } from '../../../contract/image-query.ts';
import { ImageList, ImageRecord } from '../../../contract/image-record.ts';
import { imageNotFound } from '../../../platform/errors.ts';
import * as example from '../../openapi/examples.ts';
import { imagePage } from '../../responses/image-page.ts';
import { imageRecord } from '../../responses/image-record.ts';
import { jsonAnswer } from '../../responses/json-answer.ts';
import { pageLinks } from '../../responses/page-links.ts';
import { warnOfSearch } from '../../responses/search-warning.ts';
import { paged, searched, tagged } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

export const imageRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images',
    id: 'listImages',
    tag: 'Images',
    summary: 'List images',
    description:
      'An image must match all filters. The order is stable: paging never repeats or skips an image. `total` is exact. `Link` has the first, previous, next and last page.',
    scope: 'images:read',
    query: ImageQuery,
    answers: searched(paged({ description: 'One page of images.', json: ImageList, example: example.imageList })),
    errors: ['library_unavailable', 'index_building'],
    curl: { query: 'rating_min=4&tag=places&limit=1' },
    handle:
      ({ index, previews }) =>
      async ({ query, req, res }) => {
        const listing = await index.listImages(query);
        warnOfSearch(res, query.search);
        res.setHeader('Link', pageLinks(req.originalUrl, query, listing.total));
        return imagePage(listing, query, previews.versions());
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/images/:id',
    id: 'getImage',
    tag: 'Images',
    summary: 'Read one image',
    scope: 'images:read',
    answers: tagged({ description: 'The image.', json: ImageRecord, example: example.image }),
    errors: ['library_unavailable'],
    handle: ({ index, library, previews }) => {
      const answer = (id: number, json: string, historyKey: string) =>
        jsonAnswer(imageRecord(json, previews.versionOf(id, historyKey)));
      const fromLibrary = async (id: number) => {
        const image = await library.image(id);
        if (!image) throw imageNotFound(id);
        return answer(id, image.recordJson, image.historyKey);
      };
      return ({ params: { id } }) => {
        const listed = index.presentRecord(id);
        return listed ? answer(id, listed.json, listed.historyKey) : fromLibrary(id);
      };
    },
  }),
];
