import { z } from 'zod';
import { EditsResult, HistoryCopy, HistoryPatch, ImageHistory } from '../../../contract/history.ts';
import { DryRunProgress, DryRunQuery } from '../../../contract/image-change.ts';
import { ModuleQuery } from '../../../contract/modules.ts';
import { PostponedChange } from '../../../contract/postponed.ts';
import { knownModules } from '../../requests/known-modules.ts';
import { targetIds } from '../../requests/target-ids.ts';
import { changeHistory } from '../../responses/change-history.ts';
import { historyAnswer } from '../../responses/history-answer.ts';
import { putLook } from '../../responses/put-look.ts';
import { noStore, changedHistoryHeaders, tagged } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';
import { postponedExample } from '../changes/postponed-changes.ts';

const step = {
  num: 0,
  operation: 'exposure',
  label: 'exposure',
  multi_priority: 0,
  multi_name: '',
  module_version: 6,
  enabled: true,
  in_force: true,
  time: 1761480000000,
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

export const historyRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/images/history/copy',
    id: 'copyHistory',
    tag: 'Develop modules',
    summary: 'Copy edits from one image to others',
    description: `One step for each instance of a module, in the order of the pixel pipe, with the masks that they use. An instance goes to the one of the same name; if there is none, it becomes a further one. Images that cannot take it are \`failed\` with the reason, and the others are done. While darktable is open its plugin does it, at most for 2,000 images at once. While it is closed, many images go in parts. The event \`change-progress\` tells how far it is, and \`DELETE /api/v1/changes/{changeId}\` stops it. One undo takes all of it back. With \`dry_run=1\` nothing is stored: the answer tells what would change, also while darktable is open; with \`Accept: application/x-ndjson\` in lines, the counts so far and at last the result. With \`when: "darktable_closed"\` it is made at once while darktable is closed. While it is open, it waits until it is closed, with the edits and for the images of this moment: \`GET /api/v1/postponed-changes\` lists it, and a dry run tells what would change then.`,
    scope: 'cache:refresh',
    query: DryRunQuery,
    body: json(HistoryCopy, { from: 4711, to: [4712, 4713], modules: 'all', mode: 'append' }),
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
    errors: [...forMany, 'not_found', 'conflict', 'index_building'],
    handle:
      ({ index, operations }) =>
      async ({ query: { dry_run: isDryRun }, body: { from, to, modules, mode, when }, res }) => {
        const ids = await targetIds(index, to, res);
        const paste = { do: 'paste', from, mode, modules: knownModules(modules) } as const;
        return putLook(res, operations, { ids, change: paste, when, isDryRun });
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/images/:id/history',
    id: 'getHistory',
    tag: 'Develop modules',
    summary: 'Read the history of an image',
    description: 'All steps, oldest first, and how many of them are in force: the others were undone.',
    scope: 'images:read',
    image: 'known',
    answers: tagged({ description: 'The history.', json: ImageHistory, example: history }),
    errors: ['library_unavailable'],
    handle:
      (services) =>
      ({ params }) =>
        historyAnswer(services, params.id),
  }),
  route({
    method: 'patch',
    path: '/api/v1/images/:id/history',
    id: 'stepInHistory',
    tag: 'Develop modules',
    summary: 'Step back or forth in the history',
    description: `Sets how many steps are in force. The others stay until darktable adds a step.${anytime}`,
    scope: 'cache:refresh',
    image: 'known',
    body: json(HistoryPatch, { end: 1 }),
    answers: changed('The history as it is now.', history),
    errors,
    handle: (services) => (asked) => changeHistory(services, asked, { do: 'end', ...asked.body }),
  }),
  route({
    method: 'delete',
    path: '/api/v1/images/:id/modules/:op',
    id: 'removeModule',
    tag: 'Develop modules',
    summary: 'Remove a module from the history',
    description: `All steps of one instance of the module. Its masks stay.${anytime}`,
    scope: 'cache:refresh',
    image: 'known',
    query: ModuleQuery.pick({ instance: true }),
    answers: changed('The history as it is now.', { ...history, steps: [step] }),
    errors: [...errors, 'module_not_found'],
    handle: (services) => (asked) => {
      const {
        params: { op },
        query: { instance },
      } = asked;
      return changeHistory(services, asked, { do: 'remove', operation: op, instance });
    },
  }),
  route({
    method: 'delete',
    path: '/api/v1/images/:id/history',
    id: 'discardHistory',
    tag: 'Develop modules',
    summary: 'Discard the history',
    description: `The image is as it was imported.${anytime}`,
    scope: 'cache:refresh',
    image: 'known',
    answers: changed('The history, which is empty.', { image_id: 4711, end: 0, steps: [] }),
    errors,
    handle: (services) => (asked) => changeHistory(services, asked, { do: 'discard' }),
  }),
  route({
    method: 'post',
    path: '/api/v1/images/:id/history/compress',
    id: 'compressHistory',
    tag: 'Develop modules',
    summary: 'Compress the history',
    description: `Keeps the newest step of each instance of each module. 409 while there are steps that were undone.${anytime}`,
    scope: 'cache:refresh',
    image: 'known',
    answers: changed('The history as it is now.', { ...history, steps: [step] }),
    errors: [...errors, 'conflict'],
    handle: (services) => (asked) => changeHistory(services, asked, { do: 'compress' }),
  }),
];
