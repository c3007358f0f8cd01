import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ALL_SCOPES } from '../../contract/scopes.ts';
import { servedRoutes } from '../../testing/express-routes.ts';
import { startApp } from '../../testing/start-app.ts';
import { httpApp } from '../http-app.ts';
import { openApiDocument } from './document.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

/** The browser client's pages are for people and not described for programs. */
const isPage = (path: string) => path === '/{*path}';

test('every route of the program has an operation, and every operation a route', async () => {
  const { app } = await startApp();
  const served = servedRoutes(httpApp(app.services)).filter(({ method, path }) => method !== 'head' && !isPage(path));
  const names = (routes: readonly { method: string; path: string }[]) =>
    [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort();
  expect(names(served)).toEqual(names(operations));
});

test('every operation names the scopes that its route asks for', async () => {
  const { app } = await startApp();
  const isOfToken = ({ access }: Operation) => access !== 'anyone' && access !== 'client';
  const asked = servedRoutes(httpApp(app.services)).map(
    ({ method, path, scopes }) => [`${method} ${path}`, scopes] as const,
  );
  const told = operations.map(
    (each) => [`${each.method} ${each.path}`, isOfToken(each) ? [each.access].flat() : []] as const,
  );
  const routes = new Set<string>(told.map(([route]) => route));
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(asked.filter(([route]) => routes.has(route))));
});

test('every command that the document shows works as it is written', { timeout: 120_000 }, async () => {
  const { app, folder } = await startApp({
    library: [{ id: 4711, history: [{ operation: 'exposure', module: 6, params: Buffer.alloc(24) }] }],
  });
  const document = openApiDocument({ version: '0.0.0', origin: app.url });
  const { client_id, client_secret } = await app.services.clients.add({ id: 'reader', scope: ALL_SCOPES.join(' ') });
  const run = promisify(execFile);

  const statuses: Record<string, number> = {};
  // Afterwards the image is gone.
  const isLast = ({ id }: { id: string }) => Number(id === 'removeImages');
  for (const { id, path, method } of operations.toSorted((one, other) => isLast(one) - isLast(other))) {
    // It would start darktable.
    if (id === 'startDarktable') continue;
    // A new token each time, because one of the commands revokes it.
    const { access_token } = await app.services.auth.grant(
      { clientId: client_id, clientSecret: client_secret, address: '127.0.0.1' },
      '',
    );
    const [sample] = document.paths![path]![method]!['x-codeSamples'] as { source: string }[];
    const command = sample!.source.replace('curl -s', String.raw`curl -s --max-time 20 -o answer -w '%{http_code}'`);
    const env = { ...process.env, TOKEN: access_token, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };
    const { stdout } = await run('sh', ['-c', command], { cwd: folder, env });
    statuses[id] = Number(stdout);
  }
  const failed = Object.fromEntries(Object.entries(statuses).filter(([, status]) => status >= 400));
  expect(failed).toEqual({
    // Its secret is an ellipsis.
    signIn: 401,
    // There is no such session, no such batch and no failed job.
    endSession: 404,
    getExportBatch: 404,
    getExportArchive: 404,
    forgetExportBatch: 404,
    retryFailedJob: 404,
    forgetFailedJob: 404,
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
    // Looking for updates is off, so there is none to install.
    cancelUpdate: 409,
    checkForUpdate: 409,
    installUpdate: 409,
    // There are no presets.
    applyPreset: 404,
    // No module has a drawn mask.
    copyMask: 409,
    // The history of the image was discarded before.
    createStyle: 409,
    // There is no such photograph.
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
