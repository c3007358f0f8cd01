import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Router } from 'express';
import { PAGES } from '../../../contract/pages.ts';
import type { Services } from '../../services.ts';
import { noSuchRoute } from '../../responses/error-answer.ts';
import { sendPage, staticFiles } from '../../responses/static-files.ts';

const NOT_BUILT = `The browser client was not built, so there is no page to show.

From a checkout: npm run build, then start Safelight again.
The API works without it: see /docs and /openapi.json.
`;

/** Where the page does not answer. Programs ask here, not people, so a missing page must stay a JSON error. */
export const NOT_PAGES =
  /^\/(api|mcp|oauth|session|sign-in|health|authority(\.crt)?|docs|openapi\.json|\.well-known)([/?]|$)/;
const ONE_YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * The browser client: GET /, /images/:id, /cull, /statistics, /publishing, /proofs, /proofs/:id, /plans/:id, /settings and /trust, its hashed assets (which browsers keep for good), its icon.
 * Mounted after all other routes.
 */
export function pageRoutes({ webDir }: Pick<Services, 'webDir'>): Router {
  const routes = Router();
  const page = webDir === null ? null : join(webDir, 'index.html');

  routes.options('/{*path}', (req, res, next) => {
    if (NOT_PAGES.test(req.path)) noSuchRoute(req, res, next);
    else res.status(204).set('Allow', 'GET, HEAD, OPTIONS').end();
  });
  if (webDir !== null) {
    routes.use('/assets', staticFiles(join(webDir, 'assets'), { immutable: true, maxAge: ONE_YEAR_MS }));
    routes.use(staticFiles(webDir, { maxAge: 0 }));
  }

  routes.get('/{*path}', (req, res, next) => {
    if (NOT_PAGES.test(req.path) || extname(req.path) !== '' || !req.accepts('html')) {
      next();
      return;
    }
    res.status(PAGES.test(req.path) ? 200 : 404);
    // Checked each time: a build may finish while the server runs.
    if (page === null || !existsSync(page)) {
      res
        .status(PAGES.test(req.path) ? 503 : 404)
        .type('text/plain')
        .send(NOT_BUILT);
      return;
    }
    sendPage(req, res, page);
  });
  return routes;
}
