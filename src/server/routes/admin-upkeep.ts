import { Router } from 'express';
import { scope } from '../middleware/guard.ts';
import type { Services } from '../../app/services.ts';

/** GET /admin/backups    GET /admin/diagnostics */
export function adminUpkeepRoutes({ admin }: Services): Router {
  const routes = Router();
  routes.get('/backups', scope('admin'), async (_req, res) => {
    const items = await admin.backups();
    res.json({ items, total_size: items.reduce((sum, { size }) => sum + size, 0) });
  });
  routes.get('/diagnostics', scope('admin'), async (_req, res) => {
    res.json(await admin.diagnostics());
  });
  return routes;
}
