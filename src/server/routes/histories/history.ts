import { HistoryCopy, HistoryPatch, ImageHistory, type HistoryStep } from '../../../contract/history.ts';
import { DryRunQuery } from '../../../contract/image-change.ts';
import { ModuleQuery } from '../../../contract/modules.ts';
import { knownModules } from '../../requests/known-modules.ts';
import { targetIds } from '../../requests/target-ids.ts';
import { changeHistory } from '../../responses/change-history.ts';
import { historyAnswer } from '../../responses/history-answer.ts';
import { putEdits } from '../../responses/put-edits.ts';
import { tagged } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';
import { anytime, changedHistory, changedHistoryErrors, exampleStep } from './changed-history.ts';
import { editsAnswers, editsOfMany } from './edits-answers.ts';

const step = { ...exampleStep, time: 1761480000000 };
const undone: HistoryStep = { ...step, num: 1, operation: 'velvia', label: 'velvia', in_force: false, time: null };
const stepsInForce = { image_id: 4711, end: 1, steps: [step, undone] };

export const historyRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/images/history/copy',
    id: 'copyHistory',
    tag: 'Develop modules',
    summary: 'Copy edits from one image to others',
    description: `One step for each instance of a module, in the order of the pixel pipe, with the masks that they use. An instance goes to the one of the same name; if there is none, it becomes a further one. Images that cannot take it are \`failed\` with the reason, and the others are done. ${editsOfMany}`,
    scope: 'cache:refresh',
    query: DryRunQuery,
    body: json(HistoryCopy, { from: 4711, to: [4712, 4713], modules: 'all', mode: 'append' }),
    answers: editsAnswers,
    errors: ['read_only', 'db_write_error', 'library_unavailable', 'not_found', 'conflict', 'index_building'],
    handle:
      ({ changes, index }) =>
      async ({ query: { dry_run: isDryRun }, body: { from, to, modules, mode, when }, res }) => {
        const ids = await targetIds(index, to, res);
        const paste = { do: 'paste', from, mode, modules: knownModules(modules) } as const;
        return putEdits(res, changes, { ids, change: paste, when, isDryRun });
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
    answers: tagged({ description: 'The history.', json: ImageHistory, example: stepsInForce }),
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
    answers: changedHistory([step, undone], { end: 1 }),
    errors: changedHistoryErrors,
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
    answers: changedHistory([step]),
    errors: [...changedHistoryErrors, 'module_not_found'],
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
    answers: changedHistory([], { description: 'The history, which is empty.' }),
    errors: changedHistoryErrors,
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
    answers: changedHistory([step]),
    errors: [...changedHistoryErrors, 'conflict'],
    handle: (services) => (asked) => changeHistory(services, asked, { do: 'compress' }),
  }),
];
