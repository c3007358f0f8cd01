import { ModuleMove, ModuleOrder } from '../../../contract/module-order.ts';
import { moduleOrderOf } from '../../../develop/image-module-order.ts';
import { readWholeHistory } from '../../../library/whole-history.ts';
import { changeHistory } from '../../responses/change-history.ts';
import { tagged } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';
import { anytime, changedHistory, changedModuleErrors, exampleStep } from '../histories/changed-history.ts';

export const moduleOrderRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/:id/module-order',
    id: 'getModuleOrder',
    tag: 'Develop modules',
    summary: 'Read the order of modules',
    description:
      'All modules of darktable and their further instances, and how far darktable lets each be moved. `items` is empty where the order cannot be told.',
    scope: 'images:read',
    image: 'known',
    answers: tagged({
      description: 'The first of the pipe first.',
      json: ModuleOrder,
      example: {
        image_id: 4711,
        version: 2,
        items: [{ operation: 'exposure', instance: 0, in_history: true, earliest: 0, latest: 0 }],
      },
    }),
    errors: ['library_unavailable'],
    handle:
      ({ library }) =>
      ({ params: { id } }) =>
        readWholeHistory(library, id, (reader) => moduleOrderOf(reader, id)),
  }),
  route({
    method: 'post',
    path: '/api/v1/images/:id/modules/:op/move',
    id: 'moveModule',
    tag: 'Develop modules',
    summary: 'Change the place of a module in the pixel pipe',
    description: `Moves it as far as darktable lets its user move it. As in darktable, a step of the instance comes on top, unless its own is the last one, and undone steps are dropped. One that is off stays off. 409 where darktable would not, with the module that is in the way.${anytime}`,
    scope: 'cache:refresh',
    image: 'known',
    body: json(ModuleMove, { after: { operation: 'colorin' } }),
    answers: changedHistory([exampleStep]),
    errors: changedModuleErrors,
    handle: (services) => (asked) => {
      const {
        params: { op },
        body: { instance, before, after },
      } = asked;
      const to = before ? ({ side: 'before', of: before } as const) : ({ side: 'behind', of: after! } as const);
      return changeHistory(services, asked, { do: 'move', operation: op, instance, to });
    },
  }),
];
