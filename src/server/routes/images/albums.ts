import type { Request } from 'express';
import {
  AlbumChanged,
  AlbumImages,
  AlbumList,
  AlbumOrderChange,
  AlbumPatch,
  AlbumWithImages,
  NewAlbum,
} from '../../../contract/albums.ts';
import { ChangeResult } from '../../../contract/image-change.ts';
import { TagDeleted } from '../../../contract/tag-change.ts';
import type { Services } from '../../services.ts';
import { ifMatch } from '../../requests/if-match.ts';
import { jsonAnswer, type JsonAnswer } from '../../responses/json-answer.ts';
import { created, jsonHeaders, ok, tagged } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const album = { id: 44, name: 'Iceland|Best', count: 3, cover: 4711, is_cover_chosen: false };
const withImages = { ...album, ids: [4711, 4715, 4712] };
const reading = ['library_unavailable', 'index_building'] as const;
const changing = ['read_only', 'not_found', 'db_write_error', ...reading] as const;
const answerOf = (present: AlbumWithImages): JsonAnswer => jsonAnswer(JSON.stringify(present));

/** Throws `precondition_failed` unless the album is still the one that If-Match names, and `not_found`. */
async function refuseAnother(albums: Services['albums'], id: number, { headers }: Request): Promise<void> {
  ifMatch(headers['if-match'], 'The album')?.(answerOf(await albums.find(id)).etag);
}

export const albumRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/albums',
    id: 'listAlbums',
    tag: 'Albums',
    summary: 'List albums',
    description:
      'An album is a tag below `album|`, with an order and a cover that Safelight keeps. `GET /images` has its images with `album` and, in its order, with `sort_by=album`.',
    scope: 'images:read',
    answers: tagged({
      description: 'The albums by name.',
      json: AlbumList,
      example: { items: [album], total: 1 },
    }),
    errors: reading,
    handle:
      ({ albums }) =>
      () =>
        albums.list(),
  }),
  route({
    method: 'post',
    path: '/api/v1/albums',
    id: 'createAlbum',
    tag: 'Albums',
    summary: 'Create an album',
    description: 'Makes the tag, and gives it to the images. One undo takes it from them again.',
    scope: 'images:write',
    body: json(NewAlbum, { name: 'Iceland|Best', ids: [4711, 4715, 4712] }),
    answers: created({ description: 'The album.', json: AlbumChanged, example: { ...album, change: 22 } }),
    errors: [...changing, 'conflict', 'storage_error'],
    handle:
      ({ albums }) =>
      ({ body, client }) =>
        albums.create(body, client),
  }),
  route({
    method: 'get',
    path: '/api/v1/albums/:albumId',
    id: 'getAlbum',
    tag: 'Albums',
    summary: 'Read one album',
    scope: 'images:read',
    answers: tagged({ description: 'The album with its images.', json: AlbumWithImages, example: withImages }),
    errors: ['not_found', ...reading],
    handle:
      ({ albums }) =>
      async ({ params }) =>
        answerOf(await albums.find(params.albumId)),
  }),
  route({
    method: 'patch',
    path: '/api/v1/albums/:albumId',
    id: 'changeAlbum',
    tag: 'Albums',
    summary: 'Change the name or the cover of an album',
    description:
      'A new name renames the tag, with all albums below it; the order stays. While darktable is open, its plugin makes another tag: the album then has another id.',
    scope: 'images:write',
    body: json(AlbumPatch, { name: 'Iceland|Best of' }),
    answers: ok({
      description: 'The album as it is now.',
      json: AlbumChanged,
      example: { ...album, name: 'Iceland|Best of', change: 23 },
    }),
    errors: [...changing, 'conflict', 'precondition_failed', 'storage_error'],
    handle:
      ({ albums }) =>
      async ({ params: { albumId }, body: { name, cover }, client, req }) => {
        await refuseAnother(albums, albumId, req);
        if (cover !== undefined) await albums.setCover(albumId, cover);
        if (name !== undefined) return albums.rename(albumId, name, client);
        const { ids: _ids, ...present } = await albums.find(albumId);
        return { ...present, change: null };
      },
  }),
  route({
    method: 'delete',
    path: '/api/v1/albums/:albumId',
    id: 'deleteAlbum',
    tag: 'Albums',
    summary: 'Delete an album',
    description: 'Takes its tag from the images, which stay in the library. Albums below it stay.',
    scope: 'images:write',
    answers: ok({ description: 'How many images it had.', json: TagDeleted, example: { change: 24, images: 3 } }),
    errors: [...changing, 'conflict', 'precondition_failed'],
    handle:
      ({ albums }) =>
      async ({ params: { albumId }, client, req }) => {
        await refuseAnother(albums, albumId, req);
        return albums.delete(albumId, client);
      },
  }),
  route({
    method: 'put',
    path: '/api/v1/albums/:albumId/order',
    id: 'orderAlbum',
    tag: 'Albums',
    summary: 'Change the order of an album',
    description:
      'Puts the images, in the order given, in front of the image `before`. With all its images, that is the whole order. Images that were not moved keep their order. With `If-Match` nothing moves unless the album is still the one with this `ETag`.',
    scope: 'images:write',
    body: json(AlbumOrderChange, { ids: [4712], before: 4715 }),
    answers: {
      200: {
        description: 'The album with its images as they are now.',
        json: AlbumWithImages,
        headers: jsonHeaders,
        example: { ...withImages, ids: [4711, 4712, 4715] },
      },
    },
    errors: [...changing, 'precondition_failed', 'storage_error'],
    handle:
      ({ albums }) =>
      async ({ params, body, req, res }) => {
        const refuse = ifMatch(req.headers['if-match'], 'The album');
        const next = answerOf(
          await albums.order(params.albumId, body, refuse && ((now) => refuse(answerOf(now).etag))),
        );
        res.set({ 'Cache-Control': 'no-store', ETag: next.etag }).type('json').send(next.body);
      },
  }),
  route({
    method: 'patch',
    path: '/api/v1/albums/:albumId/images',
    id: 'changeAlbumImages',
    tag: 'Albums',
    summary: 'Add images to an album or remove them',
    description: 'A change of tags as any. Images that come back by an undo have their former place.',
    scope: 'images:write',
    body: json(AlbumImages, { add: [4720, 4721] }),
    answers: ok({
      description: 'How many images were changed.',
      json: ChangeResult,
      example: { change: 25, changed: 2, unchanged: 0, failed: 0, failures: [] },
    }),
    errors: [...changing, 'storage_error'],
    handle:
      ({ albums }) =>
      ({ params, body, client }) =>
        albums.changeImages(params.albumId, body, client),
  }),
];
