import type { z } from 'zod';
import type { Services } from '../../services.ts';
import { ModuleSteps } from '../../../changes/modules/module-steps.ts';
import { moduleEntry } from '../../../changes/modules/module-entry.ts';
import { ModuleQuery } from '../../../contract/modules.ts';
import { Conversion, ConvertedModule, NewInstance } from '../../../contract/module-steps.ts';
import { PresetApply } from '../../../contract/presets.ts';
import * as example from '../../openapi/examples.ts';
import { historyIfMatch } from '../../requests/history-if-match.ts';
import { sendChangedHistory } from '../../responses/history-answer.ts';
import { tagged } from '../../routing/answers.ts';
import { json, optionalJson } from '../../routing/body.ts';
import { route, type Route, type Asked } from '../../routing/route.ts';
import { anytime, changedHistory, changedModuleErrors, exampleStep } from '../histories/changed-history.ts';

interface StepAsked<Sent> extends Pick<Asked, 'client' | 'req' | 'res'> {
  params: { id: number; op: string };
  body: Sent;
}

/** Adds a step and answers with the history. `check`: that this instance is as the client knows it. */
const adds =
  <Sent = undefined>(
    add: (
      steps: ModuleSteps,
      asked: StepAsked<Sent>,
      check: (instance?: number) => ReturnType<typeof historyIfMatch>,
    ) => ReturnType<ModuleSteps['put']>,
  ) =>
  (services: Services) => {
    const steps = new ModuleSteps(services);
    return async (asked: StepAsked<Sent>) => {
      const { params, req, res } = asked;
      const { change } = await add(steps, asked, (instance) => historyIfMatch(req, services, params, instance));
      await sendChangedHistory(res, services, { id: params.id, change });
    };
  };

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
    answers: changedHistory([exampleStep]),
    errors: changedModuleErrors,
    handle: adds((steps, { params: { id, op }, client }, check) => steps.put(id, op, client, check())),
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
    answers: changedHistory([exampleStep, { ...exampleStep, num: 1, multi_priority: 1, multi_name: 'sky' }]),
    errors: changedModuleErrors,
    handle: adds<z.output<typeof NewInstance>>((steps, { params: { id, op }, body, client }, check) =>
      steps.addInstance(id, op, body, client, check(body.from)),
    ),
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
    answers: changedHistory([exampleStep]),
    errors: changedModuleErrors,
    handle: adds<z.output<typeof PresetApply>>((steps, { params: { id, op }, body, client }, check) =>
      steps.applyPreset(id, op, body, client, check(body.instance)),
    ),
  }),
  route({
    method: 'get',
    path: '/api/v1/images/:id/modules/:op/conversion',
    id: 'getConversion',
    tag: 'Develop modules',
    summary: 'Get a module as darktable converts it',
    description:
      'The entry of a module whose parameters an older darktable stored, as the darktable that stays loaded converts it to its own version. Nothing is stored. One of its own version is answered as it is, and so is one that cannot be converted: `why_not_converted` tells why.',
    scope: 'images:read',
    image: 'known',
    module: 'read',
    query: ModuleQuery,
    answers: tagged({ description: 'The module.', json: ConvertedModule, example: example.moduleEntry }),
    errors: ['library_unavailable'],
    handle: (services) => {
      const steps = new ModuleSteps(services);
      return async ({ params: { id, op }, module: { priority }, query: { describe } }) => {
        const { row, why } = await steps.converted(id, op, priority);
        return { ...moduleEntry(row, { describe }), ...(why !== undefined && { why_not_converted: why }) };
      };
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/images/:id/modules/:op/conversion',
    id: 'convertModule',
    tag: 'Develop modules',
    summary: 'Change a module to the version of this darktable',
    description: `One step on top with what \`GET\` answers, so that the module can be edited by the names of that version. The picture stays as it is. A module of that version stays, too.${anytime}`,
    scope: 'cache:refresh',
    image: 'known',
    body: optionalJson(Conversion, { instance: 0 }),
    answers: changedHistory([exampleStep]),
    errors: changedModuleErrors,
    handle: adds<z.output<typeof Conversion>>((steps, { params: { id, op }, body, client }, check) =>
      steps.convert(id, op, body, client, check(body.instance)),
    ),
  }),
];
