import { Router } from 'express';
import type { Services } from '../../app/services.ts';
import { type PreviewRun, PreviewRunPatch } from '../../contract/preview-run.ts';
import { readOnly } from '../../platform/errors.ts';
import { scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';

/** /admin/previews: GET, POST, PATCH, DELETE */
export function adminPreviewRoutes({
  previewRun,
  rendering,
  whyReadOnly,
}: Pick<Services, 'previewRun' | 'rendering' | 'whyReadOnly'>): Router {
  const routes = Router();
  const isAdmin = scope('admin');
  const run = (): PreviewRun => ({
    ...previewRun.progress(),
    remaining_seconds: rendering()?.is_rendering === true ? previewRun.remainingSeconds() : null,
  });

  routes.get('/', isAdmin, (_req, res) => {
    res.json(run());
  });
  routes.post('/', isAdmin, (_req, res) => {
    const why = whyReadOnly();
    if (why !== null) throw readOnly(why);
    previewRun.start();
    res.status(202).json(run());
  });
  routes.patch('/', isAdmin, jsonBody, (req, res) => {
    previewRun.pause(parseBody(PreviewRunPatch, req.body).paused);
    res.json(run());
  });
  routes.delete('/', isAdmin, (_req, res) => {
    previewRun.cancel();
    res.status(204).end();
  });
  return routes;
}
