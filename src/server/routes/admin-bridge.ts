import { Router } from 'express';
import { scope } from '../middleware/guard.ts';
import type { Services } from '../../app/services.ts';

/** /admin/bridge: GET    /admin/bridge/install, /uninstall, /start-darktable: POST */
export function adminBridgeRoutes({ admin: { bridge } }: Services): Router {
  const routes = Router();
  routes.get('/', scope('admin'), async (_req, res) => {
    res.json(await bridge.status());
  });
  for (const [path, act] of [
    ['/install', () => bridge.install()],
    ['/uninstall', () => bridge.uninstall()],
    ['/start-darktable', () => bridge.startDarktable()],
  ] as const) {
    routes.post(path, scope('admin'), async (_req, res) => {
      res.json(await act());
    });
  }
  return routes;
}
