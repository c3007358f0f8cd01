import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { DestinationFailure } from '../destination.ts';
import { readXml, textOf } from '../http/read-xml.ts';
import type { s3Requests } from './s3-requests.ts';

/** What is larger goes in parts. */
export const LARGEST_WHOLE = 64 * 1024 * 1024;
/** There may be 10,000 parts, each but the last of 5 MB at least. */
const PART_BYTES = 16 * 1024 * 1024;
const MOST_PARTS = 10_000;
const GIVING_UP_MS = 30_000;

interface LargeFile {
  what: string;
  path: string;
  file: string;
  bytes: number;
  headers: Record<string, string>;
  /** Under which it may be put together. */
  condition: Record<string, string>;
  /** Keeps the id of the upload. */
  begin: (upload: string) => void;
  /** Throws if something else is there by now. */
  refuse: () => Promise<void>;
}

/**
 * Nothing is at the key before the last request. What a failure leaves is given up, as parts cost money. False: the server cannot put parts
 * together under a condition, and nothing is left of them.
 */
export async function uploadInParts(
  ask: ReturnType<typeof s3Requests>,
  { what, path, file, bytes, headers, condition, begin, refuse }: LargeFile,
  signal: AbortSignal,
): Promise<boolean> {
  const begun = await ask(what, [200], { method: 'POST', path, query: { uploads: '' }, headers }, signal);
  const uploadId = textOf(readXml(begun.body.toString('utf8')) ?? undefined, 'UploadId');
  if (uploadId === null || uploadId === '') throw notUnderstood(what);
  const giveUp = () => giveUpParts(ask, path, uploadId, AbortSignal.timeout(GIVING_UP_MS));
  try {
    begin(uploadId);
    const partBytes = Math.max(PART_BYTES, Math.ceil(bytes / MOST_PARTS));
    const parts: string[] = [];
    for (let start = 0; start < bytes; start += partBytes) {
      const size = Math.min(partBytes, bytes - start);
      const query = { partNumber: String(parts.length + 1), uploadId };
      const body = { file, start, bytes: size };
      const sha256 = await hashOf(file, start, size, signal);
      const answer = await ask(what, [200], { method: 'PUT', path, query, body, sha256 }, signal);
      if (answer.headers.etag === undefined) throw notUnderstood(what);
      parts.push(answer.headers.etag);
    }
    const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts
      .map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`)
      .join('')}</CompleteMultipartUpload>`;
    const sha256 = createHash('sha256').update(body).digest('hex');
    await refuse();
    const complete = { method: 'POST', path, query: { uploadId }, headers: condition, body, sha256 };
    const done = await ask(what, [200, 412, 501], complete, signal);
    // 200 goes out before the work is done: what matters is in the body.
    const answer = readXml(done.body.toString('utf8')) ?? undefined;
    if (done.status === 412 || textOf(answer, 'Code') === 'PreconditionFailed') throw justTaken(path);
    if (done.status === 501 || textOf(answer, 'Code') === 'NotImplemented') {
      await giveUp();
      return false;
    }
    if (answer?.name !== 'CompleteMultipartUploadResult') throw notUnderstood(what);
    return true;
  } catch (error) {
    await giveUp().catch(() => undefined);
    throw error;
  }
}

/** Not all servers can; then their owner has them tidied up by age. */
export async function giveUpParts(
  ask: ReturnType<typeof s3Requests>,
  path: string,
  uploadId: string,
  signal: AbortSignal,
): Promise<void> {
  const asked = { method: 'DELETE', path, query: { uploadId } };
  await ask('Giving up parts', [200, 204, 404, 405, 501], asked, signal);
}

export const justTaken = (path: string) => new DestinationFailure('later', `${path} was just taken by somebody else.`);

const notUnderstood = (what: string) => new DestinationFailure('unknown', `${what}: the answer is not understood.`);

async function hashOf(file: string, start: number, bytes: number, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { start, end: start + bytes - 1 }), hash, { signal });
  return hash.digest('hex');
}
