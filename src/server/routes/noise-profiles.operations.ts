import { NoiseProfiles } from '../../contract/noise-profiles.ts';
import { jsonHeaders, notModified } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const noiseProfilesOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/images/{id}/noise-profiles',
    id: 'getNoiseProfiles',
    tag: 'Develop modules',
    summary: 'Get the noise profiles of the camera',
    description:
      "What the list of profiles of denoise (profiled) has for the picture, from the installed darktable's table of cameras. Choosing an entry stores its `a` and `b`.",
    access: 'images:read',
    answers: {
      200: { description: 'The profiles.', json: NoiseProfiles, headers: jsonHeaders },
      304: notModified,
    },
    errors: ['library_unavailable'],
  },
];
