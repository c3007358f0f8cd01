import express, { type Express } from 'express';
import type { Services } from './services.ts';
import { agentDoor } from './agents/agent-door.ts';
import { cors } from './middleware/cors.ts';
import { authenticate, knowPublicAddress } from './middleware/guard.ts';
import { hostCheck } from './middleware/host-check.ts';
import { onlyHttps } from './middleware/only-https.ts';
import { knowSender } from './network/request-sender.ts';
import { answerHeaders, pageHeaders } from './middleware/security-headers.ts';
import { errorAnswer, noSuchRoute } from './responses/error-answer.ts';
import { agentRoutes } from './routes/agents/agents.ts';
import { agentPlanRoutes } from './routes/agents/plans.ts';
import { albumRoutes } from './routes/images/albums.ts';
import { adminBridgeRoutes } from './routes/admin/bridge.ts';
import { adminClientRoutes } from './routes/admin/clients.ts';
import { adminFarmRoutes } from './routes/admin/farm.ts';
import { adminHttpsRoutes } from './routes/admin/https.ts';
import { adminPublicAddressRoutes } from './routes/admin/public-address.ts';
import { adminPreviewRoutes } from './routes/admin/previews.ts';
import { adminQueueRoutes } from './routes/admin/queues.ts';
import { adminRemoteAccessRoutes } from './routes/admin/remote-access.ts';
import { adminSettingRoutes } from './routes/admin/settings.ts';
import { adminSignInRoutes } from './routes/admin/sign-in.ts';
import { adminUpdateRoutes } from './routes/admin/updates.ts';
import { adminUpkeepRoutes } from './routes/admin/upkeep.ts';
import { docsRoutes } from './routes/service/docs.ts';
import { eventRoutes } from './routes/service/events.ts';
import { exportBatchRoutes } from './routes/exports/export-batches.ts';
import { destinationRoutes } from './routes/exports/destinations.ts';
import { recipeRoutes } from './routes/exports/recipes.ts';
import { webhookRoutes } from './routes/admin/webhooks.ts';
import { proofGuestRoutes } from './routes/proofing/proof-guests.ts';
import { proofTakeoverRoutes } from './routes/proofing/proof-takeover.ts';
import { proofEndRoutes, proofRoutes } from './routes/proofing/proofs.ts';
import { publicationExistingRoutes } from './routes/publishing/publication-existing.ts';
import { publicationFeedbackRoutes } from './routes/publishing/publication-feedback.ts';
import { publicationRoutes } from './routes/publishing/publications.ts';
import { exportRoutes } from './routes/exports/exports.ts';
import { historyRoutes } from './routes/histories/history.ts';
import { imageChangeRoutes } from './routes/changes/image-changes.ts';
import { imageOperationRoutes } from './routes/changes/image-operations.ts';
import { imageRoutes } from './routes/images/images.ts';
import { imagesSummaryRoutes } from './routes/images/images-summary.ts';
import { lensDatabaseRoutes } from './routes/darktable/lens-database.ts';
import { manyImageRoutes } from './routes/images/many-images.ts';
import { maskRoutes } from './routes/modules/masks.ts';
import { moduleDefaultsRoutes } from './routes/modules/module-defaults.ts';
import { moduleInputRoutes } from './routes/modules/module-input.ts';
import { moduleOrderRoutes } from './routes/modules/module-order.ts';
import { moduleShapesRoutes } from './routes/modules/module-shapes.ts';
import { moduleStepRoutes } from './routes/modules/module-steps.ts';
import { moduleRoutes } from './routes/modules/modules.ts';
import { nameRoutes } from './routes/service/names.ts';
import { addressEchoRoutes } from './routes/service/address-echo.ts';
import { authorityRoutes } from './routes/service/authority.ts';
import { noiseProfileRoutes } from './routes/darktable/noise-profiles.ts';
import { oauthRoutes } from './routes/access/oauth.ts';
import { overviewRoutes } from './routes/images/overview.ts';
import { panelRoutes } from './routes/darktable/panel.ts';
import { placeholderRoutes } from './routes/images/placeholders.ts';
import { postponedChangeRoutes } from './routes/changes/postponed-changes.ts';
import { presetRoutes } from './routes/darktable/presets.ts';
import { previewRoutes } from './routes/images/previews.ts';
import { renderRoutes } from './routes/darktable/render.ts';
import { savedSearchRoutes } from './routes/images/saved-searches.ts';
import { serviceRoutes } from './routes/service/service.ts';
import { rightsRequestRoutes } from './routes/access/rights-requests.ts';
import { sessionRoutes } from './routes/access/session.ts';
import { styleRoutes } from './routes/histories/styles.ts';
import { tagChangeRoutes } from './routes/changes/tag-changes.ts';
import { tileRoutes } from './routes/images/tiles.ts';
import { visibleImageRoutes } from './routes/images/visible-images.ts';
import { whiteBalanceRoutes } from './routes/darktable/white-balance.ts';
import { pageRoutes } from './routes/service/pages.ts';
import type { Route } from './routing/route.ts';
import { takeOffPrefix } from './requests/path-prefix.ts';
import { apiRouter, routerOf } from './routing/router.ts';

