import { gzip } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { isFromThisComputer } from '../network/request-sender.ts';

/** The encodings we send, smallest result first. Browsers accept Brotli only from https and from localhost. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Which of `available` the client prefers (RFC 9110 12.5.3), the first of equals; null: unencoded. */
export function encodingFor<Name extends Encoding>(req: IncomingMessage, available: readonly Name[]): Name | null {
  if (req.headers['accept-encoding'] === undefined) return null;
  const best = new Negotiator(req).encoding([...available, 'identity'], { preferred: available });
  return available.find((name) => name === best) ?? null;
}

/** Smaller answers fit into one or two packets either way. */
const WORTHWHILE_BYTES = 1024;
/** See docs/decisions/0010-compression.md. */
const LEVEL = 4;

/**
 * Whether a body is compressed for this client while it waits. Not on this computer, where compressing takes longer
 * than sending the bytes as they are. Only gzip: clients that would take Brotli use https, through a proxy on this
 * computer.
 */
export function isWorthGzip(req: IncomingMessage, bytes: number): boolean {
  return bytes > WORTHWHILE_BYTES && !isFromThisComputer(req) && encodingFor(req, ['gzip']) !== null;
}

export function gzipped(body: string | Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gzip(body, { level: LEVEL }, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}

/** The strong tag of the same content in gzip, which is different bytes (RFC 9110 8.8.3.3). */
export const gzipTag = (etag: string) => etag.replace(/"$/, '-gzip"');

/** The tag of the unencoded content, from the tag of any form. */
export const plainTag = (etag: string) => etag.replace(/-gzip"$/, '"');
