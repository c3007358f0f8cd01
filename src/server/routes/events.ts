import { Router } from 'express';
import { EventsQuery } from '../../contract/live-events.ts';
import { refuseOtherMethods } from '../responses/allowed-methods.ts';
import { credentialsOf, principalOf, scope } from '../middleware/guard.ts';
import { parse } from '../requests/parse.ts';
import type { Services } from '../../app/services.ts';

/** GET /events: live news. */
export function eventRoutes({ auth, eventStream, version }: Services): Router {
  const routes = Router();
  // A HEAD answered like a GET would never end.
  routes.head('/', refuseOtherMethods);
  routes.get('/', scope('images:read'), (req, res) => {
    const { limit } = parse(EventsQuery, req.query);
    const credentials = credentialsOf(req);
    const rights = () => {
      const { scopes } = auth.authenticate(credentials);
      if (!scopes.has('images:read')) throw new Error('The scope was removed.');
      return scopes;
    };
    eventStream.open(req, res, { version, clientId: principalOf(res).clientId, rights, limit });
  });
  return routes;
}
