import { Router } from 'express';
import { ClientChange, NewClient, NewSecret } from '../../contract/clients.ts';
import { scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import type { Services } from '../../app/services.ts';

type Named = { clientId: string };

/** /admin/clients: GET, POST    /admin/clients/:clientId: PATCH, DELETE    /admin/clients/:clientId/rotate: POST */
export function adminClientRoutes({ clients }: Pick<Services, 'clients'>): Router {
  const routes = Router();
  const admin = scope('admin');
  routes.use((_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    next();
  });

  routes.get('/', admin, (_req, res) => {
    res.json({ items: clients.list() });
  });
  routes.post('/', admin, jsonBody, async (req, res) => {
    res.status(201).json(await clients.add(parseBody(NewClient, req.body)));
  });

  routes.patch<Named>('/:clientId', admin, jsonBody, (req, res) => {
    res.json(clients.change(req.params.clientId, parseBody(ClientChange, req.body)));
  });
  routes.delete<Named>('/:clientId', admin, (req, res) => {
    clients.remove(req.params.clientId);
    res.status(204).end();
  });

  routes.post<Named>('/:clientId/rotate', admin, jsonBody, async (req, res) => {
    const { overlap_hours } = parseBody(NewSecret, req.body ?? {});
    res.json(await clients.rotate(req.params.clientId, { overlapHours: overlap_hours }));
  });
  return routes;
}