/** The whole API, in the order of its document. */
export const routes: readonly Route[] = [
  ...oauthRoutes,
  ...imageRoutes,
  ...overviewRoutes,
  ...savedSearchRoutes,
  ...albumRoutes,
  ...placeholderRoutes,
  ...visibleImageRoutes,
  ...previewRoutes,
  ...exportRoutes,
  ...imagesSummaryRoutes,
  ...manyImageRoutes,
  ...exportBatchRoutes,
  ...recipeRoutes,
  ...publicationRoutes,
  ...publicationExistingRoutes,
  ...publicationFeedbackRoutes,
  ...proofRoutes,
  ...proofGuestRoutes,
  ...proofTakeoverRoutes,
  ...proofEndRoutes,
  ...destinationRoutes,
  ...webhookRoutes,
  ...imageChangeRoutes,
  ...imageOperationRoutes,
  ...moduleRoutes,
  ...moduleDefaultsRoutes,
  ...moduleInputRoutes,
  ...moduleShapesRoutes,
  ...whiteBalanceRoutes,
  ...noiseProfileRoutes,
  ...lensDatabaseRoutes,
  ...panelRoutes,
  ...renderRoutes,
  ...tileRoutes,
  ...presetRoutes,
  ...moduleStepRoutes,
  ...maskRoutes,
  ...moduleOrderRoutes,
  ...historyRoutes,
  ...styleRoutes,
  ...postponedChangeRoutes,
  ...nameRoutes,
  ...tagChangeRoutes,
  ...serviceRoutes,
  ...addressEchoRoutes,
  ...eventRoutes,
  ...docsRoutes(() => routes),
  ...authorityRoutes,
  ...sessionRoutes,
  ...adminSignInRoutes,
  ...rightsRequestRoutes,
  ...agentPlanRoutes,
  ...agentRoutes,
  ...adminClientRoutes,
  ...adminSettingRoutes,
  ...adminHttpsRoutes,
  ...adminRemoteAccessRoutes,
  ...adminPublicAddressRoutes,
  ...adminPreviewRoutes,
  ...adminQueueRoutes,
  ...adminBridgeRoutes,
  ...adminFarmRoutes,
  ...adminUpkeepRoutes,
  ...adminUpdateRoutes,
];

/** The steps of handling a request, in order. */
export function httpApp(services: Services): Express {
  const app = express();
  app.disable('x-powered-by');
  // Answers carry their own tags; Express would hash every body again.
  app.disable('etag');
  app.set('query parser', 'simple');
  // Tags are compared where an answer is sent. Express would answer 304 to `If-None-Match: *` whatever the answer is.
  Object.defineProperty(app.request, 'fresh', { value: false });

  app.use(takeOffPrefix(services.publicAddress));
  app.use(hostCheck(services.allowedHosts));
  app.use(knowSender(services.proxies));
  app.use(knowPublicAddress(services.publicAddress));
  app.use(onlyHttps(services));
  app.use(cors(services.allowedOrigins));

  const { api = [], open = [] } = Object.groupBy(routes, ({ path }) => (path.startsWith('/api/') ? 'api' : 'open'));
  app.use('/api', answerHeaders);
  app.use('/api/v1', authenticate(services.auth), apiRouter(api, services));
  app.use('/api', noSuchRoute);

  app.use(agentDoor(services, () => app));
  app.use(pageHeaders);
  app.use(routerOf(open, services));
  app.use(pageRoutes(services));

  app.use(noSuchRoute);
  app.use(errorAnswer(services.log));
  return app;
}
