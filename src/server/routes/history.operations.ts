import { z } from 'zod';
import { DryRunProgress, DryRunQuery } from '../../contract/image-change.ts';
import { EditsResult, HistoryCopy, HistoryPatch, ImageHistory } from '../../contract/history.ts';
import { ModuleQuery } from '../../contract/modules.ts';
import { PostponedChange } from '../../contract/postponed.ts';
import { postponedExample } from './postponed-changes.operations.ts';
import { changedHistoryHeaders, json, jsonHeaders, noStore, notModified } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

const step = {
  ...{ num: 0, operation: 'exposure', label: 'exposure', multi_priority: 0, multi_name: '', module_version: 6 },
  ...{ enabled: true, in_force: true, time: 1761480000000 },
};
const history = {
  image_id: 4711,
  end: 1,
  steps: [step, { ...step, num: 1, operation: 'velvia', label: 'velvia', in_force: false, time: null }],
};
const changed = (description: string, example: object) => ({
  200: { description, json: ImageHistory, headers: changedHistoryHeaders, example },
});
const forMany = ['read_only', 'db_write_error', 'library_unavailable'] as const;
const errors = [...forMany, 'precondition_failed'] as const;
const anytime =
  ' While darktable is open its plugin does it. `POST /changes/{changeId}/undo` with the number in `X-Change` takes it back.';

export const historyOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/images/history/copy',
    id: 'copyHistory',
    tag: 'Develop modules',
    summary: 'Copy edits from one image to others',
    description: `One step for each instance of a module, in the order of the pixel pipe, with the masks that they use. An instance goes to the one of the same name; if there is none, it becomes a further one. Images that cannot take it are \`failed\` with the reason, and the others are done. While darktable is open its plugin does it, at most for 2,000 images at once. While it is closed, many images go in parts. The event \`change-progress\` tells how far it is, and \`DELETE /api/v1/changes/{changeId}\` stops it. One undo takes all of it back. With \`dry_run=1\` nothing is stored: the answer tells what would change, also while darktable is open; with \`Accept: application/x-ndjson\` in lines, the counts so far and at last the result. With \`when: "darktable_closed"\` it is made at once while darktable is closed. While it is open, it waits until it is closed, with the edits and for the images of this moment: \`GET /api/v1/postponed-changes\` lists it, and a dry run tells what would change then.`,
    access: 'cache:refresh',
    query: DryRunQuery,
    body: {
      schema: HistoryCopy,
      types: json,
      required: true,
      example: { from: 4711, to: [4712, 4713], modules: 'all', mode: 'append' },
    },
    answers: {
      200: {
        description: 'How many images were changed.',
        json: EditsResult,
        lines: z.union([DryRunProgress, EditsResult]),
        headers: noStore,
        example: { change: 23, changed: 2, unchanged: 0, failed: 0, failures: [] },
      },
      202: {
        description: 'With `when`: darktable has the library open, so it waits until that is closed.',
        json: PostponedChange,
        headers: noStore,
        example: postponedExample,
      },
    },
    errors: [...forMany, 'invalid_query', 'invalid_body', 'not_found', 'conflict', 'index_building'],
  },
  {
    method: 'get',
    path: '/api/v1/images/{id}/history',
    id: 'getHistory',
    tag: 'Develop modules',
    summary: 'Read the history of an image',
    description: 'All steps, oldest first, and how many of them are in force: the others were undone.',
    access: 'images:read',
    answers: {
      200: { description: 'The history.', json: ImageHistory, headers: jsonHeaders, example: history },
      304: notModified,
    },
    errors: ['library_unavailable'],
  },
  {
    method: 'patch',
    path: '/api/v1/images/{id}/history',
    id: 'stepInHistory',
    tag: 'Develop modules',
    summary: 'Step back or forth in the history',
    description: `Sets how many steps are in force. The others stay until darktable adds a step.${anytime}`,
    access: 'cache:refresh',
    body: { schema: HistoryPatch, types: json, required: true, example: { end: 1 } },
    answers: changed('The history as it is now.', history),
    errors: [...errors, 'invalid_body'],
  },
  {
    method: 'delete',
    path: '/api/v1/images/{id}/modules/{op}',
    id: 'removeModule',
    tag: 'Develop modules',
    summary: 'Remove a module from the history',
    description: `All steps of one instance of the module. Its masks stay.${anytime}`,
    access: 'cache:refresh',
    query: ModuleQuery.pick({ instance: true }),
    answers: changed('The history as it is now.', { ...history, steps: [step] }),
    errors: [...errors, 'module_not_found', 'invalid_query'],
  },
  {
    method: 'delete',
    path: '/api/v1/images/{id}/history',
    id: 'discardHistory',
    tag: 'Develop modules',
    summary: 'Discard the history',
    description: `The image is as it was imported.${anytime}`,
    access: 'cache:refresh',
    answers: changed('The history, which is empty.', { image_id: 4711, end: 0, steps: [] }),
    errors,
  },
  {
    method: 'post',
    path: '/api/v1/images/{id}/history/compress',
    id: 'compressHistory',
    tag: 'Develop modules',
    summary: 'Compress the history',
    description: `Keeps the newest step of each instance of each module. 409 while there are steps that were undone.${anytime}`,
    access: 'cache:refresh',
    answers: changed('The history as it is now.', { ...history, steps: [step] }),
    errors: [...errors, 'conflict'],
  },
];
