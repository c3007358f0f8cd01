import { Router } from 'express';
import { scope } from '../middleware/guard.ts';
import type { Services } from '../../app/services.ts';

/** /admin/update: GET    /admin/update/check, /admin/update/install: POST    /admin/update/install: DELETE */
export function adminUpdateRoutes({ updates }: Services): Router {
  const routes = Router();
  routes.get('/', scope('admin'), (_req, res) => {
    res.json(updates.status());
  });
  routes.post('/check', scope('admin'), async (_req, res) => {
    res.json(await updates.check());
  });
  routes.post('/install', scope('admin'), (_req, res) => {
    res.status(202).json(updates.install());
  });
  routes.delete('/install', scope('admin'), (_req, res) => {
    res.json(updates.cancel());
  });
  return routes;
}
