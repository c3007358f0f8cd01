import { Router, type Request } from 'express';
import type { Services } from '../../app/services.ts';
import type { PostponedChangeList } from '../../contract/postponed.ts';
import { scope } from '../middleware/guard.ts';
import { postponedId } from '../requests/image-param.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';

/** GET /postponed-changes    DELETE /postponed-changes/:postponedId    POST /postponed-changes/:postponedId/now */
export function postponedChangeRoutes({ operations, organising }: Pick<Services, 'operations' | 'organising'>): Router {
  const routes = Router();

  routes.get('/', scope('images:read'), (req, res) => {
    const list: PostponedChangeList = { items: operations.postponed.list(), rejects: organising.waitingRejects() };
    sendJson(req, res, jsonAnswer(JSON.stringify(list)));
  });

  routes.delete('/:postponedId', scope('cache:refresh'), (req: Request<{ postponedId: string }>, res) => {
    operations.postponed.drop(postponedId(req.params.postponedId));
    res.set('Cache-Control', 'no-store').sendStatus(204);
  });

  routes.post('/:postponedId/now', scope('cache:refresh'), async (req: Request<{ postponedId: string }>, res) => {
    const result = await operations.postponed.doNow(postponedId(req.params.postponedId));
    res.set('Cache-Control', 'no-store').json(result);
  });
  return routes;
}
