import type { RequestHandler } from 'express';

const EXPOSED =
  'ETag, Link, Retry-After, Content-Disposition, X-Preview-Warning, X-Preview-Source, X-Preview-Failure, X-Search-Warning, WWW-Authenticate';

/**
 * CORS for the origins that the user listed, and for nobody else. No credentials: cookies are only for our own pages.
 */
export function cors(allowedOrigins: () => readonly string[]): RequestHandler {
  return (req, res, next) => {
    const { origin } = req.headers;
    if (origin === undefined) {
      next();
      return;
    }
    res.vary('Origin');
    if (!allowedOrigins().includes(origin)) {
      next();
      return;
    }
    res.setHeader('Access-Control-Allow-Origin', origin);
    res.setHeader('Access-Control-Expose-Headers', EXPOSED);
    if (req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined) {
      res.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
      res.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, If-None-Match, If-Match, Range');
      res.setHeader('Access-Control-Max-Age', '600');
      res.status(204).end();
      return;
    }
    next();
  };
}
