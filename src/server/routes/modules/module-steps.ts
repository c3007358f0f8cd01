import type { Services } from '../../services.ts';
import { ModuleSteps } from '../../../changes/modules/module-steps.ts';
import { ImageHistory } from '../../../contract/history.ts';
import { NewInstance } from '../../../contract/module-steps.ts';
import { PresetApply } from '../../../contract/presets.ts';
import { historyIfMatch } from '../../requests/history-if-match.ts';
import { sendChangedHistory } from '../../responses/history-answer.ts';
import { changedHistoryHeaders } from '../../routing/answers.ts';
import { json, optionalJson } from '../../routing/body.ts';
import { route, type Route, type Asked } from '../../routing/route.ts';

const step = {
  num: 0,
  operation: 'exposure',
  label: 'exposure',
  multi_priority: 0,
  multi_name: '',
  module_version: 6,
  enabled: true,
  in_force: true,
  time: null,
};
const changed = (example: object) => ({
  200: {
    description: 'The history as it is now.',
    json: ImageHistory,
    headers: changedHistoryHeaders,
    example,
  },
});
const errors = [
  'read_only',
  'precondition_failed',
  'db_write_error',
  'library_unavailable',
  'module_not_found',
  'conflict',
] as const;
const anytime =
  ' While darktable is open its plugin does it. `POST /changes/{changeId}/undo` with the number in `X-Change` takes it back.';

const askedBy = (services: Services, { params, client, req }: Asked<'/:id/:op'>, instance?: number) =>
  [client, historyIfMatch(req, services, params, instance)] as const;

export const moduleStepRoutes: readonly Route[] = [
  route({
    method: 'put',
    path: '/api/v1/images/:id/modules/:op',
    id: 'addModule',
    tag: 'Develop modules',
    summary: 'Add a module to the history',
    description: `One step on top, switched on, with darktable's own defaults for this picture. Undone steps are dropped. An image that has the module stays as it is. 409 for a module that darktable would not switch on, and where its defaults cannot be told.${anytime}`,
    scope: 'cache:refresh',
    image: 'known',
    answers: changed({ image_id: 4711, end: 1, steps: [step] }),
    errors,
    handle: (services) => {
      const steps = new ModuleSteps(services);
      return async (asked) => {
        const {
          params: { id, op },
          res,
        } = asked;
        const { change } = await steps.put(id, op, ...askedBy(services, asked));
        await sendChangedHistory(res, services, { id, change });
      };
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/images/:id/modules/:op/instances',
    id: 'addInstance',
    tag: 'Develop modules',
    summary: 'Add a further instance of a module',
    description: `It is switched on, and stands behind the last instance in the pixel pipe. With \`from\` it is a duplicate. Its step is the last one of the answer. As in darktable, the instance that it comes from has the step before. 409 for a module that has only one instance, and for a name that an instance has.${anytime}`,
    scope: 'cache:refresh',
    image: 'known',
    body: optionalJson(NewInstance, { from: 0, name: 'sky' }),
    answers: changed({
      image_id: 4711,
      end: 2,
      steps: [step, { ...step, num: 1, multi_priority: 1, multi_name: 'sky' }],
    }),
    errors,
    handle: (services) => {
      const steps = new ModuleSteps(services);
      return async (asked) => {
        const {
          params: { id, op },
          body,
          res,
        } = asked;
        const { change } = await steps.addInstance(id, op, body, ...askedBy(services, asked, body.from));
        await sendChangedHistory(res, services, { id, change });
      };
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/images/:id/modules/:op/preset',
    id: 'applyPreset',
    tag: 'Develop modules',
    summary: 'Apply a preset of a module',
    description: `One step on top, with what the preset stores: parameters, blending, and whether the module is on. A module that is not in the history is added. Parameters of an older version are converted by darktable, or refused with 409. 404 for a preset that the module does not have.${anytime}`,
    scope: 'cache:refresh',
    image: 'known',
    body: json(PresetApply, { name: 'sharpen' }),
    answers: changed({ image_id: 4711, end: 1, steps: [step] }),
    errors,
    handle: (services) => {
      const steps = new ModuleSteps(services);
      return async (asked) => {
        const {
          params: { id, op },
          body,
          res,
        } = asked;
        const { change } = await steps.applyPreset(id, op, body, ...askedBy(services, asked, body.instance));
        await sendChangedHistory(res, services, { id, change });
      };
    },
  }),
];
