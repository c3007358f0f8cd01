import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AppError } from '../../platform/errors.ts';
import { timesGiven } from '../requests/raw-headers.ts';

/** The host name in a Host header, in lower case, without port and brackets; null when there is none. */
function hostName(header: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s/@?#]+))(?::\d{1,5})?$/i.exec(header);
  return match ? (match[1] ?? match[2]!).toLowerCase().replace(/\.$/, '') : null;
}

/**
 * Whether a request names this computer exactly once: by address, as localhost, or by a name that the settings allow.
 */
function isOurHost(req: IncomingMessage, allowedHosts: () => readonly string[]): boolean {
  const name = hostName(req.headers.host ?? '');
  const isOurs = name !== null && (name === 'localhost' || isIP(name) !== 0 || allowedHosts().includes(name));
  return isOurs && timesGiven(req, 'host') === 1;
}

/**
 * Refuses requests that name another host. A foreign page can make its own name point here (DNS rebinding) and would
 * then share an origin with us; it cannot do that with an address or with localhost. A request with several Host
 * headers may have been read differently by a proxy in front of us, so it is refused like one with none (RFC 9112 3.2).
 */
export function hostCheck(allowedHosts: () => readonly string[]): RequestHandler {
  return (req, _res, next) => {
    if (isOurHost(req, allowedHosts)) {
      next();
      return;
    }
    const times = timesGiven(req, 'host');
    if (times > 1) throw new AppError('invalid_request', 'The request has more than one Host header.');
    if (times === 0 && req.httpVersion !== '1.0')
      throw new AppError('invalid_request', 'The request has no Host header.');
    throw new AppError(
      'misdirected_host',
      `This server does not accept the host "${(req.headers.host ?? '').slice(0, 100)}". Add it to the allowed hosts in the settings if it should.`,
    );
  };
}
