import { Router } from 'express';
import { FarmPause } from '../../contract/farm.ts';
import { AppError } from '../../platform/errors.ts';
import { scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import type { Services } from '../../app/services.ts';

/** /admin/farm: GET    /admin/farm/pause, /admin/farm/resume: POST */
export function adminFarmRoutes({ farm }: Pick<Services, 'farm'>): Router {
  const routes = Router();
  routes.get('/', scope('admin'), (_req, res) => {
    res.json(farm.state());
  });
  for (const [path, isPaused] of [
    ['/pause', true],
    ['/resume', false],
  ] as const) {
    routes.post(path, scope('admin'), jsonBody, (req, res) => {
      const { worker = null } = parseBody(FarmPause, req.body ?? {});
      const { state, workers } = farm.state();
      if (state === 'off') throw new AppError('conflict', 'No other machine renders: the setting farmBroker is empty.');
      if (worker !== null && !workers.some(({ name }) => name === worker))
        throw new AppError('not_found', `No worker ${worker} has been seen.`);
      farm.pause(worker, isPaused);
      res.json(farm.state());
    });
  }
  return routes;
}
