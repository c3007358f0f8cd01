import { PresetList } from '../../../contract/presets.ts';
import { moduleLayouts } from '../../../darktable/layouts.ts';
import { presetEntry, presetsOf } from '../../../library/presets.ts';
import { AppError } from '../../../platform/errors.ts';
import { tagged } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

export const presetRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/modules/:op/presets',
    id: 'listPresets',
    tag: 'Develop modules',
    summary: 'List the presets of a module',
    description: 'The presets of darktable and of its user, by name, without their parameters.',
    scope: 'images:read',
    answers: tagged({
      description: 'The presets.',
      json: PresetList,
      example: {
        operation: 'sharpen',
        items: [
          {
            name: 'sharpen',
            label: 'sharpen',
            description: '',
            built_in: true,
            module_version: 1,
            enabled: true,
            has_params: true,
            has_blending: false,
            auto_applied: false,
          },
        ],
      },
    }),
    errors: ['library_unavailable'],
    handle:
      ({ library }) =>
      async ({ params: { op } }) => {
        const rows = await library.read((reader) => presetsOf(reader, op));
        if (rows.length === 0 && !moduleLayouts(op))
          throw new AppError('not_found', `There is no module ${op.slice(0, 40)}.`);
        return { operation: op, items: rows.map(presetEntry) };
      },
  }),
];
