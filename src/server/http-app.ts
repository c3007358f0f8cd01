import express, { Router, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { cors } from './middleware/cors.ts';
import { errorAnswer, methodNotAllowed, noSuchRoute } from './responses/error-answer.ts';
import { authenticate } from './middleware/guard.ts';
import { hostCheck } from './middleware/host-check.ts';
import { refuseWhenReadOnly } from './middleware/read-only.ts';
import { answerOptions } from './responses/options-answer.ts';
import type { Services } from '../app/services.ts';
import { adminBridgeRoutes } from './routes/admin-bridge.ts';
import { adminClientRoutes } from './routes/admin-clients.ts';
import { adminQueueRoutes } from './routes/admin-queues.ts';
import { adminSettingRoutes } from './routes/admin-settings.ts';
import { adminSignInRoutes } from './routes/admin-sign-in.ts';
import { adminUpkeepRoutes } from './routes/admin-upkeep.ts';
import { docsRoutes } from './routes/docs.ts';
import { eventRoutes } from './routes/events.ts';
import { exportBatchRoutes } from './routes/export-batches.ts';
import { exportRoutes } from './routes/exports.ts';
import { imageRoutes } from './routes/images.ts';
import { manyImageRoutes } from './routes/many-images.ts';
import { moduleRoutes } from './routes/modules.ts';
import { filmRoutes, tagRoutes } from './routes/names.ts';
import { oauthRoutes } from './routes/oauth.ts';
import { pageRoutes } from './routes/pages.ts';
import { overviewRoutes } from './routes/overview.ts';
import { placeholderRoutes } from './routes/placeholders.ts';
import { previewRoutes } from './routes/previews.ts';
import { healthRoutes, libraryRoutes } from './routes/service.ts';
import { sessionRoutes } from './routes/session.ts';

/** The security headers of every answer. Pages may load what this server sends and nothing else. */
const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // Plain HTTP on the own machine: promising HTTPS would lock people out.
  strictTransportSecurity: false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
});

/** Answers of the admin routes hold secrets and the state of the moment: no cache may keep them. */
const notKept: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};

/** The routes under /api/v1, all behind a token. */
function apiRoutes(parts: Services): Router {
  const api = Router();
  api.use(authenticate(parts.auth));
  api.use(answerOptions);
  api.use('/images', refuseWhenReadOnly(parts.isReadOnly));
  // What is asked for most comes first. Fixed words before ids.
  api.use('/images', previewRoutes(parts), exportRoutes(parts), moduleRoutes(parts));
  api.use('/images', overviewRoutes(parts), placeholderRoutes(parts), manyImageRoutes(parts), imageRoutes(parts));
  api.use('/exports', exportBatchRoutes(parts));
  api.use('/tags', tagRoutes(parts));
  api.use('/films', filmRoutes(parts));
  api.use('/library', libraryRoutes(parts));
  api.use('/events', eventRoutes(parts));
  api.use('/admin', notKept);
  api.use('/admin', adminSignInRoutes(parts), adminUpkeepRoutes(parts));
  api.use('/admin/clients', adminClientRoutes(parts));
  api.use('/admin/settings', adminSettingRoutes(parts));
  api.use('/admin/queues', adminQueueRoutes(parts));
  api.use('/admin/bridge', adminBridgeRoutes(parts));
  for (const path of ['/images/refresh', '/images/export']) api.all(path, methodNotAllowed('POST'));
  for (const path of [
    '/images',
    '/images/outline',
    '/images/timeline',
    '/images/facets',
    '/images/placeholders',
    '/images/:id',
    '/images/:id/preview',
    '/images/:id/full',
    '/images/:id/modules',
    '/images/:id/edits',
    '/tags',
    '/films',
    '/library',
  ]) {
    api.all(path, methodNotAllowed('GET', 'HEAD'));
  }
  api.all('/images/:id/modules/:op', methodNotAllowed('GET', 'HEAD', 'PATCH'));
  for (const path of ['/images/:id/refresh', '/images/:id/export', '/images/:id/modules/:op/undo'])
    api.all(path, methodNotAllowed('POST'));
  api.use(noSuchRoute);
  return api;
}

/** What happens to a request, in order. */
export function httpApp(parts: Services): Express {
  const app = express();
  app.disable('x-powered-by');
  // Answers carry tags of their own; Express would hash every body once more.
  app.disable('etag');
  app.set('query parser', 'simple');
  // What has a tag is compared with it where it is sent. Express would answer 304 to `If-None-Match: *` whatever there is to say.
  Object.defineProperty(app.request, 'fresh', { value: false });

  app.use(hostCheck(parts.allowedHosts));
  app.use(securityHeaders);
  app.use(cors(parts.allowedOrigins));

  app.use('/api/v1', apiRoutes(parts));
  app.use('/api', noSuchRoute);
  // What is behind a token has told it there, to those who have one.
  app.use(answerOptions);
  app.use(healthRoutes());
  app.use(oauthRoutes(parts));
  app.use(sessionRoutes(parts));
  app.use(docsRoutes(parts));
  app.use(pageRoutes(parts));

  app.use(noSuchRoute);
  app.use(errorAnswer(parts.log));
  return app;
}
