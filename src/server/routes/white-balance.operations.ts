import { WhiteBalance } from '../../contract/white-balance.ts';
import { jsonHeaders, notModified } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const whiteBalanceOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/images/{id}/white-balance',
    id: 'getWhiteBalance',
    tag: 'Develop modules',
    summary: 'Get color matrix and presets of the camera',
    description:
      'White balance stores multipliers. The temperature and the tint that darktable shows are worked out from them with `matrix`. `presets` are those of the camera, as whole sets of multipliers.',
    access: 'images:read',
    answers: {
      200: { description: 'The matrix and the presets.', json: WhiteBalance, headers: jsonHeaders },
      304: notModified,
    },
    errors: ['library_unavailable'],
  },
];
