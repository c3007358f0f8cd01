import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DestinationFailure } from '../destination.ts';
import { nameOf, type Content, type Onto } from '../files/file-store.ts';
import type { HttpClient } from '../http/http-client.ts';
import { PROPFIND, readMultistatus } from './multistatus.ts';
import { partOf, type WebdavRequests } from './webdav-requests.ts';

/**
 * What Nextcloud and ownCloud do otherwise. A file that is moved onto another takes its place with a new id: links and comments are
 * lost. So a replacement is written onto the name, where nobody sees it before it is whole.
 */
export interface Nextcloud {
  chunkBytes: number;
  headers(content: Content): Record<string, string>;
  writeInChunks(dav: WebdavRequests, path: string, content: Content, onto: Onto, signal: AbortSignal): Promise<null>;
}

/** Their own programs take as much; a server refuses less than 5 MB, but for the last one. */
const CHUNK_BYTES = 10 * 1024 * 1024;
const ADDRESS = /^(.*)\/remote\.php\/dav\/files\/([^/]+)\//;
const Status = z.object({ productname: z.string(), versionstring: z.string(), maintenance: z.boolean().optional() });

/** null: it is another WebDAV server. */
export async function nextcloudAt(client: HttpClient, address: URL, signal: AbortSignal): Promise<Nextcloud | null> {
  const [, before, user] = ADDRESS.exec(address.pathname) ?? [];
  if (before === undefined || user === undefined) return null;
  // Without a password: everybody may read it.
  const answer = await client.ask({ method: 'GET', url: new URL(`${before}/status.php`, address), signal });
  if (answer.status === 404) return null;
  const status = statusOf(answer.body);
  if (status === null)
    throw new DestinationFailure('unknown', `${address.host} does not say which Nextcloud it is: ${answer.status}.`);
  if (status.maintenance === true) throw new DestinationFailure('later', `${address.host} is being maintained.`);
  return {
    chunkBytes: CHUNK_BYTES,
    headers: ({ bytes, sha256 }) => ({
      'oc-total-length': String(bytes),
      'oc-checksum': `SHA256:${sha256}`,
      'x-hash': 'sha256',
    }),
    writeInChunks: (dav, path, content, onto, signal) =>
      writeInChunks(dav, new URL(`${before}/remote.php/dav/uploads/${user}/`, address), path, content, onto, signal),
  };
}

function statusOf(body: Buffer) {
  try {
    return Status.safeParse(JSON.parse(body.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** An upload that was interrupted goes on where it was: its folder is named after what goes where. */
async function writeInChunks(
  dav: WebdavRequests,
  uploads: URL,
  path: string,
  { from, bytes, sha256 }: Content,
  onto: Onto,
  signal: AbortSignal,
): Promise<null> {
  const what = `Sending ${nameOf(path)}`;
  const destination = dav.urlOf(path).href;
  const id = createHash('sha256').update(`${destination}\n${sha256}`).digest('hex').slice(0, 32);
  const folder = new URL(`safelight-${id}/`, uploads);
  const headers = { destination, 'oc-total-length': String(bytes) };
  await dav.ask(what, [201, 405], { method: 'MKCOL', url: folder, headers }, signal);
  const there = await chunksIn(dav, folder, what, signal);
  for (let start = 0, number = 1; start < bytes; start += CHUNK_BYTES, number++) {
    const size = Math.min(CHUNK_BYTES, bytes - start);
    const name = String(number).padStart(5, '0');
    if (there.get(name) === size) continue;
    const ask = { method: 'PUT', url: new URL(name, folder), headers, body: partOf(from, start, size) };
    await dav.ask(what, [200, 201, 204], ask, signal);
  }
  const assembled: Record<string, string> = { ...headers, 'oc-checksum': `SHA256:${sha256}`, overwrite: 'T' };
  if (onto === 'nothing') assembled.overwrite = 'F';
  const move = { method: 'MOVE', url: new URL('.file', folder), headers: assembled };
  const { status } = await dav.ask(what, [201, 204, 412], move, signal);
  if (status === 412) throw new DestinationFailure('changed_there', `${path} is not as it was left there.`);
  return null;
}

async function chunksIn(dav: WebdavRequests, folder: URL, what: string, signal: AbortSignal) {
  const headers = { depth: '1', 'content-type': 'application/xml; charset=utf-8' };
  const { body } = await dav.ask(what, [207], { method: 'PROPFIND', url: folder, headers, body: PROPFIND }, signal);
  // The file that is to be made is listed, too.
  return new Map(readMultistatus('', body).entries.map(({ name, bytes }) => [name, bytes]));
}
