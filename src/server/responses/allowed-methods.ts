import type { Request, RequestHandler } from 'express';
import { AppError } from '../../platform/errors.ts';
import { noSuchRoute } from './error-answer.ts';
import type { Operation } from '../openapi/operation.ts';
import { operations } from '../openapi/operations.ts';

/** A HEAD answered like a GET would do harm: one link can be used only once, the other answer never ends. */
const WITHOUT_HEAD = new Set(['/sign-in', '/api/v1/events']);
/** Paths that are no page of the browser client unless they are described. */
const NOT_PAGES = /^\/(api|oauth|\.well-known)(\/|$)/;

const PATHS = [...Map.groupBy(operations, ({ path }) => path)].map(([path, described]) => ({
  // Of two patterns that match, the one with fewer parameters wins: fixed words come before ids.
  parameters: path.split('{').length,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  described,
  methods: described.flatMap(({ method }) =>
    method === 'get' && !WITHOUT_HEAD.has(path) ? ['GET', 'HEAD'] : [method.toUpperCase()],
  ),
}));
PATHS.sort((one, other) => one.parameters - other.parameters);

const placeAt = (path: string) => PATHS.find(({ pattern }) => pattern.test(path));
/** The methods that the API document has for a path; undefined: it does not have the path. */
const methodsAt = (path: string) => placeAt(path)?.methods;
const pathOf = ({ originalUrl }: Request) => originalUrl.split('?', 1)[0]!;

/** What the API document has for the request's path and method. */
export const operationAt = (req: Request): Operation | undefined =>
  placeAt(pathOf(req))?.described.find(({ method }) => method.toUpperCase() === req.method);

/** Whether the API document has the request's path and method. */
export const isServed = (req: Request): boolean => methodsAt(pathOf(req))?.includes(req.method) === true;

/**
 * 204 with the methods that the API document has for the path, so that every route answers alike; Express would answer
 * for some of them.
 */
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

/** 405 for a path that the API document has, but not with this method. Comes after the routes. */
export const refuseOtherMethods: RequestHandler = (req, res, next) => {
  const methods = methodsAt(pathOf(req));
  if (!methods || methods.includes(req.method)) {
    next();
    return;
  }
  const allowed = methods.join(', ');
  res.setHeader('Allow', allowed);
  throw new AppError('method_not_allowed', `${req.method} is not supported here. Supported: ${allowed}.`);
};
