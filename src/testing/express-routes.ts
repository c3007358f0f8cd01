import type { Express } from 'express';

export interface ServedRoute {
  method: string;
  /** As the document writes it: `/api/v1/images/{id}`. */
  path: string;
}

/** What Express 5 keeps of a route or of a router: its layers carry the paths that they were mounted with. */
interface Layer {
  rawPath: unknown;
  route?: { path: unknown; methods: Record<string, boolean | undefined> };
  handle: { stack?: Layer[] };
}

/**
 * Every route of an application with the methods it was registered for. `all` (the answer 405) and middleware are no
 * routes. Throws when a path is not a text, as nobody could compare that with a document.
 */
export function servedRoutes(app: Express): ServedRoute[] {
  const routes: ServedRoute[] = [];
  const walk = (stack: readonly Layer[], base: string) => {
    for (const { rawPath, route, handle } of stack) {
      const paths = [route ? route.path : rawPath].flat(Infinity);
      for (const path of paths) {
        if (!route && !handle.stack) continue;
        if (typeof path !== 'string')
          throw new Error(`The route ${String(path)} below ${base || '/'} has no path of text.`);
        const full = `${base}/${path}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
        if (!route) walk(handle.stack!, full === '/' ? '' : full);
        else {
          for (const [method, isServed] of Object.entries(route.methods)) {
            if (isServed === true && method !== '_all') routes.push({ method, path: full.replace(/:(\w+)/g, '{$1}') });
          }
        }
      }
    }
  };
  walk((app.router as unknown as { stack: Layer[] }).stack, '');
  return routes;
}
