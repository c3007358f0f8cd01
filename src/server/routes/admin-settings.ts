import { Router } from 'express';
import { describeSettings, SETTING_GROUPS, SettingsPatch } from '../../contract/settings.ts';
import { scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import { sendUnkept } from '../responses/json-answer.ts';
import type { Services } from '../../app/services.ts';

/** /admin/settings: GET, PATCH    /admin/settings/description: GET */
export function adminSettingRoutes({ admin }: Services): Router {
  const routes = Router();
  const description = JSON.stringify({
    groups: Object.entries(SETTING_GROUPS).map(([name, title]) => ({ name, title })),
    items: describeSettings(),
  });

  routes.get('/', scope('admin'), async (_req, res) => {
    res.json(await admin.settings());
  });
  routes.patch('/', scope('admin'), jsonBody, async (req, res) => {
    res.json(await admin.changeSettings(parseBody(SettingsPatch, req.body)));
  });

  routes.get('/description', scope('admin'), (req, res) => {
    sendUnkept(req, res, description);
  });
  return routes;
}
