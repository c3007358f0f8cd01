import { NewTag, TagChanged, TagDeleted, TagPatch } from '../../contract/tag-change.ts';
import { json, noStore } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

const errors = ['read_only', 'db_write_error', 'library_unavailable'] as const;

export const tagChangesOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/tags',
    id: 'createTag',
    tag: 'Tags and film rolls',
    summary: 'Create a tag',
    description:
      'A tag that no image has yet. To tag an image, give the name with the change of the image: tags that do not exist yet are made.',
    access: 'images:write',
    body: { schema: NewTag, types: json, required: true, example: { name: 'places|iceland' } },
    answers: {
      200: {
        description: 'The tag was there already.',
        json: TagChanged,
        headers: noStore,
        example: { ...example.tag, change: null, images: 0 },
      },
      201: {
        description: 'The new tag.',
        json: TagChanged,
        headers: noStore,
        example: { ...example.tag, count: 0, change: 19, images: 0 },
      },
    },
    errors: [...errors, 'invalid_body'],
  },
  {
    method: 'patch',
    path: '/api/v1/tags/{tagId}',
    id: 'changeTag',
    tag: 'Tags and film rolls',
    summary: 'Change a tag',
    description:
      "With `name`: the tag gets another full name, and with it another place in the tree; the tags below it go with it. With `merge_into`: its images get the other tag instead, and it goes. darktable's own tags cannot be changed. While darktable is open, its plugin changes one image after the other: the event `change-progress` tells how far it is, `DELETE /api/v1/changes/{changeId}` stops it, and a renamed tag gets another id.",
    access: 'images:write',
    body: { schema: TagPatch, types: json, required: true, example: { name: 'travel|iceland' } },
    answers: {
      200: {
        description: 'The tag as it is now; after a merge, the other one.',
        json: TagChanged,
        headers: noStore,
        example: { ...example.tag, name: 'travel|iceland', parent: 'travel', change: 20, images: 96 },
      },
    },
    errors: [...errors, 'invalid_body', 'conflict'],
  },
  {
    method: 'delete',
    path: '/api/v1/tags/{tagId}',
    id: 'deleteTag',
    tag: 'Tags and film rolls',
    summary: 'Delete a tag',
    description:
      "Takes it from all images. The tags below it stay. darktable's own tags cannot be deleted. While darktable is open, its plugin takes it from one image after the other.",
    access: 'images:write',
    answers: {
      200: {
        description: 'How many images carried it.',
        json: TagDeleted,
        headers: noStore,
        example: { change: 21, images: 96 },
      },
    },
    errors: [...errors, 'conflict'],
  },
];
