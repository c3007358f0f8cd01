import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { AppError } from '../../platform/errors.ts';
import { ordinaryFileHandle } from '../../platform/ordinary-file.ts';
import { etagWith, inserted, type Insertion } from '../../previews/adobe-rgb.ts';
import { etagOf } from '../../previews/picture-file.ts';
import { matches } from './json-answer.ts';

/** A file and its state just now, as returned by `previews.find` and `pictureFacts`. */
export type FileToSend = {
  file: string;
  contentType: string;
  size: number;
  modifiedMs: number;
  etag: string;
  /** The whole content, if it was read already. */
  bytes?: Buffer;
  /** Bytes that are sent within the file; `size` and `etag` count them, see [Note: Colors that cameras only mark]. */
  insert?: Insertion;
  /** The file, if it is open already: then nothing is opened by name any more. The caller closes it. */
  handle?: FileHandle;
};

/** Read in one go; anything larger is streamed. */
const smallBytes = 64 * 1024;
const chunkBytes = 256 * 1024;

type Range = { start: number; end: number };

/**
 * Answers with a file: the whole file, a range (206, 416), or 304 when the client has it already. False when the file
 * is gone or cannot be read; then nothing has been sent, and the caller may look again. Throws precondition_failed and
 * range_not_satisfiable.
 */
export async function sendFile(
  req: Request,
  res: Response,
  file: FileToSend,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { headers: asked } = req;
  if (isUnwanted(asked, file)) {
    throw new AppError('precondition_failed', 'The file no longer matches If-Match or If-Unmodified-Since.');
  }
  if (isKnown(asked, file)) {
    res.writeHead(304, { ...validators(file), ...headers }).end();
    return true;
  }
  if (file.bytes) {
    sendBytes(req, res, file, headers, file.bytes);
    return true;
  }
  const opened = await openedFile(file);
  if (!opened) return false;
  const { handle } = opened;
  try {
    const present = factsOf(opened.at);
    // Replaced in the meantime: the new file is sent, with its own tag; what is inserted may not fit it.
    if (!file.insert) file = { ...file, ...present };
    else if (etagWith(file.insert, present.etag) !== file.etag) return false;
    if (file.size > smallBytes) {
      const range = rangeOf(req, res, file);
      head(res, file, headers, range);
      if (req.method === 'HEAD') res.end();
      else await stream({ handle, insert: file.insert }, res, range ?? { start: 0, end: file.size - 1 });
      return true;
    }
    const stored = await contentOf(opened).catch(() => null);
    const bytes = stored && file.insert ? inserted(stored, file.insert) : stored;
    // Being written at this moment: the tag would not match the content.
    if (bytes?.length !== file.size) return false;
    sendBytes(req, res, file, headers, bytes);
    return true;
  } finally {
    if (handle !== file.handle) await handle.close().catch(() => undefined);
  }
}

function sendBytes(
  req: Request,
  res: Response,
  file: FileToSend,
  headers: Readonly<Record<string, string>>,
  bytes: Buffer,
): void {
  const range = rangeOf(req, res, file);
  head(res, file, headers, range);
  if (req.method === 'HEAD') res.end();
  else res.end(range ? bytes.subarray(range.start, range.end + 1) : bytes);
}

function validators({ etag, modifiedMs }: FileToSend) {
  return { ETag: etag, 'Last-Modified': new Date(modifiedMs).toUTCString() };
}

function head(res: Response, file: FileToSend, headers: Readonly<Record<string, string>>, range: Range | null): void {
  res.writeHead(range ? 206 : 200, {
    'Content-Type': file.contentType,
    'Content-Length': range ? range.end - range.start + 1 : file.size,
    'Accept-Ranges': 'bytes',
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
    ...validators(file),
    ...headers,
  });
}

type Source = { handle: FileHandle; insert: Insertion | undefined };

