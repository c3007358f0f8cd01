import type { Request, Router } from 'express';
import type { NoiseProfiles } from '../../contract/noise-profiles.ts';
import type { Services } from '../../app/services.ts';
import { imageNotFound } from '../../platform/errors.ts';
import { scope } from '../middleware/guard.ts';
import { imageId } from '../requests/image-param.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';

/** GET /images/:id/noise-profiles */
export function addNoiseProfilesRoute(routes: Router, { noiseOf }: Pick<Services, 'noiseOf'>): void {
  routes.get('/:id/noise-profiles', scope('images:read'), async (req: Request<{ id: string }>, res) => {
    const id = imageId(req.params.id);
    const noise = await noiseOf(id);
    if (!noise) throw imageNotFound(id);
    const { camera, iso, profiles, automatic } = noise;
    const answer: NoiseProfiles = {
      image_id: id,
      camera: [camera.maker, camera.model].filter(Boolean).join(' ') || null,
      ...{ iso, automatic },
      ...(profiles ? {} : { why_none: "darktable's table of noise profiles was not found." }),
      profiles: profiles ?? [],
    };
    sendJson(req, res, jsonAnswer(JSON.stringify(answer)));
  });
}
