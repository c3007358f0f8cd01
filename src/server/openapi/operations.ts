import { operationOf } from './operation-of.ts';
import type { Operation } from './operation.ts';
import { oauthOperations } from '../routes/oauth.operations.ts';
import { imageRoutes } from '../routes/images.ts';
import { imageChangesOperations } from '../routes/image-changes.operations.ts';
import { imageOperationsOperations } from '../routes/image-operations.operations.ts';
import { tagChangesOperations } from '../routes/tag-changes.operations.ts';
import { overviewOperations } from '../routes/overview.operations.ts';
import { visibleImagesOperations } from '../routes/visible-images.operations.ts';
import { placeholdersOperations } from '../routes/placeholders.operations.ts';
import { previewsOperations } from '../routes/previews.operations.ts';
import { exportsOperations } from '../routes/exports.operations.ts';
import { imagesSummaryOperations } from '../routes/images-summary.operations.ts';
import { manyImagesOperations } from '../routes/many-images.operations.ts';
import { exportBatchesOperations } from '../routes/export-batches.operations.ts';
import { modulesOperations } from '../routes/modules.operations.ts';
import { historyOperations } from '../routes/history.operations.ts';
import { postponedChangeOperations } from '../routes/postponed-changes.operations.ts';
import { presetOperations } from '../routes/presets.operations.ts';
import { maskOperations } from '../routes/masks.operations.ts';
import { moduleOrderOperations } from '../routes/module-order.operations.ts';
import { moduleStepOperations } from '../routes/module-steps.operations.ts';
import { stylesOperations } from '../routes/styles.operations.ts';
import { moduleDefaultsOperations } from '../routes/module-defaults.operations.ts';
import { moduleInputOperations } from '../routes/module-input.operations.ts';
import { moduleShapesOperations } from '../routes/module-shapes.operations.ts';
import { lensDatabaseOperations } from '../routes/lens-database.operations.ts';
import { noiseProfilesOperations } from '../routes/noise-profiles.operations.ts';
import { whiteBalanceOperations } from '../routes/white-balance.operations.ts';
import { panelOperations } from '../routes/panel.operations.ts';
import { renderOperations } from '../routes/render.operations.ts';
import { tilesOperations } from '../routes/tiles.operations.ts';
import { namesOperations } from '../routes/names.operations.ts';
import { serviceOperations } from '../routes/service.operations.ts';
import { eventsOperations } from '../routes/events.operations.ts';
import { docsOperations } from '../routes/docs.operations.ts';
import { sessionOperations } from '../routes/session.operations.ts';
import { adminSignInOperations } from '../routes/admin-sign-in.operations.ts';
import { adminClientsOperations } from '../routes/admin-clients.operations.ts';
import { adminSettingsOperations } from '../routes/admin-settings.operations.ts';
import { adminFarmOperations } from '../routes/admin-farm.operations.ts';
import { adminPreviewsOperations } from '../routes/admin-previews.operations.ts';
import { adminQueuesOperations } from '../routes/admin-queues.operations.ts';
import { adminBridgeOperations } from '../routes/admin-bridge.operations.ts';
import { adminUpkeepOperations } from '../routes/admin-upkeep.operations.ts';
import { adminUpdateOperations } from '../routes/admin-updates.operations.ts';

/** The whole API, in the order of the documentation. Each description is in a file next to its route. */
export const operations: readonly Operation[] = [
  ...oauthOperations,
  ...imageRoutes.map(operationOf),
  ...overviewOperations,
  ...placeholdersOperations,
  ...visibleImagesOperations,
  ...previewsOperations,
  ...exportsOperations,
  ...imagesSummaryOperations,
  ...manyImagesOperations,
  ...exportBatchesOperations,
  ...imageChangesOperations,
  ...imageOperationsOperations,
  ...modulesOperations,
  ...moduleDefaultsOperations,
  ...moduleInputOperations,
  ...moduleShapesOperations,
  ...whiteBalanceOperations,
  ...noiseProfilesOperations,
  ...lensDatabaseOperations,
  ...panelOperations,
  ...renderOperations,
  ...tilesOperations,
  ...presetOperations,
  ...moduleStepOperations,
  ...maskOperations,
  ...moduleOrderOperations,
  ...historyOperations,
  ...stylesOperations,
  ...postponedChangeOperations,
  ...namesOperations,
  ...tagChangesOperations,
  ...serviceOperations,
  ...eventsOperations,
  ...docsOperations,
  ...sessionOperations,
  ...adminSignInOperations,
  ...adminClientsOperations,
  ...adminSettingsOperations,
  ...adminPreviewsOperations,
  ...adminQueuesOperations,
  ...adminBridgeOperations,
  ...adminFarmOperations,
  ...adminUpkeepOperations,
  ...adminUpdateOperations,
];
