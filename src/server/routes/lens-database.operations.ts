import { LensfunCameras, LensfunLenses, LensQuery } from '../../contract/lens-database.ts';
import { jsonHeaders, notModified } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const lensDatabaseOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/lens-database/cameras',
    id: 'listLensCameras',
    tag: 'Develop modules',
    summary: 'List the cameras of lens correction',
    description:
      "From lensfun's database, which the installed darktable uses. Lens correction stores `model` as `camera`, and `crop_factor` as `crop`.",
    access: 'images:read',
    answers: {
      200: { description: 'The cameras.', json: LensfunCameras, headers: jsonHeaders },
      304: notModified,
    },
    errors: [],
  },
  {
    method: 'get',
    path: '/api/v1/lens-database/lenses',
    id: 'listLenses',
    tag: 'Develop modules',
    summary: 'List the lenses that fit a camera',
    description:
      'Those of its mount, measured with a sensor of that size or a larger one. Lens correction stores `model` as `lens`.',
    access: 'images:read',
    query: LensQuery,
    answers: {
      200: { description: 'The lenses.', json: LensfunLenses, headers: jsonHeaders },
      304: notModified,
    },
    errors: ['invalid_query'],
  },
];
