import { Router, type RequestHandler } from 'express';
import type { Services } from '../services.ts';
import type { Scope } from '../../contract/scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { noStore, oauthError, refuseForeignPages } from '../middleware/client-secret.ts';
import { principalOf, refuseForeignPage, requireScope } from '../middleware/guard.ts';
import { parse } from '../requests/parse.ts';
import { imageFinder, moduleFinder, refuseWhenReadOnly } from './checks.ts';
import { pathReader } from './path-parameters.ts';
import { PathTable } from './path-table.ts';
import type { Asked, Route } from './route.ts';
import { senderOf } from './send.ts';
import { anyJson, refuseBody, refuseQuery, takesNoBody, takesNoQuery } from './unused-parts.ts';

/** Answers paths below `base`. Each of them also answers OPTIONS, and 405 to methods that it does not have. */
export function routerOf(routes: readonly Route[], services: Services, base = ''): RequestHandler {
  const table = new PathTable<Place>();
  for (const [path, here] of Map.groupBy(routes, (each) => each.path))
    table.add(path.slice(base.length), placeOf(here, services));
  return (req, res, next) => {
    const found = table.find(req.path);
    // The contract reads a fixed word as an id where only that can be meant: GET /api/v1/images/refresh is 400.
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const at = (isRead ? found.find(({ value }) => value.handlers.has(req.method)) : null) ?? found[0];
    if (!at) {
      next();
      return;
    }
    req.params = at.params;
    return (at.value.handlers.get(req.method) ?? at.value.refuse)(req, res, next);
  };
}

/** What is at one path. */
interface Place {
  /** By method. */
  handlers: ReadonlyMap<string, RequestHandler>;
  /** Throws `method_not_allowed`. */
  refuse: RequestHandler;
}

function placeOf(here: readonly Route[], services: Services): Place {
  const handlers = new Map<string, RequestHandler>();
  for (const each of here) {
    const handler = guarded(each, services);
    for (const method of methodsOf(each)) handlers.set(method, handler);
  }
  const methods = [...handlers.keys()].join(', ');
  handlers.set('OPTIONS', (_req, res) => void res.setHeader('Allow', `${methods}, OPTIONS`).status(204).end());
  const refuse: RequestHandler = ({ method }, res) => {
    res.setHeader('Allow', methods);
    throw new AppError('method_not_allowed', `${method} is not supported here. Supported: ${methods}.`);
  };
  return { handlers, refuse };
}

const methodsOf = ({ method, head = true }: Route) =>
  method === 'get' && head ? ['GET', 'HEAD'] : [method.toUpperCase()];

/** The scopes that a token or a session needs for a route. */
export const scopesOf = ({ scope }: Pick<Route, 'scope'>): readonly Scope[] =>
  scope === 'none' || scope === 'client' ? [] : [scope].flat();

/** Answers paths below `/api/v1`. */
export function apiRouter(routes: readonly Route[], services: Services): RequestHandler {
  const open = routes.find((each) => scopesOf(each).length === 0);
  if (open) throw new Error(`The route ${open.id} would let anybody in.`);
  return routerOf(routes, services, '/api/v1');
}

function guarded(route: Route, services: Services): RequestHandler {
  const handler = handlerOf(route, services);
  if (route.scope !== 'client') return handler;
  return Router().use(noStore, refuseForeignPages(services.allowedOrigins), handler, oauthError);
}

/** The checks of a request in their order, the handler, and the answer. */
function handlerOf(route: Route, services: Services): RequestHandler {
  const { query, body } = route;
  const scopes = scopesOf(route);
  // Answers to the administrator hold secrets and momentary state: no cache may keep them.
  const isForAdmin = scopes.includes('admin');
  // A GET is refused only where it would ask for a picture.
  const isRefusedReadOnly = route.method !== 'get' && route.errors?.includes('read_only');
  const readPath = pathReader(route.path);
  const findImage = route.image && imageFinder(route.image, services);
  const findModule = route.module && moduleFinder(route.module, services);
  const hasNoQuery = takesNoQuery(route);
  const hasNoBody = takesNoBody(route);
  const read = hasNoBody ? anyJson : body?.read;
  const handle = route.handle(services);
  const send = senderOf(route);

  return (req, res) => {
    if (isForAdmin) res.setHeader('Cache-Control', 'no-store');
    if (route.ownPageOnly) refuseForeignPage(req);
    for (const scope of scopes) requireScope(res, scope);
    if (isRefusedReadOnly) refuseWhenReadOnly(services);
    const params = readPath(req.params);
    return after(findImage?.(params.id as number), (image) =>
      after(findModule?.(params.id as number, params.op as string), (moduleOf) => {
        if (hasNoQuery) refuseQuery(req);
        const parameters = query && parse(query, req.query);
        const module = moduleOf?.(parameters?.instance as number | undefined);
        return after(read?.(req, res), () => {
          if (hasNoBody) refuseBody(req);
          const client = scopes.length > 0 ? principalOf(res).clientId : '';
          const asked: Asked = { params, image, module, query: parameters, body: body?.parse(req), client, req, res };
          return after(handle(asked), (given) => send(given, req, res));
        });
      }),
    );
  };
}

/** Goes on at once where there is nothing to wait for: such answers are made in one batch, which reads once for all of them. */
const after = <Value>(value: Value | Promise<Value>, next: (value: Value) => unknown): unknown =>
  value instanceof Promise ? value.then(next) : next(value);
