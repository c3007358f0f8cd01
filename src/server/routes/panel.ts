import { Router, type Request } from 'express';
import { blendingPanel, modulePanel, panelOf, panelRelease } from '../../darktable/panels.ts';
import { schemaIn } from '../../library/library-state.ts';
import { AppError } from '../../platform/errors.ts';
import { scope } from '../middleware/guard.ts';
import { version } from '../requests/image-param.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';
import type { Services } from '../../app/services.ts';

type ModulePath = { op: string; moduleVersion: string };

/** GET /panel    GET /panel/modules/:op/:moduleVersion    GET /panel/blending/:blendVersion */
export function panelRoutes({ library }: Pick<Services, 'library'>): Router {
  const routes = Router();

  /** The darktable whose words people know: the one that the library belongs to. */
  const release = () => panelRelease(schemaIn(library.state()));

  routes.get('/', scope('images:read'), (req, res) => {
    sendJson(req, res, jsonAnswer(JSON.stringify(panelOf(release()))));
  });

  routes.get('/modules/:op/:moduleVersion', scope('images:read'), (req: Request<ModulePath>, res) => {
    const { op, moduleVersion } = req.params;
    const panel = modulePanel(op, version(moduleVersion), release());
    if (!panel) throw new AppError('not_found', `There is no panel of version ${moduleVersion} of ${op.slice(0, 40)}.`);
    sendJson(req, res, jsonAnswer(JSON.stringify(panel)));
  });

  routes.get('/blending/:blendVersion', scope('images:read'), (req: Request<{ blendVersion: string }>, res) => {
    const { blendVersion } = req.params;
    const panel = blendingPanel(version(blendVersion));
    if (!panel) throw new AppError('not_found', `There is no panel of version ${blendVersion} of blending.`);
    sendJson(req, res, jsonAnswer(JSON.stringify(panel)));
  });

  return routes;
}
