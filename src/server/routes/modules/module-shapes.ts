import { ModuleShapes } from '../../../contract/module-shapes.ts';
import { ModuleQuery } from '../../../contract/modules.ts';
import { moduleShapes } from '../../../develop/module-shapes.ts';
import { readDevelopState } from '../../../library/whole-history.ts';
import { AppError, imageNotFound } from '../../../platform/errors.ts';
import { shapesOnPicture } from '../../../renderer/shapes-on-picture.ts';
import * as example from '../../openapi/examples.ts';
import { whileConnected } from '../../responses/while-connected.ts';
import { tagged } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

const { operation, multi_priority } = example.moduleEntry;
const circle: ModuleShapes['items'][number] = {
  id: 1000,
  kind: 'circle',
  name: 'circle #1',
  is_inverted: false,
  tool: null,
  lines: [
    [
      [0.5, 0.3],
      [0.6, 0.5],
    ],
  ],
  border: [],
  source: [],
  arrow: null,
};

export const moduleShapesRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/:id/modules/:op/shapes',
    id: 'getModuleShapes',
    tag: 'Develop modules',
    summary: 'Get the shapes of a module',
    description:
      "The shapes of a drawn mask, what retouch and spot removal mend and where they take it from, and liquify's warps, as lines on the picture as it is stored: moved through crop, rotation and lens correction by the darktable that stays loaded. `POST /images/{id}/render` with `mask` gets the mask itself.",
    scope: 'previews:read',
    image: 'known',
    module: 'read',
    query: ModuleQuery.pick({ instance: true }),
    answers: tagged({
      description: 'The shapes.',
      json: ModuleShapes,
      example: { image_id: 4711, operation, multi_priority, items: [circle] },
    }),
    errors: ['not_rendered', 'renderer_unavailable', 'slow_down', 'library_unavailable'],
    handle:
      ({ library, resident }) =>
      async ({ params: { id, op }, module, res }) => {
        const state = await readDevelopState(library, id);
        if (!state) throw imageNotFound(id);
        // Of the same moment as the rest of the state.
        const step = state.history.findLast(
          ({ operation, priority }) => operation === op && priority === module.priority,
        );
        if (!step) throw new AppError('module_not_found', `${op} is not in the history of this image.`);
        const items = await whileConnected(res, (asker) =>
          shapesOnPicture(resident, state, (input) => moduleShapes(step, state, input), asker),
        );
        return items && { image_id: id, operation: op, multi_priority: module.priority, items };
      },
  }),
];
