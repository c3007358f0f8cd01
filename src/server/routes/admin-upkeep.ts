import { Router } from 'express';
import { RestoreBackup } from '../../contract/admin.ts';
import { scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import type { Services } from '../../app/services.ts';

/** GET /admin/backups    POST /admin/backups/:backup/restore    DELETE /admin/darktable-lock    GET /admin/diagnostics */
export function adminUpkeepRoutes({ admin }: Services): Router {
  const routes = Router();
  routes.get('/backups', scope('admin'), async (_req, res) => {
    const items = await admin.backups();
    res.json({ items, total_size: items.reduce((sum, { size }) => sum + size, 0) });
  });
  routes.post('/backups/:backup/restore', scope('admin'), jsonBody, async (req, res) => {
    const { library_only: isLibraryAlone = false } = parseBody(RestoreBackup, req.body ?? {});
    res.json(await admin.restoreBackup(String(req.params.backup), { isLibraryAlone }));
  });
  routes.delete('/darktable-lock', scope('admin'), (_req, res) => {
    res.json(admin.unlock());
  });
  routes.get('/diagnostics', scope('admin'), async (_req, res) => {
    res.json(await admin.diagnostics());
  });
  return routes;
}
