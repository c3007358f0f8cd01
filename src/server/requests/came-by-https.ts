import type { Request } from 'express';

/**
 * Whether the browser speaks HTTPS: with us, or with a proxy in front of us. What it spoke is then the first value; further proxies add theirs.
 * Any proxy is believed, as a page cannot set that header, and whoever sends it only changes the answer to themselves.
 */
export const cameByHttps = (req: Request): boolean =>
  req.secure || req.get('x-forwarded-proto')?.split(',', 1)[0]!.trim().toLowerCase() === 'https';
