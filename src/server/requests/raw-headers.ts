import type { IncomingMessage } from 'node:http';

/**
 * How many times a request gives a header, by its name in lower case. Of some, Node keeps the first and says nothing of the others. Names and values
 * come in turn; looking through them costs a fraction of what `headersDistinct` does.
 */
export function timesGiven({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, header: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === header.length && name.toLowerCase() === header) times += 1;
  }
  return times;
}