/** The parts of a range, counted as if the insertion were in the file. */
async function* parts({ handle, insert }: Source, { start, end }: Range): AsyncGenerator<Buffer> {
  const read = (from: number, to: number) =>
    handle.createReadStream({
      start: from,
      end: to,
      autoClose: false,
      highWaterMark: chunkBytes,
    }) as AsyncIterable<Buffer>;
  const { at, bytes } = insert ?? { at: end + 1, bytes: Buffer.alloc(0) };
  const behind = at + bytes.length;
  if (start < at) yield* read(start, Math.min(end, at - 1));
  if (start < behind && end >= at) yield bytes.subarray(Math.max(0, start - at), end + 1 - at);
  if (insert && end >= behind) yield* read(Math.max(start, behind) - bytes.length, end - bytes.length);
}

async function stream(source: Source, res: Response, range: Range): Promise<void> {
  let sent = 0;
  try {
    await pipeline(
      async function* () {
        for await (const part of parts(source, range)) {
          sent += part.length;
          yield part;
        }
      },
      res,
      { end: false },
    );
  } catch (error) {
    // The client went away, which is fine; or the disk did, which the client learns from the cut connection.
    res.destroy();
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    throw error;
  }
  // Truncated while we read: the promised rest will never come, so do not wait for it.
  if (sent < range.end - range.start + 1) res.destroy();
  else res.end();
}

type Opened = { handle: FileHandle; at: Stats };

/** Null: missing, not an ordinary file, or not readable for us. */
async function openedFile({ file, handle }: FileToSend): Promise<Opened | null> {
  if (handle) return { handle, at: await handle.stat() };
  return ordinaryFileHandle(file).catch(() => null);
}

/** All that is in the file, and a byte more if it has grown. */
async function contentOf({ handle, at }: Opened): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(at.size + 1), 0, at.size + 1, 0);
  return buffer.subarray(0, bytesRead);
}

function factsOf({ size, mtimeMs: modifiedMs, ino: inode }: Stats) {
  return { size, modifiedMs, etag: etagOf({ size, modifiedMs, inode }) };
}

type Asked = Request['headers'];

const secondsOf = (ms: number) => Math.floor(ms / 1000);

/** RFC 9110 13.2.2, steps 1 and 2. Strong comparison: all our tags are strong. */
function isUnwanted(asked: Asked, { etag, modifiedMs }: FileToSend): boolean {
  const match = asked['if-match'];
  if (match !== undefined) {
    return match.trim() !== '*' && !match.split(',').some((tag) => tag.trim() === etag);
  }
  const since = asked['if-unmodified-since'];
  return since !== undefined && secondsOf(modifiedMs) > secondsOf(Date.parse(since));
}

/** RFC 9110 13.2.2, steps 3 and 4. */
function isKnown(asked: Asked, { etag, modifiedMs }: FileToSend): boolean {
  if (asked['if-none-match'] !== undefined) return matches(asked['if-none-match'], etag);
  const since = asked['if-modified-since'];
  return since !== undefined && secondsOf(modifiedMs) <= secondsOf(Date.parse(since));
}

/** The one range to send, or null for the whole file: also for several ranges, which a server may answer that way. */
function rangeOf(req: Request, res: Response, { size, etag, modifiedMs }: FileToSend): Range | null {
  if (req.headers.range === undefined || req.method !== 'GET') return null;
  const onlyIf = req.headers['if-range'];
  if (typeof onlyIf === 'string') {
    const same = onlyIf.includes('"') ? onlyIf === etag : Date.parse(onlyIf) === secondsOf(modifiedMs) * 1000;
    if (!same) return null;
  }
  const range = singleRange(req.headers.range, size);
  if (range !== 'outside') return range;
  res.setHeader('Content-Range', `bytes */${size}`);
  throw new AppError('range_not_satisfiable', `The range is outside the file, which has ${size} bytes.`);
}

/**
 * RFC 9110 14.1.2. Null: not one range of bytes, so it is ignored. (Express's own parser rejects `-999` of 10 bytes.)
 */
function singleRange(header: string, size: number): Range | 'outside' | null {
  const [, from, to] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
  if (from === undefined || to === undefined || from + to === '') return null;
  if (from === '') return Number(to) === 0 ? 'outside' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return null;
  return start < size ? { start, end } : 'outside';
}
