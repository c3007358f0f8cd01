import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { ErrorBody } from '../../contract/errors.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { ERROR_STATUS } from './error-status.ts';

/** For a path without a route. */
export const noSuchRoute: RequestHandler = (req) => {
  throw new AppError('not_found', `There is no ${req.method} ${req.baseUrl}${req.path} here.`);
};

/** Errors of body-parser and the router have no code of ours yet. */
function named(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { type, status } = error as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large')
    return new AppError('payload_too_large', 'The body is larger than 1 MiB.', { cause: error });
  // A path parameter with a broken percent escape; only image ids are typed by strangers.
  if (error instanceof URIError)
    return new AppError('invalid_id', 'The path has an invalid percent escape.', { cause: error });
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError('invalid_body', reasonOf(error), { cause: error });
  return new AppError('internal_error', 'An unexpected error occurred. See the log of Safelight.', { cause: error });
}

/**
 * Turns anything thrown into `{ error, detail }`. An unexpected error tells the client little and the log everything.
 */
export function errorAnswer(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const failure = named(error);
    if (failure.code === 'internal_error')
      log.error({ err: error, method: req.method, path: req.path }, 'A request failed');
    if (res.headersSent) {
      // Half an answer has been sent already: closing the connection is the only signal left.
      next(error);
      return;
    }
    if (failure.retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(failure.retryAfterSeconds));
    const body: ErrorBody = {
      error: failure.code,
      detail: failure.message,
      ...(failure.fields && { fields: failure.fields }),
    };
    const status = ERROR_STATUS[failure.code];
    // RFC 9110 15.5.2. Bearer, also where a browser signs in: for Basic, it would open its own dialog.
    if (status === 401 && !res.hasHeader('WWW-Authenticate'))
      res.setHeader('WWW-Authenticate', 'Bearer realm="safelight"');
    res.setHeader('Cache-Control', 'no-store');
    res.status(status).json(body);
  };
}
