import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '../../contract/errors.ts';
import { ERROR_STATUS } from '../responses/error-status.ts';

/**
 * [Note: Cookies of others] Cookies know no ports: a browser sends us those of every program on this host, of which it keeps 180 of 4 kB. None of
 * them may keep us from answering. So a head may be that long, and what is not ours is forgotten as soon as it has arrived: requests that
 * wait cost no more than before.
 */
export const LONGEST_HEAD_BYTES = 1024 * 1024;
/** The address and the headers, without cookies. */
const LONGEST_OTHER_BYTES = 16 * 1024;
/** Node's own limit for headers. It silently drops those beyond. */
const MOST_HEADERS = 2000;

const OURS = /^(__Host-)?safelight_/;

export const HEAD_TOO_LONG = 'The address and the headers, without cookies, are longer than 16 KiB.';

/** Forgets what is not ours of a request that has just arrived. False: it is too long even so, and nothing of it is left. */
export function trimHead(req: IncomingMessage): boolean {
  const { rawHeaders } = req;
  let bytes = req.url?.length ?? 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const value = rawHeaders[at + 1] ?? '';
    if (rawHeaders[at]?.toLowerCase() === 'cookie') rawHeaders[at + 1] = ownCookies(value);
    else bytes += rawHeaders[at]!.length + value.length + ': \r\n'.length;
  }
  if (bytes > LONGEST_OTHER_BYTES || rawHeaders.length >= 2 * MOST_HEADERS) {
    req.url = '/';
    req.headers = {};
    rawHeaders.length = 0;
    return false;
  }
  const { cookie } = req.headers;
  if (cookie === undefined) return true;
  const own = ownCookies(cookie);
  if (own === '') delete req.headers.cookie;
  else req.headers.cookie = own;
  return true;
}

const ownCookies = (header: string): string =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => OURS.test(pair))
    .join('; ');

export function refuseHead(res: ServerResponse): void {
  const body = JSON.stringify({ error: 'headers_too_large', detail: HEAD_TOO_LONG } satisfies ErrorBody);
  res.writeHead(ERROR_STATUS.headers_too_large, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  res.end(body);
}
