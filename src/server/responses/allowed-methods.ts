import type { Request, RequestHandler } from 'express';
import { AppError } from '../../platform/errors.ts';
import { noSuchRoute } from './error-answer.ts';
import { operations } from '../openapi/operations.ts';

/** Each can be used up or has no end, so a HEAD that was answered as a GET would do harm. */
const WITHOUT_HEAD = new Set(['/sign-in', '/api/v1/events']);
/** Where a path that is not described is no page of the browser client. */
const NOT_PAGES = /^\/(api|oauth|\.well-known)(\/|$)/;

const PATHS = [...Map.groupBy(operations, ({ path }) => path)].map(([path, described]) => ({
  // Of two that fit, the one with fewer parameters is meant: fixed words come before ids.
  parameters: path.split('{').length,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  methods: described.flatMap(({ method }) =>
    method === 'get' && !WITHOUT_HEAD.has(path) ? ['GET', 'HEAD'] : [method.toUpperCase()],
  ),
}));
PATHS.sort((one, other) => one.parameters - other.parameters);

/** The methods that the API document has for a path, or undefined when it does not know the path. */
const methodsAt = (path: string) => PATHS.find(({ pattern }) => pattern.test(path))?.methods;
const pathOf = ({ originalUrl }: Request) => originalUrl.split('?', 1)[0]!;

/** Whether the API document has the path of a request with its method. */
export const isServed = (req: Request): boolean => methodsAt(pathOf(req))?.includes(req.method) === true;

/** 204 with the methods that the API document has for a path, so that every route answers alike; Express would answer for some of them. */
export const answerOptions: RequestHandler = (req, res, next) => {
  if (req.method !== 'OPTIONS') {
    next();
    return;
  }
  const path = pathOf(req);
  const methods = methodsAt(path);
  if (!methods && NOT_PAGES.test(path)) {
    noSuchRoute(req, res, next);
    return;
  }
  res.setHeader('Allow', [...(methods ?? ['GET', 'HEAD']), 'OPTIONS'].join(', '));
  res.status(204).end();
};

/** 405 for a path that the API document has without this method. Stands behind the routes. */
export const refuseOtherMethods: RequestHandler = (req, res, next) => {
  const methods = methodsAt(pathOf(req));
  if (!methods || methods.includes(req.method)) {
    next();
    return;
  }
  const allowed = methods.join(', ');
  res.setHeader('Allow', allowed);
  throw new AppError('method_not_allowed', `${req.method} is not possible here; ${allowed} is.`);
};
