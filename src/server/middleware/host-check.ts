import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AppError } from '../../platform/errors.ts';
import { timesGiven } from '../requests/raw-headers.ts';

/** The host name of a Host header, without port and brackets, in lower case; null when it is none. */
function hostName(header: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s/@?#]+))(?::\d{1,5})?$/i.exec(header);
  return match ? (match[1] ?? match[2]!).toLowerCase().replace(/\.$/, '') : null;
}

/** Whether a request names this computer, once: by address, as localhost, or by a name that the settings allow. */
export function isOurHost(req: IncomingMessage, allowedHosts: () => readonly string[]): boolean {
  const name = hostName(req.headers.host ?? '');
  const isOurs = name !== null && (name === 'localhost' || isIP(name) !== 0 || allowedHosts().includes(name));
  return isOurs && timesGiven(req, 'host') === 1;
}

/**
 * Refuses requests that name another host. A page of a stranger can make its own name point here (DNS rebinding) and
 * would then share an origin with us; it cannot do that with an address or with localhost. A request that names several hosts may
 * have been read otherwise by a proxy before us; it is refused like one that names none (RFC 9112 3.2).
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
      `This server does not answer for the host "${(req.headers.host ?? '').slice(0, 100)}". Add it to the allowed hosts in the settings if it should.`,
    );
  };
}
