import { PresetList } from '../../contract/presets.ts';
import { jsonHeaders, notModified } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const presetOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/modules/{op}/presets',
    id: 'listPresets',
    tag: 'Develop modules',
    summary: 'List the presets of a module',
    description: 'Those of darktable and those of its user, by name, without their parameters.',
    access: 'images:read',
    answers: {
      200: {
        description: 'The presets.',
        json: PresetList,
        headers: jsonHeaders,
        example: {
          operation: 'sharpen',
          items: [
            {
              ...{ name: 'sharpen', label: 'sharpen', description: '', built_in: true, module_version: 1 },
              ...{ enabled: true, has_params: true, has_blending: false, auto_applied: false },
            },
          ],
        },
      },
      304: notModified,
    },
    errors: ['library_unavailable', 'not_found'],
  },
];
