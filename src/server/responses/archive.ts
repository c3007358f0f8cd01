import { once } from 'node:events';
import type { ReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Response } from 'express';
import { ZipFile } from 'yazl';

/** A picture in an archive, or a text about them. `name`: its path there, with slashes. */
export type ArchiveEntry = { name: string; modifiedMs: number } & (Picture | { content: Buffer });

interface Picture {
  /** Read beforehand: the archive's length depends on it. */
  size: number;
  /** null: it no longer exists. */
  open(): Promise<FileHandle | null>;
}

/** yazl's types leave the length out. */
interface ZipOfKnownLength {
  end(options: object, whenKnown: (length: number) => void): void;
}

const chunkBytes = 256 * 1024;
/** So many entries are added before others get their turn. */
const AT_ONCE = 1_000;

/**
 * Answers with a ZIP of these files, read one after the other while it is sent, and stored without compression because
 * JPEG does not get smaller. The length is sent first, so that browsers show their progress. When a file has changed
 * since it was measured, the answer ends early, and the client sees that bytes are missing.
 */
export async function sendArchive(
  res: Response,
  entries: readonly ArchiveEntry[],
  { headOnly }: { headOnly: boolean },
): Promise<void> {
  const zip = new ZipFile();
  const cut = new AbortController();
  zip.once('error', (error: unknown) => cut.abort(error));
  // yazl begins with the first file while the others are being added.
  const started = Promise.withResolvers<null>();
  let reading: ReadStream | null = null;

  const open = async (entry: Picture & { name: string }): Promise<ReadStream> => {
    await started.promise;
    const handle = await entry.open();
    if (!handle) throw new Error(`${entry.name} is not there any more`);
    reading = handle.createReadStream({ highWaterMark: chunkBytes });
    reading.once('error', (error) => zip.emit('error', error));
    if (cut.signal.aborted) reading.destroy();
    return reading;
  };
  for (const [at, entry] of entries.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await breathe();
    const told = { compress: false, mtime: new Date(entry.modifiedMs) };
    if ('content' in entry) {
      zip.addBuffer(entry.content, entry.name, told);
      continue;
    }
    const facts = { ...told, size: entry.size };
    zip.addReadStreamLazy(entry.name, facts, (done) => {
      open(entry).then(
        (stream) => done(null, stream),
        (error: unknown) => zip.emit('error', error),
      );
    });
  }
  const length = await new Promise<number>((resolve) => {
    (zip as unknown as ZipOfKnownLength).end({}, resolve);
  });
  res.set({ 'Content-Type': 'application/zip', 'Content-Length': String(length) }).status(200);
  if (headOnly) {
    res.end();
    return;
  }
  started.resolve(null);
  try {
    await pipeline(zip.outputStream, res, { signal: cut.signal });
  } catch {
    // The client went away, which is fine, or a file did.
    res.destroy();
  } finally {
    cut.abort();
    await closed(reading);
  }
}

async function closed(stream: ReadStream | null): Promise<void> {
  if (!stream || stream.closed) return;
  stream.destroy();
  await once(stream, 'close').catch(() => undefined);
}
