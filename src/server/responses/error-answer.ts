import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { ErrorBody } from '../../contract/errors.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { ERROR_STATUS } from './error-status.ts';

/** A route that nobody serves. */
export const noSuchRoute: RequestHandler = (req) => {
  throw new AppError('not_found', `There is no ${req.method} ${req.baseUrl}${req.path} here.`);
};

/** What body-parser and the router throw has no code of ours yet. */
function named(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { type, status } = error as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large')
    return new AppError('payload_too_large', 'The body is larger than 1 MiB.', { cause: error });
  // A path parameter with a broken percent escape; image ids are the only ones that a stranger types.
  if (error instanceof URIError)
    return new AppError('invalid_id', 'The path has a broken percent escape.', { cause: error });
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError('invalid_body', reasonOf(error), { cause: error });
  return new AppError('internal_error', 'Something went wrong here; the log of Safelight says what.', { cause: error });
}

/** Turns whatever was thrown into `{ error, detail }`: little for the client where it is unexpected, everything for the log. */
export function errorAnswer(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const failure = named(error);
    if (failure.code === 'internal_error') log.error({ err: error }, `${req.method} ${req.path} failed`);
    if (res.headersSent) {
      // Half an answer is out already: cutting the connection is the only way left to say so.
      next(error);
      return;
    }
    if (failure.retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(failure.retryAfterSeconds));
    const body: ErrorBody = {
      error: failure.code,
      detail: failure.message,
      ...(failure.fields && { fields: failure.fields }),
    };
    res.setHeader('Cache-Control', 'no-store');
    res.status(ERROR_STATUS[failure.code]).json(body);
  };
}
