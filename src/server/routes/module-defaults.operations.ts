import { ModuleDefaults } from '../../contract/module-defaults.ts';
import { ModuleQuery } from '../../contract/modules.ts';
import { jsonHeaders, notModified } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

const { operation, module_version, multi_priority, params, params_b64 } = example.moduleEntry;

export const moduleDefaultsOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/images/{id}/modules/{op}/defaults',
    id: 'getModuleDefaults',
    tag: 'Develop modules',
    summary: 'Get the defaults of a module',
    description:
      "What a reset in darktable would give for this picture. Camera, lens, Exif data and workflow decide some of them, so darktable is asked: the one that stays loaded. Without it, `source` is `general` where the defaults are the same for every picture, and null elsewhere; `why_none` tells why. They are in the version of the entry's parameters.",
    access: 'images:read',
    query: ModuleQuery.pick({ instance: true }),
    answers: {
      200: {
        description: 'The defaults.',
        json: ModuleDefaults,
        headers: jsonHeaders,
        example: {
          ...{ image_id: 4711, operation, module_version, multi_priority, source: 'darktable', params, params_b64 },
          blend: null,
        },
      },
      304: notModified,
    },
    errors: ['module_not_found', 'invalid_query', 'slow_down', 'library_unavailable'],
  },
];
