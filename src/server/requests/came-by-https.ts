import type { Request } from 'express';

/**
 * Whether a proxy with HTTPS is in front of us: what the browser spoke is the first value, further proxies add theirs. Any proxy is believed, as a page
 * cannot set that header, and whoever sends it only changes the answer to themselves.
 */
export const cameByHttps = (req: Request): boolean =>
  req.get('x-forwarded-proto')?.split(',', 1)[0]!.trim().toLowerCase() === 'https';
