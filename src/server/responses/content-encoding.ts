import { gzip } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { isOfThisComputer } from '../network/peer.ts';

/** How bytes can go out, the smallest first. Browsers take Brotli from https and from localhost only. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What of `available` the client likes best (RFC 9110 12.5.3), of equals the first; null: the bytes as they are. */
export function encodingFor<Name extends Encoding>(req: IncomingMessage, available: readonly Name[]): Name | null {
  if (req.headers['accept-encoding'] === undefined) return null;
  const best = new Negotiator(req).encoding([...available, 'identity'], { preferred: available });
  return available.find((name) => name === best) ?? null;
}

/** Smaller answers fit into one packet or two, whatever is done to them. */
const WORTHWHILE_BYTES = 1024;
/** See docs/decisions/0010-compression.md. */
const LEVEL = 4;

/**
 * Whether a body is compressed for this client while it waits. Not on this computer, where it takes longer than sending the bytes as they are;
 * and with gzip alone, as those who would take Brotli speak https, to a proxy on this computer.
 */
export function isWorthGzip(req: IncomingMessage, bytes: number): boolean {
  return bytes > WORTHWHILE_BYTES && !isOfThisComputer(req.socket) && encodingFor(req, ['gzip']) !== null;
}

export function gzipped(body: string | Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gzip(body, { level: LEVEL }, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}

/** The strong tag of the same content in gzip, which is other bytes (RFC 9110 8.8.3.3). */
export const gzipTag = (etag: string) => etag.replace(/"$/, '-gzip"');

/** The tag of the content as it is, by that of any form of it. */
export const plainTag = (etag: string) => etag.replace(/-gzip"$/, '"');
