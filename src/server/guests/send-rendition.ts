import type { Request, Response } from 'express';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ordinaryFileHandle } from '../../platform/ordinary-file.ts';
import type { GuestFile } from '../../proofing/guest-door.ts';
import { contentDisposition } from '../responses/content-disposition.ts';
import { matches } from '../responses/json-answer.ts';

export interface SendOptions {
  /** Saved under its name, not shown. */
  isDownload?: boolean;
  /** False: no more may be sent now. */
  takesBytes: (bytes: number) => boolean;
}

/** `gone`: nothing was sent, as the file is not there. */
export type Sent = 'answered' | 'gone' | 'too-much';

/** Sends a picture, or 304. Caches ask each time, so that none outlives the proof; the tag alone tells which version it is, and no time. */
export async function sendRendition(
  req: Request,
  res: Response,
  { file, name, etag: version }: GuestFile,
  { isDownload = false, takesBytes }: SendOptions,
): Promise<Sent> {
  const etag = `"${version}"`;
  const headers = { 'Cache-Control': 'private, no-cache', ETag: etag };
  if (matches(req.headers['if-none-match'], etag)) {
    res.set(headers).status(304).end();
    return 'answered';
  }
  const opened = await ordinaryFileHandle(file).catch(() => null);
  if (opened === null) return 'gone';
  const { handle, at } = opened;
  try {
    if (req.method !== 'HEAD' && !takesBytes(at.size)) return 'too-much';
    res.set({ ...headers, 'Content-Type': 'image/jpeg', 'Content-Length': String(at.size) });
    if (isDownload) res.set('Content-Disposition', contentDisposition('attachment', name));
    if (req.method === 'HEAD') res.end();
    else await stream(handle, res);
    return 'answered';
  } finally {
    await handle.close().catch(() => undefined);
  }
}

async function stream(handle: FileHandle, res: Response): Promise<void> {
  try {
    await pipeline(handle.createReadStream({ autoClose: false }), res);
  } catch {
    // The guest went away, which is fine; or the disk did, which the guest sees from the cut connection.
    res.destroy();
  }
}
