import type { Express } from 'express';

export interface ServedRoute {
  method: string;
  /** As the document writes it: `/api/v1/images/{id}`. */
  path: string;
  /** What its guards ask for. */
  scopes: string[];
}

/** What Express 5 keeps of a route or router: its layers know the paths they were mounted at. */
interface Layer {
  rawPath: unknown;
  route?: { path: unknown; methods: Record<string, boolean | undefined>; stack: (Layer & { method?: string })[] };
  handle: { stack?: Layer[]; scope?: string };
}

/**
 * Every route of an application with its registered methods. `all` (the answer 405) and middleware do not count. Throws when
 * a path is not a string, since it could not be compared with the document.
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
            if (isServed !== true || method === '_all') continue;
            const scopes = route.stack
              .filter((each) => each.method === method)
              .flatMap((each) => each.handle.scope ?? []);
            routes.push({ method, path: full.replace(/:(\w+)/g, '{$1}'), scopes });
          }
        }
      }
    }
  };
  walk((app.router as unknown as { stack: Layer[] }).stack, '');
  return routes;
}
