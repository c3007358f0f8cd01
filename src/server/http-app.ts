import express, { Router, type Express, type RequestHandler } from 'express';
import { cors } from './middleware/cors.ts';
import { errorAnswer, noSuchRoute } from './responses/error-answer.ts';
import { authenticate } from './middleware/guard.ts';
import { hostCheck } from './middleware/host-check.ts';
import { answerHeaders, pageHeaders } from './middleware/security-headers.ts';
import { refuseWhenReadOnly } from './middleware/read-only.ts';
import { refuseUnusedParts } from './middleware/unused-parts.ts';
import { answerOptions, refuseOtherMethods } from './responses/allowed-methods.ts';
import type { Services } from '../app/services.ts';
import { adminBridgeRoutes } from './routes/admin-bridge.ts';
import { adminClientRoutes } from './routes/admin-clients.ts';
import { adminFarmRoutes } from './routes/admin-farm.ts';
import { adminPreviewRoutes } from './routes/admin-previews.ts';
import { adminQueueRoutes } from './routes/admin-queues.ts';
import { adminSettingRoutes } from './routes/admin-settings.ts';
import { adminSignInRoutes } from './routes/admin-sign-in.ts';
import { adminUpdateRoutes } from './routes/admin-updates.ts';
import { adminUpkeepRoutes } from './routes/admin-upkeep.ts';
import { docsRoutes } from './routes/docs.ts';
import { eventRoutes } from './routes/events.ts';
import { exportBatchRoutes } from './routes/export-batches.ts';
import { addExportRoutes } from './routes/exports.ts';
import { postponedChangeRoutes } from './routes/postponed-changes.ts';
import { addImageChangeRoutes, changeRoutes } from './routes/image-changes.ts';
import { addImagesSummaryRoute } from './routes/images-summary.ts';
import { addHistoryRoutes } from './routes/history.ts';
import { presetRoutes } from './routes/presets.ts';
import { addMaskRoutes } from './routes/masks.ts';
import { addModuleOrderRoutes } from './routes/module-order.ts';
import { addModuleDefaultsRoute } from './routes/module-defaults.ts';
import { addModuleInputRoute } from './routes/module-input.ts';
import { addModuleShapesRoute } from './routes/module-shapes.ts';
import { addModuleStepRoutes } from './routes/module-steps.ts';
import { addImageOperationRoutes } from './routes/image-operations.ts';
import { imageRoutes } from './routes/images.ts';
import { routerOf } from './routing/router.ts';
import { addManyImageRoutes } from './routes/many-images.ts';
import { addModuleRoutes } from './routes/modules.ts';
import { styleRoutes } from './routes/styles.ts';
import { tagChangeRoutes } from './routes/tag-changes.ts';
import { filmRoutes, tagRoutes } from './routes/names.ts';
import { panelRoutes } from './routes/panel.ts';
import { oauthRoutes } from './routes/oauth.ts';
import { pageRoutes } from './routes/pages.ts';
import { lensDatabaseRoutes } from './routes/lens-database.ts';
import { addNoiseProfilesRoute } from './routes/noise-profiles.ts';
import { addOverviewRoutes } from './routes/overview.ts';
import { addPlaceholderRoutes } from './routes/placeholders.ts';
import { addPreviewRoutes } from './routes/previews.ts';
import { addWhiteBalanceRoute } from './routes/white-balance.ts';
import { addRenderRoute } from './routes/render.ts';
import { addTileRoutes } from './routes/tiles.ts';
import { healthRoutes, libraryRoutes } from './routes/service.ts';
import { sessionRoutes } from './routes/session.ts';
import { addVisibleImagesRoute } from './routes/visible-images.ts';

/** Answers of the admin routes hold secrets and momentary state: no cache may keep them. */
const notKept: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};

/** The routes under /api/v1/images, in one router: each nested one costs every request some microseconds. */
function imagesRoutes(services: Services): Router {
  const images = Router();
  // They change nothing.
  addImagesSummaryRoute(images, services);
  addRenderRoute(images, services);
  addTileRoutes(images, services);
  images.use(refuseWhenReadOnly(services.whyReadOnly));
  // The most frequent requests come first. Fixed words come before ids.
  addPreviewRoutes(images, services);
  addOverviewRoutes(images, services);
  addPlaceholderRoutes(images, services);
  addVisibleImagesRoute(images, services);
  addManyImageRoutes(images, services);
  images.use(routerOf(imageRoutes, services, '/api/v1/images'));
  addModuleRoutes(images, services);
  addHistoryRoutes(images, services);
  addModuleStepRoutes(images, services);
  addMaskRoutes(images, services);
  addModuleOrderRoutes(images, services);
  addModuleDefaultsRoute(images, services);
  addModuleInputRoute(images, services);
  addModuleShapesRoute(images, services);
  addWhiteBalanceRoute(images, services);
  addNoiseProfilesRoute(images, services);
  addExportRoutes(images, services);
  addImageChangeRoutes(images, services);
  addImageOperationRoutes(images, services);
  return images;
}

/** The routes under /api/v1, all of which need a token. */
function apiRoutes(services: Services): Router {
  const api = Router();
  api.use(answerHeaders, authenticate(services.auth));
  api.use(answerOptions, refuseUnusedParts);
  api.use('/images', imagesRoutes(services));
  api.use('/postponed-changes', refuseWhenReadOnly(services.whyReadOnly), postponedChangeRoutes(services));
  api.use('/changes', refuseWhenReadOnly(services.whyReadOnly), changeRoutes(services));
  api.use('/exports', exportBatchRoutes(services));
  api.use('/tags', refuseWhenReadOnly(services.whyReadOnly), tagRoutes(services), tagChangeRoutes(services));
  api.use('/styles', refuseWhenReadOnly(services.whyReadOnly), styleRoutes(services));
  api.use('/films', filmRoutes(services));
  api.use('/modules', presetRoutes(services));
  api.use('/panel', panelRoutes(services));
  api.use('/lens-database', lensDatabaseRoutes(services));
  api.use('/library', libraryRoutes(services));
  api.use('/events', eventRoutes(services));
  api.use('/admin', notKept);
  api.use('/admin', adminSignInRoutes(services), adminUpkeepRoutes(services));
  api.use('/admin/clients', adminClientRoutes(services));
  api.use('/admin/settings', adminSettingRoutes(services));
  api.use('/admin/previews', adminPreviewRoutes(services));
  api.use('/admin/queues', adminQueueRoutes(services));
  api.use('/admin/bridge', adminBridgeRoutes(services));
  api.use('/admin/farm', adminFarmRoutes(services));
  api.use('/admin/update', adminUpdateRoutes(services));
  api.use(refuseOtherMethods, noSuchRoute);
  return api;
}

/** The steps of handling a request, in order. */
export function httpApp(services: Services): Express {
  const app = express();
  app.disable('x-powered-by');
  // Answers carry their own tags; Express would hash every body again.
  app.disable('etag');
  app.set('query parser', 'simple');
  // Tags are compared where an answer is sent. Express would answer 304 to `If-None-Match: *` whatever the answer is.
  Object.defineProperty(app.request, 'fresh', { value: false });

  app.use(hostCheck(services.allowedHosts));
  app.use(cors(services.allowedOrigins));

  app.use('/api/v1', apiRoutes(services));
  app.use('/api', answerHeaders, noSuchRoute);

  app.use(pageHeaders);
  // Routes that need a token have answered already, to those who have one.
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
