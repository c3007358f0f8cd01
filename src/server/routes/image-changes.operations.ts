import { z } from 'zod';
import {
  ChangeList,
  ChangeResult,
  DryRunProgress,
  DryRunQuery,
  ImageChange,
  ImageWithWaitingReject,
  ManyImageChanges,
  UndoResult,
} from '../../contract/image-change.ts';
import { PageQuery } from '../../contract/image-query.ts';
import { ImageRecord } from '../../contract/image-record.ts';
import { json, jsonHeaders, noStore, notModified, pageHeaders } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

const result = {
  ...{ change: 17, changed: 2, unchanged: 0, failed: 0, failures: [] },
  sidecars: { written: 2, left: 0, reasons: [] },
};

export const imageChangesOperations: readonly Operation[] = [
  {
    method: 'patch',
    path: '/api/v1/images/{id}',
    id: 'changeImage',
    tag: 'Organising',
    summary: 'Change an image',
    description:
      'Stars, color labels, tags, texts and the place. Only what you send changes. A rejected image keeps its stars. While darktable is open, its plugin makes the change; while it is closed, Safelight writes straight into the library. Either way the change is read back before success is reported. If darktable is set to write sidecars, an existing one follows. A reject that an open darktable cannot take without losing the stars shows as made and waits (202): while the pointer rests on its pictures, outside the lighttable, or while it does not show the image. All else is done, and a later rating takes its place. With `If-Match` the image changes only if it is still the one with this `ETag`.',
    access: 'images:write',
    body: { schema: ImageChange, types: json, required: true, example: { rating: 4, tags: { add: ['places|Rome'] } } },
    answers: {
      200: {
        description: 'The image as it is now.',
        json: ImageRecord,
        headers: { ...jsonHeaders, 'X-Change': 'sometimes' },
        example: example.image,
      },
      202: {
        description: 'The image as it is now. Its reject waits for darktable, and all else is done.',
        json: ImageWithWaitingReject,
        headers: { ...jsonHeaders, 'X-Change': 'sometimes' },
        example: { ...example.image, rating: -1, reject_waits: true, waits: example.waits },
      },
    },
    errors: ['read_only', 'invalid_body', 'precondition_failed', 'db_write_error', 'library_unavailable'],
  },
  {
    method: 'patch',
    path: '/api/v1/images',
    id: 'changeImages',
    tag: 'Organising',
    summary: 'Change many images',
    description:
      'One undo takes all of them back. While darktable is open they are changed piece by piece: the event `change-progress` tells how far it is, and `DELETE /api/v1/changes/{changeId}` stops it. With `filter` the scope `images:read` is needed, too. With `dry_run=1` nothing is stored; with `Accept: application/x-ndjson` the answer comes in lines, the counts so far and at last the result.',
    access: 'images:write',
    query: DryRunQuery,
    body: {
      schema: ManyImageChanges,
      types: json,
      required: true,
      example: { ids: [4711, 4712], change: { rating: 3, color_labels: { add: ['green'] } } },
    },
    answers: {
      200: {
        description: 'How many images were changed.',
        json: ChangeResult,
        lines: z.union([DryRunProgress, ChangeResult]),
        headers: noStore,
        example: result,
      },
      202: {
        description: 'The same, where some rejects wait for darktable.',
        json: ChangeResult,
        headers: noStore,
        example: { ...result, waits: example.waits },
      },
    },
    errors: ['read_only', 'invalid_query', 'invalid_body', 'db_write_error', 'library_unavailable', 'index_building'],
  },
  {
    method: 'get',
    path: '/api/v1/changes',
    id: 'listChanges',
    tag: 'Organising',
    summary: 'List changes',
    description: 'What was decided about images through Safelight, newest first: by whom, when, from what to what.',
    access: 'images:read',
    query: PageQuery,
    answers: {
      200: {
        description: 'One page of changes.',
        json: ChangeList,
        headers: pageHeaders,
        example: {
          items: [
            {
              ...{ id: 17, time: 1718990000000, client: 'safelight-browser', route: 'direct', images: 1 },
              ...{ kind: 'decision', tag: null, style: null, undoes: null, undone_by: null },
              fields: [{ image_id: 4711, field: 'stars', before: 1, after: 4 }],
            },
          ],
          ...{ total: 1, limit: 50, offset: 0 },
        },
      },
      304: notModified,
    },
    errors: ['invalid_query', 'db_error'],
  },
  {
    method: 'delete',
    path: '/api/v1/changes/{changeId}',
    id: 'cancelChange',
    tag: 'Organising',
    summary: 'Stop a change',
    description:
      'Stops a change of many images that goes through darktable, or a copy of edits or a style for many. What is done stays; the others are `failed`. Answers once it has stopped.',
    access: 'images:write',
    answers: {
      200: { description: 'How far it came.', json: ChangeResult, headers: noStore, example: result },
    },
    errors: ['read_only', 'conflict', 'db_write_error', 'library_unavailable'],
  },
  {
    method: 'post',
    path: '/api/v1/changes/{changeId}/undo',
    id: 'undoChange',
    tag: 'Organising',
    summary: 'Undo a change',
    description:
      'Takes back what the change did to each image. What was changed again since is left as it is, and listed in `left`. The undo is a change itself, which another undo takes back.',
    access: 'images:write',
    answers: {
      200: {
        description: 'How many images were changed back.',
        json: UndoResult,
        headers: noStore,
        example: { ...result, change: 18, left: [] },
      },
      202: {
        description: 'The same, where rejects that came back wait for darktable.',
        json: UndoResult,
        headers: noStore,
        example: { ...result, change: 18, left: [], waits: example.waits },
      },
    },
    errors: ['read_only', 'conflict', 'db_write_error', 'library_unavailable'],
  },
];
