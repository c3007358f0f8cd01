import { ImageHistory } from '../../../contract/history.ts';
import { MaskCopy, MaskList } from '../../../contract/masks.ts';
import { masksInForce } from '../../../develop/mask-list.ts';
import { readDevelopState } from '../../../library/whole-history.ts';
import { imageNotFound } from '../../../platform/errors.ts';
import { changeHistory } from '../../responses/change-history.ts';
import { changedHistoryHeaders, tagged } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

type Shape = MaskList['items'][number];
const circle: Shape = {
  id: 1000,
  kind: 'circle',
  name: 'circle #1',
  is_source: false,
  tool: null,
  points: 1,
  members: [],
  used_by: [],
};
const group: Shape = {
  id: 1001,
  kind: 'group',
  name: 'grp exposure',
  is_source: false,
  tool: null,
  points: 1,
  members: [{ id: 1000, inverted: false, opacity: 1, combined: null }],
  used_by: [{ operation: 'exposure', instance: 0, is_on: true }],
};
const step = {
  num: 1,
  operation: 'velvia',
  label: 'velvia',
  multi_priority: 0,
  multi_name: '',
  module_version: 2,
  enabled: true,
  in_force: true,
  time: null,
};

export const maskRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/:id/masks',
    id: 'listMasks',
    tag: 'Develop modules',
    summary: 'List the drawn masks of an image',
    description: 'The shapes that are in force at the end of the history, and the modules that are masked with them.',
    scope: 'images:read',
    answers: tagged({
      description: 'Shapes and groups, in the order of the mask manager.',
      json: MaskList,
      example: { image_id: 4711, items: [circle, group] },
    }),
    errors: ['library_unavailable'],
    handle:
      ({ library }) =>
      async ({ params: { id } }) => {
        const state = await readDevelopState(library, id);
        if (!state) throw imageNotFound(id);
        return { image_id: id, items: masksInForce(state) };
      },
  }),
  route({
    method: 'post',
    path: '/api/v1/images/:id/modules/:op/mask',
    id: 'copyMask',
    tag: 'Develop modules',
    summary: 'Copy the mask of a module to another one',
    description: `The instance gets a group of its own with the shapes, beside those that it has, and its drawn mask is switched on: one step on top. Undone steps are dropped. 409 for a module without drawn mask, and for one that takes none. \`PATCH\` of a module with \`blend\` inverts a mask and switches it off. While darktable is open its plugin does it. \`POST /changes/{changeId}/undo\` with the number in \`X-Change\` takes it back.`,
    scope: 'cache:refresh',
    image: 'known',
    body: json(MaskCopy, { from: { operation: 'exposure' } }),
    answers: {
      200: {
        description: 'The history as it is now.',
        json: ImageHistory,
        headers: changedHistoryHeaders,
        example: { image_id: 4711, end: 2, steps: [{ ...step, num: 0 }, step] },
      },
    },
    errors: [
      'read_only',
      'precondition_failed',
      'db_write_error',
      'library_unavailable',
      'module_not_found',
      'conflict',
    ],
    handle: (services) => (asked) =>
      changeHistory(services, asked, { do: 'mask', operation: asked.params.op, ...asked.body }),
  }),
];
