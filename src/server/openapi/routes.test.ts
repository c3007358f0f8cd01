import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ErrorBody } from '../../contract/errors.ts';
import { ALL_SCOPES } from '../../contract/scopes.ts';
import { startApp } from '../../testing/start-app.ts';
import { routes } from '../http-app.ts';
import { scopesOf } from '../routing/router.ts';
import { documentPath, openApiDocument } from './document.ts';

test('every route lets in whoever has its scopes, and nobody who lacks one of them', async () => {
  const { ask } = await startApp();
  const challenged = [];
  for (const route of routes) {
    const path = route.path.replaceAll(/:\w+/g, 'x');
    const method = route.method.toUpperCase();
    for (const scope of scopesOf(route)) {
      const { status, body } = await ask<ErrorBody>(method, path, {
        scopes: ALL_SCOPES.filter((each) => each !== scope),
      });
      challenged.push([route.id, status, body.error, body.detail.includes(scope)]);
      expect(challenged.at(-1)).toEqual([route.id, 403, 'forbidden', true]);
    }
    if (scopesOf(route).length > 0)
      expect([route.id, (await ask(method, path, { scopes: null })).status]).toEqual([route.id, 401]);
  }
  expect(challenged.length).toBeGreaterThan(100);
});

test('every command that the document shows works as it is written', async () => {
  const { app, folder } = await startApp({
    library: [{ id: 4711, history: [{ operation: 'exposure', module: 6, params: Buffer.alloc(24) }] }],
  });
  const document = openApiDocument(routes, { version: '0.0.0', origin: app.url });
  const { client_id, client_secret } = await app.services.clients.add({ id: 'reader', scope: ALL_SCOPES.join(' ') });
  const run = promisify(execFile);

  const statuses: Record<string, number> = {};
  // Afterwards the image is gone.
  const isLast = ({ id }: { id: string }) => Number(id === 'removeImages');
  for (const { id, path, method } of routes.toSorted((one, other) => isLast(one) - isLast(other))) {
    // It would start darktable.
    if (id === 'startDarktable') continue;
    // A new token each time, because one of the commands revokes it.
    const { access_token } = await app.services.auth.grant(
      { clientId: client_id, clientSecret: client_secret, address: '127.0.0.1' },
      '',
    );
    const [sample] = document.paths![documentPath(path)]![method]!['x-codeSamples'] as { source: string }[];
    const command = sample!.source.replace('curl -s', String.raw`curl -s -o answer -w '%{http_code}'`);
    const env = { ...process.env, TOKEN: access_token, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };
    const { stdout } = await run('sh', ['-c', command], { cwd: folder, env });
    statuses[id] = Number(stdout);
  }
  const failed = Object.fromEntries(Object.entries(statuses).filter(([, status]) => status >= 400));
  expect(failed).toEqual({
    // Its secret is an ellipsis.
    signIn: 401,
    // HTTPS is off.
    getAuthority: 404,
    downloadAuthority: 404,
    renewAuthority: 409,
    // There is no public address, and no test of one expects these.
    testPublicAddress: 409,
    echoPage: 404,
    echoChange: 404,
    echoEvent: 404,
    // It has a token, and no cookie.
    askForRights: 403,
    // There is no such session, request, search, recipe or destination any more, no such batch and no failed job.
    answerRightsRequest: 404,
    deleteSearch: 404,
    endSession: 404,
    getExportBatch: 404,
    getExportArchive: 404,
    forgetExportBatch: 404,
    exportByRecipe: 404,
    testDestination: 404,
    // No id is given again, so there is none of the example.
    replaceRecipe: 404,
    deleteRecipe: 404,
    replaceDestination: 404,
    deleteDestination: 404,
    // It was deleted before.
    listWebhookDeliveries: 404,
    replayWebhookDelivery: 404,
    rotateWebhookSecret: 404,
    testWebhook: 404,
    retryFailedJob: 404,
    forgetFailedJob: 404,
    // It was deleted before.
    planPublication: 404,
    runPublication: 404,
    stopPublication: 404,
    getPublicationFeedback: 404,
    takeOverPublicationFeedback: 404,
    listPublicationExistingItems: 404,
    takeOverPublicationItems: 404,
    // No guest came.
    openProofAgain: 404,
    removeProofGuest: 404,
    // The plan of the example is of no proof.
    takeOverProofMarks: 409,
    // No agent has planned anything.
    getAgentPlan: 404,
    changeAgentPlan: 404,
    refuseAgentPlan: 404,
    acceptAgentPlan: 404,
    undoAgentPlan: 404,
    // There is no backup of that day.
    restoreBackup: 404,
    // There are fewer changes, none is postponed, no such tag and no such style.
    applyStyle: 404,
    dropPostponedChange: 404,
    makePostponedChange: 404,
    changeStyle: 404,
    getStyleFile: 404,
    deleteStyle: 404,
    undoChange: 404,
    cancelChange: 404,
    changeTag: 404,
    deleteTag: 404,
    // No such album.
    getAlbum: 404,
    changeAlbum: 404,
    deleteAlbum: 404,
    orderAlbum: 404,
    changeAlbumImages: 404,
    // Looking for updates is off, so there is none to install.
    cancelUpdate: 409,
    checkForUpdate: 409,
    installUpdate: 409,
    // darktable is set to write no sidecars.
    writeSidecars: 409,
    // There are no presets.
    applyPreset: 404,
    // No module has a drawn mask.
    copyMask: 409,
    // The history of the image was discarded before.
    createStyle: 409,
    // There is no such photograph.
    getModuleHistogram: 422,
    getModuleInput: 422,
    getModuleShapes: 422,
    getTile: 422,
    getTiles: 422,
    renderImage: 422,
    // Only this computer can reach the server.
    pairDevice: 409,
    // No other machines render.
    pauseFarm: 409,
    resumeFarm: 409,
  });
});
