import { z } from 'zod';
import { EditsResult } from '../../contract/history.ts';
import { DryRunProgress, DryRunQuery } from '../../contract/image-change.ts';
import {
  NewStyle,
  StyleApply,
  StyleChanged,
  StyleCreated,
  StyleDeleted,
  StyleList,
  StylePatch,
} from '../../contract/styles.ts';
import { PostponedChange } from '../../contract/postponed.ts';
import { postponedExample } from './postponed-changes.operations.ts';
import { json, jsonHeaders, noStore, notModified } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

const errors = ['read_only', 'db_write_error', 'library_unavailable'] as const;

const xml = ['application/xml'] as const;
const file =
  '<darktable_style version="1.0"><info><name>film|hard</name><description></description></info><style><plugin><num>0</num><module>2</module><operation>velvia</operation><op_params>0000c8410000803f</op_params><enabled>1</enabled><blendop_params></blendop_params><blendop_version>0</blendop_version><multi_priority>0</multi_priority><multi_name></multi_name></plugin></style></darktable_style>';
const undone =
  ' While darktable is open, its plugin does it (1.7.0 or newer). `POST /changes/{changeId}/undo` takes it back.';

export const stylesOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/styles',
    id: 'listStyles',
    tag: 'Styles',
    summary: 'List styles',
    description: 'All styles of darktable, with what each does. The tree of styles is in their names, by `|`.',
    access: 'images:read',
    answers: {
      200: { description: 'All styles.', json: StyleList, headers: jsonHeaders, example: { items: [example.style] } },
      304: notModified,
    },
    errors: ['library_unavailable'],
  },
  {
    method: 'post',
    path: '/api/v1/styles/apply',
    id: 'applyStyle',
    tag: 'Styles',
    summary: 'Give images a style',
    description:
      'Puts the modules of the style on top of the edits of each image, as darktable does; steps that were undone are dropped. Images that cannot take it are `failed` with the reason, and the others are done: a module or a version that the darktable of the library does not know, a module for raw data where there is none. While darktable is open its plugin does it, at most 2,000 images at once; while it is closed, many images go in parts. The event `change-progress` tells how far it is, and `DELETE /api/v1/changes/{changeId}` stops it. One undo takes all of it back. With `dry_run=1` nothing is stored: the answer tells what would change, also while darktable is open; with `Accept: application/x-ndjson` in lines, the counts so far and at last the result. With `when: "darktable_closed"` it is made at once while darktable is closed. While it is open, it waits until it is closed, with the edits and for the images of this moment: `GET /api/v1/postponed-changes` lists it, and a dry run tells what would change then.',
    access: 'cache:refresh',
    query: DryRunQuery,
    body: { schema: StyleApply, types: json, required: true, example: { name: 'film|warm', to: [4711, 4712] } },
    answers: {
      200: {
        description: 'How many images were changed.',
        json: EditsResult,
        lines: z.union([DryRunProgress, EditsResult]),
        headers: noStore,
        example: { change: 24, changed: 2, unchanged: 0, failed: 0, failures: [] },
      },
      202: {
        description: 'With `when`: darktable has the library open, so it waits until that is closed.',
        json: PostponedChange,
        headers: noStore,
        example: postponedExample,
      },
    },
    errors: [...errors, 'invalid_query', 'invalid_body', 'not_found', 'conflict', 'index_building'],
  },
  {
    method: 'post',
    path: '/api/v1/styles',
    id: 'createStyle',
    tag: 'Styles',
    summary: 'Create a style from an image',
    description: `The newest step of each instance of a module that is in force, or of the modules named. Drawn masks are left behind, because no style can hold shapes; the answer names them.${undone}`,
    access: 'images:write',
    body: { schema: NewStyle, types: json, required: true, example: { name: 'film|soft', from: 4711 } },
    answers: {
      201: {
        description: 'The new style.',
        json: StyleCreated,
        headers: noStore,
        example: { ...example.style, change: 25, masks_left: [] },
      },
    },
    errors: [...errors, 'invalid_body', 'not_found', 'conflict'],
  },
  {
    method: 'post',
    path: '/api/v1/styles/import',
    id: 'importStyle',
    tag: 'Styles',
    summary: 'Create a style from a file',
    description: `The body is a \`.dtstyle\` file of darktable, of at most 1 MiB. The style gets the name in the file.${undone}`,
    access: 'images:write',
    body: { schema: z.string(), types: xml, required: true, example: file },
    answers: {
      201: {
        description: 'The new style.',
        json: StyleChanged,
        headers: noStore,
        example: { ...example.style, change: 28 },
      },
    },
    errors: [...errors, 'invalid_body', 'conflict'],
  },
  {
    method: 'get',
    path: '/api/v1/styles/{styleId}/file',
    id: 'getStyleFile',
    tag: 'Styles',
    summary: 'Download a style as a file',
    description: 'The `.dtstyle` file that darktable would export.',
    access: 'images:read',
    answers: {
      200: {
        description: 'The file.',
        types: xml,
        headers: { ...jsonHeaders, 'Content-Disposition': 'always' },
      },
      304: { ...notModified, headers: { ...jsonHeaders, 'Content-Disposition': 'sometimes' } },
    },
    errors: ['library_unavailable'],
    curl: { save: 'warm.dtstyle' },
  },
  {
    method: 'patch',
    path: '/api/v1/styles/{styleId}',
    id: 'changeStyle',
    tag: 'Styles',
    summary: 'Change the name or description of a style',
    description: `Another full name is another place in the tree. Images keep the tag with the old one, as in darktable. A darktable that is open gives the style another id.${undone}`,
    access: 'images:write',
    body: { schema: StylePatch, types: json, required: true, example: { name: 'film|late light' } },
    answers: {
      200: {
        description: 'The style as it is now.',
        json: StyleChanged,
        headers: noStore,
        example: { ...example.style, name: 'film|late light', change: 26 },
      },
    },
    errors: [...errors, 'invalid_body', 'conflict'],
  },
  {
    method: 'delete',
    path: '/api/v1/styles/{styleId}',
    id: 'deleteStyle',
    tag: 'Styles',
    summary: 'Delete a style',
    description: `Images keep the edits and the tag that it gave them.${undone}`,
    access: 'images:write',
    answers: {
      200: {
        description: 'What was deleted.',
        json: StyleDeleted,
        headers: noStore,
        example: { change: 27, name: 'film|warm' },
      },
    },
    errors,
  },
];
