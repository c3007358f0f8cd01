import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Hex, of a file that may be large. */
export async function fileDigest(algorithm: 'sha1' | 'md5', file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash(algorithm);
  signal.throwIfAborted();
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest('hex');
}
