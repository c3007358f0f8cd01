import type { RequestHandler } from 'express';
import { isIP } from 'node:net';
import { AppError } from '../errors.ts';
import { ofLatestText } from '../latest-text.ts';

/** The host name of a Host header, without port and brackets, in lower case; null when it is none. */
const hostName = ofLatestText((header: string): string | null => {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s/@?#]+))(?::\d{1,5})?$/i.exec(header);
  return match ? (match[1] ?? match[2]!).toLowerCase().replace(/\.$/, '') : null;
});

/** Whether a Host header names this computer: by address, as localhost, or by a name that the settings allow. */
export function isOurHost(header: string | undefined, allowedHosts: () => readonly string[]): boolean {
  const name = hostName(header ?? '');
  return name !== null && (name === 'localhost' || isIP(name) !== 0 || allowedHosts().includes(name));
}

/**
 * Refuses requests that name another host. A page of a stranger can make its own name point here (DNS rebinding) and
 * would then share an origin with us; it cannot do that with an address or with localhost.
 */
export function hostCheck(allowedHosts: () => readonly string[]): RequestHandler {
  return (req, _res, next) => {
    if (isOurHost(req.headers.host, allowedHosts)) {
      next();
      return;
    }
    throw new AppError(
      'misdirected_host',
      `This server does not answer for the host "${(req.headers.host ?? '').slice(0, 100)}". Add it to the allowed hosts in the settings if it should.`,
    );
  };
}
