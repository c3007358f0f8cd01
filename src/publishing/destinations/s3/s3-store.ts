import { createHash } from 'node:crypto';
import { DestinationFailure } from '../destination.ts';
import { nameOf, type Content, type FileStore, type Onto, type Stored } from '../files/file-store.ts';
import { openHttpClient, type HttpAnswer } from '../http/http-client.ts';
import { childrenOf, readXml, textOf } from '../http/read-xml.ts';
import { statusFailure } from '../http/statuses.ts';
import { giveUpParts, justTaken, LARGEST_WHOLE, uploadInParts } from './multipart.ts';
import { s3Requests, type S3Account } from './s3-requests.ts';

const MARK = 'x-amz-meta-safelight-mark';
const SHA256 = 'x-amz-meta-safelight';

/** A bucket, or a folder in it. A key shows nothing before all of it is there; folders are parts of keys. */
export function s3Store(account: S3Account, certificate: string | null): FileStore {
  const client = openHttpClient(certificate);
  const ask = s3Requests(client, account);
  const { prefix } = account;

  /** One page of what begins with `below`, as deep as one folder. */
  const page = async (below: string, more: string | null, most: number, signal: AbortSignal) => {
    const query: Record<string, string> = {
      'list-type': '2',
      delimiter: '/',
      'max-keys': String(most),
      prefix: prefix + below,
    };
    if (more !== null) query['continuation-token'] = more;
    const { body } = await ask('Listing', [200], { method: 'GET', path: null, query }, signal);
    const root = readXml(body.toString('utf8'));
    if (root?.name !== 'ListBucketResult') throw notUnderstood();
    const isTruncated = textOf(root, 'IsTruncated') === 'true';
    const next = textOf(root, 'NextContinuationToken');
    if (isTruncated && (next === null || next === more)) throw notUnderstood();
    const files = childrenOf(root, 'Contents').map((entry) => fileOf(textOf(entry, 'Key'), entry));
    const folders = childrenOf(root, 'CommonPrefixes').map((entry) => folderOf(textOf(entry, 'Prefix')));
    return { entries: [...folders, ...files], next: isTruncated ? next : null };
  };
  const pathOf = (key: string | null) => {
    if (key?.startsWith(prefix) !== true) throw notUnderstood();
    return key.slice(prefix.length);
  };
  const fileOf = (key: string | null, entry: Parameters<typeof textOf>[0]): Stored => {
    const bytes = Number(textOf(entry, 'Size') ?? 'none');
    const path = pathOf(key);
    if (!Number.isSafeInteger(bytes)) throw notUnderstood();
    const version = versionOf(bytes, textOf(entry, 'ETag') ?? '');
    return { path, name: nameOf(path), isFolder: false, bytes, version, sha256: null, mark: null };
  };
  const folderOf = (key: string | null): Stored => {
    const path = pathOf(key).replace(/\/$/, '');
    return { path, name: nameOf(path), isFolder: true, bytes: 0, version: '', sha256: null, mark: null };
  };
  const head = async (path: string, signal: AbortSignal): Promise<Stored | null> => {
    const answer = await ask(`Reading ${path}`, [200, 404], { method: 'HEAD', path }, signal);
    return answer.status === 200 ? statOf(path, answer) : null;
  };
  /** Not all servers mind conditions. */
  const refuseTaken = async (path: string, onto: Onto, signal: AbortSignal): Promise<void> => {
    const there = await head(path, signal);
    if (onto === 'nothing' && there) throw justTaken(path);
    if (typeof onto === 'object' && there?.version !== onto.version)
      throw new DestinationFailure('changed_there', `${path} was changed there since it was put there.`);
  };
  const stat = async (path: string, signal: AbortSignal): Promise<Stored | null> => {
    const file = path === '' ? null : await head(path, signal);
    if (file) return file;
    const below = path === '' ? '' : `${path}/`;
    const { entries } = await page(below, null, 1, signal);
    return entries.length === 0 && path !== '' ? null : folderOf(prefix + below);
  };
  const headersFor = ({ sha256, mark }: Content): Record<string, string> => {
    const headers: Record<string, string> = { 'content-type': 'application/octet-stream', [SHA256]: sha256 };
    if (mark !== null) headers[MARK] = encodeURIComponent(mark);
    return headers;
  };

  return {
    identity: `${account.accessKey} ${account.address.href}${account.bucket}/${prefix}`,
    wholeWrites: () => Promise.resolve('all'),
    canVanish: false,

    async write(path, content, onto, signal) {
      const { from, bytes, sha256, begin } = content;
      const what = `Sending ${nameOf(path)}`;
      const headers = headersFor(content);
      const refuse = () => refuseTaken(path, onto, signal);
      const condition: Record<string, string> = onto === 'nothing' ? { 'if-none-match': '*' } : {};
      if (typeof from === 'string' && bytes > LARGEST_WHOLE) {
        const large = { what, path, file: from, bytes, headers, condition, begin, refuse };
        if (await uploadInParts(ask, large, signal)) return null;
      }
      await refuse();
      const body = typeof from === 'string' ? { file: from, bytes } : from;
      const put = (more: Record<string, string>) =>
        ask(what, [200, 412, 501], { method: 'PUT', path, headers: { ...headers, ...more }, body, sha256 }, signal);
      let answer = await put(condition);
      if (answer.status === 501 && onto === 'nothing') answer = await put({});
      if (answer.status === 412) throw justTaken(path);
      if (answer.status === 501) throw statusFailure(what, answer);
      return null;
    },

    async giveUp(path, uploadId, signal) {
      await giveUpParts(ask, path, uploadId, signal);
    },

    async read(path, most, signal) {
      const headers = { range: `bytes=0-${most - 1}` };
      const ask404 = await ask(`Reading ${path}`, [200, 206, 404, 416], { method: 'GET', path, headers }, signal);
      if (ask404.status !== 404) return ask404.status === 416 ? Buffer.alloc(0) : ask404.body.subarray(0, most);
      // Of a bucket that there is not, everything is missing.
      await page('', null, 1, signal);
      return null;
    },

    async sha256(path, signal) {
      const hash = createHash('sha256');
      const take = (chunk: Buffer) => hash.update(chunk);
      await ask(`Reading ${path}`, [200], { method: 'GET', path, take }, signal);
      return hash.digest('hex');
    },

    stat,

    async list(path, signal) {
      const below = path === '' ? '' : `${path}/`;
      const all: Stored[] = [];
      let more: string | null = null;
      do {
        const { entries, next }: Awaited<ReturnType<typeof page>> = await page(below, more, 1000, signal);
        // Some programs make an empty key for the folder itself.
        all.push(...entries.filter((entry) => entry.path !== below));
        more = next;
      } while (more !== null);
      return all;
    },

    moveToNew: () => Promise.reject(noMoves()),
    moveOver: () => Promise.reject(noMoves()),

    async remove(path, signal) {
      await ask(`Removing ${path}`, [200, 204, 404], { method: 'DELETE', path }, signal);
    },

    makeFolder: () => Promise.resolve(),
    removeFolder: () => Promise.resolve(),

    close() {
      client.close();
      return Promise.resolve();
    },
  };
}

const notUnderstood = () => new DestinationFailure('unknown', 'What the server lists is not understood.');
const noMoves = () => new DestinationFailure('never', 'Keys are not moved.');
const versionOf = (bytes: number, tag: string) => `${bytes}-${tag.replace(/^W\//, '')}`;

function statOf(path: string, { headers }: HttpAnswer): Stored {
  const bytes = Number(headers['content-length'] ?? 'none');
  if (!Number.isSafeInteger(bytes)) throw notUnderstood();
  const text = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  const mark = text(MARK);
  return {
    path,
    name: nameOf(path),
    isFolder: false,
    bytes,
    version: versionOf(bytes, headers.etag ?? ''),
    sha256: text(SHA256),
    mark: mark === null ? null : decodeURIComponent(mark),
  };
}
