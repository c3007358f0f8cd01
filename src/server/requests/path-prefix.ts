import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { publicPath } from '../../contract/public-address.ts';

const prefixes = new WeakMap<IncomingMessage, string>();

/** The path below which this request has reached us; mostly none. All that the client is to ask next begins with it. */
export const prefixOf = (req: IncomingMessage): string => prefixes.get(req) ?? '';

/** The rest of an address below the path of the public address; null: it is not below it. */
export function restBelow(url: string, publicAddress: string | null): string | null {
  const prefix = publicPath(publicAddress);
  if (prefix === '' || !url.startsWith(prefix)) return null;
  const rest = url.slice(prefix.length);
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest.startsWith('/') ? rest : null;
}

/**
 * [Note: Below a path] A proxy passes `/photos/…` on as it is. So the path is taken off here, before all that looks at addresses, and the same
 * routes answer at the public address and on this computer.
 */
export function takeOffPrefix(publicAddress: () => string | null): RequestHandler {
  return (req, res, next) => {
    const address = publicAddress();
    const rest = restBelow(req.url, address);
    if (rest === null) {
      next();
      return;
    }
    const prefix = publicPath(address);
    // Relative addresses, and the worker of the installed page, need the slash.
    if (req.path === prefix && req.method === 'GET') {
      res.set('Cache-Control', 'no-store').redirect(307, `${prefix}${rest}`);
      return;
    }
    prefixes.set(req, prefix);
    req.url = rest;
    next();
  };
}
