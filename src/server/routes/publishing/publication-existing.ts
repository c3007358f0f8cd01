import { ExistingList, TakenOver, TakeOver } from '../../../contract/publication-existing.ts';
import { ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const path = '/api/v1/publications/:publicationId/existing';
const tag = 'Publishing';
const item = 'Best/IMG_4711.jpg';
const found = { item, name: 'IMG_4711.jpg', image_id: 4711, match: 'name-and-time' as const, could_be: [] };
const theirs = { item: 'Best/logo.jpg', name: 'logo.jpg', image_id: null, match: null, could_be: [] };

export const publicationExistingRoutes: readonly Route[] = [
  route({
    method: 'get',
    path,
    id: 'listPublicationExistingItems',
    tag,
    summary: 'List what others put where a publication goes',
    description:
      'What is in the folder or album and was not put there by Safelight, with the image of the source that each item shows: the very file, one of the same name and capture time, or of either where nothing contradicts. What several images fit, and images that several items fit, are told and not decided. Nothing is changed. At Immich and Piwigo the publication needs an album.',
    scope: 'admin',
    answers: ok({
      description: 'The items.',
      json: ExistingList,
      example: { matched: 1, ambiguous: 0, unmatched: 1, untimed: 0, items: [found, theirs] },
    }),
    errors: ['not_found', 'conflict', 'storage_error', 'library_unavailable', 'index_building'],
    handle:
      ({ publications }) =>
      ({ params }) =>
        publications.existing(params.publicationId),
  }),
  route({
    method: 'post',
    path,
    id: 'takeOverPublicationItems',
    tag,
    summary: 'Add items that are already there',
    description:
      'The items become the publication’s own, as if it had put them there: they count as showing their images as these are now, and are replaced and removed with them from then on. Nothing is uploaded. 409 `conflict`, and nothing is taken over: one of the pairs is not in the list of the `GET` as certain, or the publication runs.',
    scope: 'admin',
    body: json(TakeOver, { items: [{ item, image_id: 4711 }] }),
    answers: ok({
      description: 'How many were taken over, and which were changed there or cannot be marked.',
      json: TakenOver,
      example: { taken: 1, failed: [] },
    }),
    errors: ['not_found', 'conflict', 'read_only', 'storage_error', 'library_unavailable', 'index_building'],
    handle:
      ({ publications }) =>
      ({ params, body }) =>
        publications.takeOver(params.publicationId, body),
  }),
];
