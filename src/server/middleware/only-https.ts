import type { Request, RequestHandler } from 'express';
import { AppError } from '../../platform/errors.ts';
import { isOfThisComputer } from '../network/peer.ts';
import { senderOfRequest } from '../network/request-sender.ts';
import type { Services } from '../services.ts';

/** What a device needs to learn to trust this computer, before it can use HTTPS. Nothing of it is about pictures. */
const OPEN = /^\/(trust\/?|authority|authority\.crt|assets\/.*|icons\/.*|favicon\.svg|manifest\.webmanifest|health)$/;

/**
 * [Note: Plain HTTP beside HTTPS] While HTTPS is on, plain HTTP works on this computer alone. Other devices get there the page on which they
 * learn to trust it, and are led from every other page to the encrypted one. A program that sends its token in the clear is refused, not
 * redirected: the token was already seen. A trusted proxy may pass on in the clear what came to it encrypted.
 */
export function onlyHttps({ https, publicAddress }: Pick<Services, 'https' | 'publicAddress'>): RequestHandler {
  const isEncrypted = (req: Request) => req.secure || senderOfRequest(req).scheme === 'https';
  return (req, res, next) => {
    const port = https.port();
    if (port === null || isEncrypted(req) || isOfThisComputer(req.socket) || OPEN.test(req.path)) {
      next();
      return;
    }
    // The page asks this before it can say anything.
    if (req.path === '/session' && req.method === 'GET' && req.headers.cookie === undefined) {
      next();
      return;
    }
    // Led to the public address, a browser would come back here for ever where the proxy says the wrong thing.
    if (senderOfRequest(req).isForwarded)
      throw new AppError(
        'misdirected_host',
        `The proxy does not say that this request came to it over HTTPS (X-Forwarded-Proto). Open ${publicAddress() ?? 'its https:// address'}, or have the proxy send that header.`,
      );
    const url = `https://${req.hostname}:${port}`;
    if (req.method === 'GET' && req.headers.authorization === undefined && req.accepts(['json', 'html']) === 'html') {
      res.set('Cache-Control', 'no-store').redirect(307, `${url}${req.originalUrl}`);
      return;
    }
    throw new AppError('misdirected_host', `From other devices this Safelight is used over HTTPS: ${url}`);
  };
}
