import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Broker, Link } from './broker.ts';
import type { Blob } from './protocol.ts';

/**
 * Half of what a broker takes by default. Each is asked for when the one before has come, so small ones are slow; larger ones would hold up
 * other messages.
 */
export const CHUNK_BYTES = 512 * 1024;
/** So many chunks are under way at once. */
const AT_ONCE = 8;

/** What came is not what was announced. */
export class BlobDamaged extends Error {}

/** It is not at the broker, or no longer. */
export class BlobGone extends Error {}

/**
 * Puts files into a stream as one blob, chunk after chunk under one subject, and tells what it was. Throws Interrupted, StoreFull and file
 * system errors; then a part of it may be there, and another attempt needs another subject or an empty one.
 */
export async function putFiles(
  broker: Pick<Broker, 'storeOnce'>,
  { subject, files }: { subject: string; files: readonly { path: string; size: number }[] },
): Promise<Blob> {
  const hash = createHash('sha256');
  const underWay = new Set<Promise<void>>();
  let size = 0;
  const failures: unknown[] = [];
  for (const file of files) {
    for await (const chunk of chunksOf(file, CHUNK_BYTES)) {
      hash.update(chunk);
      size += chunk.length;
      // In the order of these calls: a chunk that got lost is not sent again, because it would come too late.
      const stored = broker
        .storeOnce(subject, chunk)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(stored));
      underWay.add(stored);
      if (underWay.size >= AT_ONCE) await Promise.race(underWay);
      if (failures.length > 0) break;
    }
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
  return { subject, size, sha256: hash.digest('hex') };
}

/** The content of a file in pieces of so many bytes, whatever its size is now; with the right `size`, nothing is asked in vain. */
async function* chunksOf({ path, size }: { path: string; size: number }, bytes: number): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    for (let got = 0; ;) {
      // One byte more than there should be shows that it has ended. Or it has grown meanwhile.
      const wanted = got > size ? bytes : Math.min(bytes, size - got + 1);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, null);
      if (bytesRead === 0) return;
      got += bytesRead;
      yield buffer.subarray(0, bytesRead);
      if (got === size && bytesRead < wanted) return;
    }
  } finally {
    await handle.close();
  }
}

/**
 * Gives the chunks of a blob to `write`, and checks them as a whole: what was written is worth something only when this resolves. Throws
 * BlobGone, BlobDamaged, and what `write` and the connection throw.
 */
export async function readBlob(
  { jsm }: Pick<Link, 'jsm'>,
  stream: string,
  { subject, size, sha256 }: Blob,
  write: (chunk: Uint8Array) => Promise<unknown>,
): Promise<void> {
  const hash = createHash('sha256');
  const chunkFrom = (seq: number) => {
    const chunk = jsm.direct.getMessage(stream, { seq, next_by_subj: subject });
    // It may come to nothing while the one before is written; then it is awaited too late, or never.
    chunk.catch(() => undefined);
    return chunk;
  };
  let got = 0;
  for (let coming = size > 0 ? chunkFrom(1) : null; coming;) {
    const message = await coming;
    if (message?.subject !== subject) throw new BlobGone(`${subject} is not at the broker`);
    got += message.data.length;
    if (got > size) break;
    // The next one is on its way while this one is written.
    coming = got < size ? chunkFrom(message.seq + 1) : null;
    hash.update(message.data);
    await write(message.data);
  }
  if (got !== size || hash.digest('hex') !== sha256) throw new BlobDamaged('it did not arrive as it was sent');
}

/** The same into a new file. When it fails, the file may be there in part. */
export async function readBlobToFile(link: Pick<Link, 'jsm'>, stream: string, blob: Blob, file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await readBlob(link, stream, blob, (chunk) => handle.writeFile(chunk));
  } finally {
    await handle.close();
  }
}
