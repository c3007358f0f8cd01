import type { IncomingMessage } from 'node:http';

/**
 * How many times a request has a header, by its name in lower case. Of some headers, Node keeps the first and silently
 * drops the others. `rawHeaders` alternates names and values; scanning it costs a fraction of `headersDistinct`.
 */
export function timesGiven({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, header: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === header.length && name.toLowerCase() === header) times += 1;
  }
  return times;
}
