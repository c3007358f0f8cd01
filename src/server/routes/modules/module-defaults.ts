import { ModuleDefaults } from '../../../contract/module-defaults.ts';
import { ModuleQuery } from '../../../contract/modules.ts';
import { moduleDefaults } from '../../../develop/module-defaults.ts';
import * as example from '../../openapi/examples.ts';
import { whileConnected } from '../../responses/while-connected.ts';
import { tagged } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

const { operation, module_version, multi_priority, params, params_b64 } = example.moduleEntry;

export const moduleDefaultsRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/:id/modules/:op/defaults',
    id: 'getModuleDefaults',
    tag: 'Develop modules',
    summary: 'Get the defaults of a module',
    description:
      "What a reset in darktable would give for this picture. Camera, lens, Exif data and workflow decide some of them, so darktable is asked: the one that stays loaded. Without it, `source` is `general` where the defaults are the same for every picture, and null elsewhere; `why_none` tells why. They are in the version of the entry's parameters.",
    scope: 'images:read',
    image: 'known',
    module: 'read',
    query: ModuleQuery.pick({ instance: true }),
    answers: tagged({
      description: 'The defaults.',
      json: ModuleDefaults,
      example: {
        image_id: 4711,
        operation,
        module_version,
        multi_priority,
        source: 'darktable',
        params,
        params_b64,
        blend: null,
      },
    }),
    errors: ['slow_down', 'library_unavailable'],
    handle:
      ({ library, noiseOf, resident }) =>
      ({ params: { id }, module, res }) =>
        whileConnected(res, (asker) => moduleDefaults({ library, resident, noiseOf, asker }, id, module)),
  }),
];
