import type { ErrorRequestHandler, RequestHandler } from 'express';
import { isSameOrigin } from '../../auth/credentials.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { credentialsOf } from './guard.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { ERROR_STATUS } from '../responses/error-status.ts';

/** Answers to who has a client's id and secret are kept by nobody (RFC 6749 5.1). */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
  next();
};

/**
 * A foreign page cannot read the answers, but it could send wrong secrets in the user's name until the user's own
 * programs, which share the address, are locked out.
 */
export function refuseForeignPages(allowedOrigins: () => readonly string[]): RequestHandler {
  return (req, _res, next) => {
    const { origin } = req.headers;
    const site = req.headers['sec-fetch-site'];
    const isForeign =
      origin === undefined
        ? site === 'cross-site' || site === 'same-site'
        : !isSameOrigin(credentialsOf(req)) && !allowedOrigins().includes(origin);
    if (isForeign) {
      throw new AppError(
        'forbidden_origin',
        'Web pages of other sites can get tokens only if their origin is allowed in the settings.',
      );
    }
    next();
  };
}

/** The usual error body, with `error_description` next to `detail`, because OAuth clients read that (RFC 6749 5.2). */
export const oauthError: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  const failure = named(error);
  if (!failure || failure.code === 'internal_error' || res.headersSent) {
    next(error);
    return;
  }
  if (failure.code === 'invalid_client' && res.locals.usedBasic === true) {
    res.setHeader('WWW-Authenticate', 'Basic realm="safelight", charset="UTF-8"');
  }
  if (failure.retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(failure.retryAfterSeconds));
  const body: ErrorBody = { error: failure.code, detail: failure.message, error_description: failure.message };
  res.status(ERROR_STATUS[failure.code]).json(body);
};

function named(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const { type, status } = error as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large') return new AppError('payload_too_large', 'The body is larger than 1 MiB.');
  // Bodies that body-parser cannot read: an unknown Content-Encoding, broken gzip, a body cut short.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError('invalid_request', `The body cannot be parsed: ${reasonOf(error)}.`);
  }
  return null;
}
