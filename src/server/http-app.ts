import express, { Router, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { cors } from './middleware/cors.ts';
import { errorAnswer, noSuchRoute } from './responses/error-answer.ts';
import { authenticate } from './middleware/guard.ts';
import { hostCheck } from './middleware/host-check.ts';
import { refuseWhenReadOnly } from './middleware/read-only.ts';
import { answerOptions, refuseOtherMethods } from './responses/allowed-methods.ts';
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
function apiRoutes(services: Services): Router {
  const api = Router();
  api.use(authenticate(services.auth));
  api.use(answerOptions);
  api.use('/images', refuseWhenReadOnly(services.isReadOnly));
  // What is asked for most comes first. Fixed words before ids.
  api.use('/images', previewRoutes(services), exportRoutes(services), moduleRoutes(services));
  api.use(
    '/images',
    overviewRoutes(services),
    placeholderRoutes(services),
    manyImageRoutes(services),
    imageRoutes(services),
  );
  api.use('/exports', exportBatchRoutes(services));
  api.use('/tags', tagRoutes(services));
  api.use('/films', filmRoutes(services));
  api.use('/library', libraryRoutes(services));
  api.use('/events', eventRoutes(services));
  api.use('/admin', notKept);
  api.use('/admin', adminSignInRoutes(services), adminUpkeepRoutes(services));
  api.use('/admin/clients', adminClientRoutes(services));
  api.use('/admin/settings', adminSettingRoutes(services));
  api.use('/admin/queues', adminQueueRoutes(services));
  api.use('/admin/bridge', adminBridgeRoutes(services));
  api.use(refuseOtherMethods, noSuchRoute);
  return api;
}

/** What happens to a request, in order. */
export function httpApp(services: Services): Express {
  const app = express();
  app.disable('x-powered-by');
  // Answers carry tags of their own; Express would hash every body once more.
  app.disable('etag');
  app.set('query parser', 'simple');
  // What has a tag is compared with it where it is sent. Express would answer 304 to `If-None-Match: *` whatever there is to say.
  Object.defineProperty(app.request, 'fresh', { value: false });

  app.use(hostCheck(services.allowedHosts));
  app.use(securityHeaders);
  app.use(cors(services.allowedOrigins));

  app.use('/api/v1', apiRoutes(services));
  app.use('/api', noSuchRoute);
  // What is behind a token has told it there, to those who have one.
  app.use(answerOptions);
  app.use(healthRoutes());
  app.use(oauthRoutes(services));
  app.use(sessionRoutes(services));
  app.use(docsRoutes(services));
  app.use(refuseOtherMethods);
  app.use(pageRoutes(services));

  app.use(noSuchRoute);
  app.use(errorAnswer(services.log));
  return app;
}
