import type { RequestHandler } from 'express';
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

/** 204 with the methods that the API document has for a path, so that every route answers alike; Express would answer for some of them. */
export const answerOptions: RequestHandler = (req, res, next) => {
  if (req.method !== 'OPTIONS') {
    next();
    return;
  }
  const [path = ''] = req.originalUrl.split('?', 1);
  const methods = PATHS.find(({ pattern }) => pattern.test(path))?.methods;
  if (!methods && NOT_PAGES.test(path)) {
    noSuchRoute(req, res, next);
    return;
  }
  res.setHeader('Allow', [...(methods ?? ['GET', 'HEAD']), 'OPTIONS'].join(', '));
  res.status(204).end();
};
