import { ModuleQuery } from '../../contract/modules.ts';
import { ModuleShapes } from '../../contract/module-shapes.ts';
import { jsonHeaders, notModified } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

const { operation, multi_priority } = example.moduleEntry;
const circle = {
  ...{ id: 1000, kind: 'circle', name: 'circle #1', is_inverted: false, tool: null },
  ...{ lines: [[[0.5, 0.3] as const, [0.6, 0.5] as const]], border: [], source: [], arrow: null },
};

export const moduleShapesOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/images/{id}/modules/{op}/shapes',
    id: 'getModuleShapes',
    tag: 'Develop modules',
    summary: 'Get the shapes of a module',
    description:
      "The shapes of a drawn mask, what retouch and spot removal mend and where they take it from, and liquify's warps, as lines on the picture as it is stored: moved through crop, rotation and lens correction by the darktable that stays loaded. `POST /images/{id}/render` with `mask` gets the mask itself.",
    access: 'previews:read',
    query: ModuleQuery.pick({ instance: true }),
    answers: {
      200: {
        description: 'The shapes.',
        json: ModuleShapes,
        headers: jsonHeaders,
        example: { image_id: 4711, operation, multi_priority, items: [circle] },
      },
      304: notModified,
    },
    errors: [
      'module_not_found',
      'invalid_query',
      'not_rendered',
      'renderer_unavailable',
      'slow_down',
      'library_unavailable',
    ],
  },
];
