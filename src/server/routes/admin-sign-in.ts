import { Router } from 'express';
import { methodNotAllowed } from '../error-answer.ts';
import { scope } from '../guard.ts';
import type { Parts } from '../parts.ts';

/** POST /admin/sign-in-links: a link that signs a browser in, for the command line and the tray. */
export function adminSignInRoutes({ auth, origin }: Parts): Router {
  const routes = Router();
  routes.post('/', scope('admin'), (_req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    res.status(201).json({ url: `${origin()}/sign-in?code=${auth.oneTimeCodes.issue()}` });
  });
  routes.all('/', methodNotAllowed('POST'));
  return routes;
}
