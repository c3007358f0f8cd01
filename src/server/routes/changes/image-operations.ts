import { prefixOf } from '../../requests/path-prefix.ts';
import { ChangeResult } from '../../../contract/image-change.ts';
import { removalOutlook, sidecarsNow } from '../../../changes/images/removal.ts';
import {
  DuplicatedImages,
  DuplicateImages,
  GroupImages,
  RemovalOutlook,
  RemoveImages,
  SidecarsWritten,
  WriteSidecars,
} from '../../../contract/image-operations.ts';
import { ImageRecord } from '../../../contract/image-record.ts';
import { imageNotFound } from '../../../platform/errors.ts';
import * as example from '../../openapi/examples.ts';
import { imageRecord } from '../../responses/image-record.ts';
import { jsonAnswer } from '../../responses/json-answer.ts';
import { jsonHeaders, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const errors = ['read_only', 'db_write_error', 'library_unavailable'] as const;
const result = { change: 22, changed: 2, unchanged: 0, failed: 0, failures: [] };

export const imageOperationRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/images/:id/duplicate',
    id: 'duplicateImage',
    tag: 'Organizing',
    summary: 'Create another version of an image',
    description:
      "A new version of the same file with the image's edits, stars, labels, tags and texts, in its group. While darktable 4.2 is open, only an image without edits can be duplicated.",
    scope: 'images:write',
    image: 'known',
    answers: {
      201: {
        description: 'The new version.',
        json: ImageRecord,
        headers: { ...jsonHeaders, Location: 'always', 'X-Change': 'always' },
        example: { ...example.image, id: 5023, version: 1 },
      },
    },
    errors,
    handle:
      ({ changes, library, previews }) =>
      async ({ params, client, res }) => {
        const { imageId, change } = await changes.images.duplicate(params.id, client);
        const image = await library.image(imageId);
        if (!image) throw imageNotFound(imageId);
        const { body, etag } = jsonAnswer(
          imageRecord(image.recordJson, previews.versionOf(image.id, image.historyKey)),
        );
        const headers = { 'Cache-Control': 'no-store', ETag: etag, 'X-Change': String(change) };
        res
          .status(201)
          .set(headers)
          .location(`${prefixOf(res.req)}/api/v1/images/${image.id}`)
          .type('json')
          .send(body);
      },
  }),
  route({
    method: 'post',
    path: '/api/v1/images/duplicate',
    id: 'duplicateImages',
    tag: 'Organizing',
    summary: 'Create another version of each image',
    description: 'Makes a version of each image, as `duplicateImage` does. All of them are one change with one undo.',
    scope: 'images:write',
    body: json(DuplicateImages, { ids: [4711, 4712] }),
    answers: ok({
      description: 'How many images got another version.',
      json: DuplicatedImages,
      example: { ...result, made: [5023, 5024] },
    }),
    errors,
    handle:
      ({ changes }) =>
      ({ body, client }) =>
        changes.images.duplicateAll(body.ids, client),
  }),
  route({
    method: 'post',
    path: '/api/v1/images/group',
    id: 'groupImages',
    tag: 'Organizing',
    summary: 'Group images',
    description:
      'Puts images into one group, takes them out of their groups, or makes them the ones that are shown of their groups.',
    scope: 'images:write',
    body: json(GroupImages, { action: 'group', ids: [4711, 4712] }),
    answers: ok({ description: 'How many images were changed.', json: ChangeResult, example: result }),
    errors,
    handle:
      ({ changes }) =>
      ({ body, client }) =>
        changes.images.group(body, client),
  }),
  route({
    method: 'post',
    path: '/api/v1/images/remove',
    id: 'removeImages',
    tag: 'Organizing',
    summary: 'Remove images from the library',
    description:
      'The files and their sidecars stay where they are. An undo brings the images back with all that the library held of them, once darktable is closed. While its darkroom is open, nothing is removed.',
    scope: 'images:write',
    body: json(RemoveImages, { ids: [4711, 4712] }),
    answers: ok({ description: 'How many images were removed.', json: ChangeResult, example: result }),
    errors,
    handle:
      ({ changes }) =>
      ({ body, client }) =>
        changes.images.remove(body.ids, client),
  }),
  route({
    method: 'post',
    path: '/api/v1/images/removal-outlook',
    id: 'removalOutlook',
    tag: 'Organizing',
    summary: 'Describe what a removal would take',
    description:
      'How many versions and images of groups stay, which marks and edits no sidecar holds, and when the removal could be undone. It changes nothing.',
    scope: 'images:read',
    body: json(RemoveImages, { ids: [4711, 4712] }),
    answers: ok({
      description: 'What would go.',
      json: RemovalOutlook,
      example: {
        images: 2,
        versions: 1,
        versions_left: 1,
        members_left: 0,
        marks_only_here: 1,
        edits_only_here: 0,
        undo: 'now',
      },
    }),
    errors: ['library_unavailable'],
    handle:
      ({ library }) =>
      ({ body }) =>
        removalOutlook(body.ids, library),
  }),
  route({
    method: 'post',
    path: '/api/v1/images/sidecars',
    id: 'writeSidecars',
    tag: 'Organizing',
    summary: 'Write marks and edits of images into their sidecars',
    description:
      'Brings the sidecars that are there in line with the stars, labels, tags, texts and places in the library, and with the edits. Sidecars that are missing are left to darktable. While darktable is open, it writes them itself.',
    scope: 'images:write',
    body: json(WriteSidecars, { ids: [4711, 4712] }),
    answers: ok({
      description: 'How many were written.',
      json: SidecarsWritten,
      example: { written: 2, left: 0, failures: [] },
    }),
    errors: ['read_only', 'conflict', 'library_unavailable'],
    handle:
      ({ changes, library }) =>
      ({ body }) =>
        changes.inTurn(() => sidecarsNow(body.ids, library)),
  }),
];
