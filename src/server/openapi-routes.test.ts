import { expect, test } from 'vitest';
import { servedRoutes } from '../testing/express-routes.ts';
import { startApp } from '../testing/start-app.ts';
import { httpApp } from './http-app.ts';
import { operations } from './openapi-operations.ts';

/** The pages of the browser client are for people, not described for programs. */
const isPage = (path: string) => path === '/{*path}';

test('every route of the program has an operation, and every operation a route', async () => {
  const { app } = await startApp();
  const served = servedRoutes(httpApp(app.parts)).filter(({ method, path }) => method !== 'head' && !isPage(path));
  const names = (routes: readonly { method: string; path: string }[]) =>
    [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort();
  expect(names(served)).toEqual(names(operations));
});
