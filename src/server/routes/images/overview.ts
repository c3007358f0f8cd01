import type { Response } from 'express';
import {
  FacetQuery,
  Facets,
  GroupedOutlineQuery,
  OUTLINE_TYPE,
  Timeline,
  TimelineQuery,
} from '../../../contract/image-overview.ts';
import { Statistics, StatisticsQuery } from '../../../contract/statistics.ts';
import { Suggestions, SuggestionsQuery } from '../../../contract/suggestions.ts';
import { facets, outline, timeline } from '../../../image-index/overview.ts';
import type { Question } from '../../../image-index/image-lists.ts';
import { statistics } from '../../../image-index/statistics.ts';
import { suggestions } from '../../../image-index/suggestions.ts';
import { bytesAnswer } from '../../responses/json-answer.ts';
import { warnOfSearch } from '../../responses/search-warning.ts';
import { searched, tagged, taggedBytes } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';
import type { Services } from '../../services.ts';

/** What the index has to say on the query. */
const answer =
  <Query extends FacetQuery, Found>(question: (query: Query) => Question<Found>) =>
  ({ index }: Services) =>
  ({ query, res }: { query: Query; res: Response }): Promise<Found> => {
    warnOfSearch(res, query.search);
    return index.ask(question(query));
  };

export const overviewRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/outline',
    id: 'outlineImages',
    tag: 'Images',
    summary: 'Get ids and aspect ratios of a whole list',
    description:
      'Everything that a grid needs for its layout, at six bytes an image. All numbers are little endian: the number of images (32 bits), then every id in list order (32 bits each), then every aspect ratio (16 bits each: width / height × 1000). With `members`, the images of groups of two or more in the list follow, in list order: their number (32 bits), every id (32 bits each), the place of its group in the list (32 bits each), every aspect ratio (16 bits each), and 1 where the filters let it through (8 bits each).',
    scope: 'images:read',
    query: GroupedOutlineQuery,
    answers: searched(taggedBytes('The number of images, their ids and aspect ratios.', [OUTLINE_TYPE])),
    errors: ['library_unavailable', 'index_building'],
    curl: { query: 'rating_min=4', save: 'outline.bin' },
    handle:
      ({ index }) =>
      async ({ query, res }) => {
        warnOfSearch(res, query.search);
        return bytesAnswer(await index.ask(outline(query)), OUTLINE_TYPE);
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/images/timeline',
    id: 'imageTimeline',
    tag: 'Images',
    summary: 'Count images by month',
    scope: 'images:read',
    query: TimelineQuery,
    answers: searched(tagged({ description: 'The months, in list order.', json: Timeline })),
    errors: ['library_unavailable', 'index_building'],
    curl: { query: 'tag=places' },
    handle: answer(timeline),
  }),
  route({
    method: 'get',
    path: '/api/v1/images/facets',
    id: 'imageFacets',
    tag: 'Images',
    summary: 'Count images by filter value',
    scope: 'images:read',
    query: FacetQuery,
    answers: searched(tagged({ description: 'The number of images for each filter value.', json: Facets })),
    errors: ['library_unavailable', 'index_building'],
    curl: { query: 'rating_min=4' },
    handle: answer(facets),
  }),
  route({
    method: 'get',
    path: '/api/v1/images/suggestions',
    id: 'suggestSearchWords',
    tag: 'Images',
    summary: 'Get search words for what is being typed',
    description:
      'For somebody who types a `search`: tags, film rolls, cameras, lenses, numbers, dates and other values that fit the word at `at`, among the images that the filters and the other words find. `count` is what the search finds with the suggestion in its place.',
    scope: 'images:read',
    query: SuggestionsQuery,
    answers: tagged({ description: 'The suggestions, the most used first.', json: Suggestions }),
    errors: ['library_unavailable', 'index_building'],
    curl: { query: 'search=tag:pla' },
    handle:
      ({ index }) =>
      ({ query }) =>
        index.ask(suggestions(query)),
  }),
  route({
    method: 'get',
    path: '/api/v1/statistics',
    id: 'statistics',
    tag: 'Images',
    summary: 'Count images by year, gear, exposure data and stars',
    description:
      'Counts what the filters of the list find: by year and hour, camera, lens, focal length, f-number, exposure time, ISO, megapixels and stars, and for each lens how many of those decided on were kept. Each value can be asked of the list: `from` and `to`, `hour`, `camera`, `lens`, `focal_length_min` and `focal_length_max`, `aperture_min` and `aperture_max` and so on, `rating`, and `unknown` where it is null. With `count=images`, the list finds the same number.',
    scope: 'images:read',
    query: StatisticsQuery,
    answers: searched(tagged({ description: 'How many there are of each.', json: Statistics })),
    errors: ['library_unavailable', 'index_building'],
    curl: { query: 'from=2024-01-01' },
    handle: answer(statistics),
  }),
];
