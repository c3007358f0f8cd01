import { ChangeResult } from '../../contract/image-change.ts';
import { GroupImages, RemoveImages } from '../../contract/image-operations.ts';
import { ImageRecord } from '../../contract/image-record.ts';
import { json, jsonHeaders, noStore } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

const errors = ['read_only', 'db_write_error', 'library_unavailable'] as const;
const result = { change: 22, changed: 2, unchanged: 0, failed: 0, failures: [] };

export const imageOperationsOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/images/{id}/duplicate',
    id: 'duplicateImage',
    tag: 'Organising',
    summary: 'Create another version of an image',
    description:
      "A new version of the same file with the image's edits, stars, labels, tags and texts, in its group. While darktable 4.2 is open, only an image without edits can be duplicated.",
    access: 'images:write',
    answers: {
      201: {
        description: 'The new version.',
        json: ImageRecord,
        headers: { ...jsonHeaders, Location: 'always', 'X-Change': 'always' },
        example: { ...example.image, id: 5023, version: 1 },
      },
    },
    errors,
  },
  {
    method: 'post',
    path: '/api/v1/images/group',
    id: 'groupImages',
    tag: 'Organising',
    summary: 'Group images',
    description:
      'Puts images into one group, takes them out of their groups, or makes them the ones that are shown of their groups.',
    access: 'images:write',
    body: { schema: GroupImages, types: json, required: true, example: { action: 'group', ids: [4711, 4712] } },
    answers: {
      200: { description: 'How many images were changed.', json: ChangeResult, headers: noStore, example: result },
    },
    errors: [...errors, 'invalid_body'],
  },
  {
    method: 'post',
    path: '/api/v1/images/remove',
    id: 'removeImages',
    tag: 'Organising',
    summary: 'Remove images from the library',
    description:
      'The files and their sidecars stay where they are. An undo brings the images back with all that the library held of them, once darktable is closed. While its darkroom is open, nothing is removed.',
    access: 'images:write',
    body: { schema: RemoveImages, types: json, required: true, example: { ids: [4711, 4712] } },
    answers: {
      200: { description: 'How many images were removed.', json: ChangeResult, headers: noStore, example: result },
    },
    errors: [...errors, 'invalid_body'],
  },
];
