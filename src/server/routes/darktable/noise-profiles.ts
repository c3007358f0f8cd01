import { NoiseProfiles } from '../../../contract/noise-profiles.ts';
import { imageNotFound } from '../../../platform/errors.ts';
import { tagged } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

export const noiseProfileRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/:id/noise-profiles',
    id: 'getNoiseProfiles',
    tag: 'Develop modules',
    summary: 'Get the noise profiles of the camera',
    description:
      "What the list of profiles of denoise (profiled) has for the picture, from the installed darktable's table of cameras. Choosing an entry stores its `a` and `b`.",
    scope: 'images:read',
    image: 'known',
    answers: tagged({ description: 'The profiles.', json: NoiseProfiles }),
    errors: ['library_unavailable'],
    handle:
      ({ noiseOf }) =>
      async ({ params: { id } }) => {
        const noise = await noiseOf(id);
        if (!noise) throw imageNotFound(id);
        const { camera, iso, profiles, automatic } = noise;
        return {
          image_id: id,
          camera: [camera.maker, camera.model].filter(Boolean).join(' ') || null,
          iso,
          automatic,
          ...(profiles ? {} : { why_none: "darktable's table of noise profiles was not found." }),
          profiles: profiles ?? [],
        };
      },
  }),
];
