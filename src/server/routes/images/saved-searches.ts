import { CollectionPresetList } from '../../../contract/collection-presets.ts';
import { NewSearch, SavedSearch, SavedSearchList } from '../../../contract/saved-searches.ts';
import { readCollectionPresets } from '../../../library/collection-presets.ts';
import { created, done, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const example = { name: 'Best of Iceland', query: 'rating_min=4&tag=places%7Ciceland' };

export const savedSearchRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/searches',
    id: 'listSearches',
    tag: 'Images',
    summary: 'List the saved searches',
    description: 'Every browser of this Safelight has the same ones.',
    scope: 'images:read',
    answers: ok({
      description: 'The searches by name.',
      json: SavedSearchList,
      example: { items: [{ ...example, id: 3 }] },
    }),
    handle:
      ({ searches }) =>
      () => ({ items: searches.list() }),
  }),
  route({
    method: 'get',
    path: '/api/v1/searches/presets',
    id: 'listCollectionPresets',
    tag: 'Images',
    summary: 'List the collection presets of darktable as searches',
    description:
      'What was saved in the collections module of darktable: film rolls, folders, tags and color labels, as far as the gallery finds exactly the same. All others say why not.',
    scope: 'images:read',
    answers: ok({
      description: 'The presets by name.',
      json: CollectionPresetList,
      example: {
        items: [
          { name: 'Iceland', query: 'tag=places%7Ciceland', why_not: null },
          { name: 'wide open', query: null, why_not: 'field' },
        ],
      },
    }),
    errors: ['library_unavailable'],
    handle:
      ({ library }) =>
      async () => ({ items: await library.read(readCollectionPresets) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/searches',
    id: 'saveSearch',
    tag: 'Images',
    summary: 'Create a saved search',
    description: 'A saved search with the same name, whatever its case, becomes this one.',
    scope: 'images:write',
    body: json(NewSearch, example),
    answers: created({ description: 'The saved search.', json: SavedSearch, example: { ...example, id: 3 } }),
    errors: ['conflict', 'storage_error'],
    handle:
      ({ searches }) =>
      ({ body }) =>
        searches.save(body),
  }),
  route({
    method: 'delete',
    path: '/api/v1/searches/:searchId',
    id: 'deleteSearch',
    tag: 'Images',
    summary: 'Delete a saved search',
    scope: 'images:write',
    answers: done('It is deleted.'),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ searches }) =>
      ({ params }) =>
        searches.remove(params.searchId),
  }),
];
