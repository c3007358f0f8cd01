import { MaskCopy, MaskList } from '../../../contract/masks.ts';
import { masksInForce } from '../../../develop/mask-list.ts';
import { readDevelopState } from '../../../library/whole-history.ts';
import { imageNotFound } from '../../../platform/errors.ts';
import { changeHistory } from '../../responses/change-history.ts';
import { tagged } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';
import { anytime, changedHistory, changedModuleErrors, exampleStep } from '../histories/changed-history.ts';

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
const step = { ...exampleStep, operation: 'velvia', label: 'velvia', module_version: 2 };

export const maskRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/:id/masks',
    id: 'listMasks',
    tag: 'Develop modules',
    summary: 'List the drawn masks of an image',
    description: 'The shapes that are in force at the end of the history, and the modules that are masked with them.',
    scope: 'images:read',
    image: 'known',
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
    description: `The instance gets a group of its own with the shapes, beside those that it has, and its drawn mask is switched on: one step on top. Undone steps are dropped. 409 for a module without drawn mask, and for one that takes none. \`PATCH\` of a module with \`blend\` inverts a mask and switches it off.${anytime}`,
    scope: 'cache:refresh',
    image: 'known',
    body: json(MaskCopy, { from: { operation: 'exposure' } }),
    answers: changedHistory([step, { ...step, num: 1 }]),
    errors: changedModuleErrors,
    handle: (services) => (asked) =>
      changeHistory(services, asked, { do: 'mask', operation: asked.params.op, ...asked.body }),
  }),
];
