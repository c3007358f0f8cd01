/**
 * Nextcloud's WebDAV as its own documents tell it (developer manual 31, "Chunked file upload" and "Basic"): an app password, upload folders
 * with a destination and numbered chunks, a checksum that is made when it is asked for, a quota, and file ids that a PUT keeps and a MOVE
 * does not.
 */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface NextcloudFile {
  bytes: Buffer;
  /** What links and comments hang on. */
  fileId: string;
  etag: string;
}

export interface NextcloudDouble {
  /** Of the folder. */
  address: URL;
  files: Map<string, NextcloudFile>;
  folders: Set<string>;
  /** By upload folder, the chunks by name. */
  uploads: Map<string, Map<string, Buffer>>;
  /** Method, path and whether a password came along. */
  asked: { method: string; path: string; isSigned: boolean }[];
  /** Bytes that fit. */
  quota: number;
  /** After so many more chunks, the line breaks. */
  chunksUntilCut: number;
  isInMaintenance: boolean;
  close(): Promise<void>;
}

const SMALLEST_CHUNK = 5 * 1024 * 1024;
const FILES = '/remote.php/dav/files/ute/';
const UPLOADS = '/remote.php/dav/uploads/ute/';

export async function nextcloudDouble(): Promise<NextcloudDouble> {
  const server = createServer((request, response) => {
    void answer(request).then(([status, body = '', headers = {}]) => response.writeHead(status, headers).end(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: NextcloudDouble = {
    address: new URL(`${origin}${FILES}`),
    files: new Map(),
    folders: new Set(['']),
    uploads: new Map(),
    asked: [],
    quota: Infinity,
    chunksUntilCut: Infinity,
    isInMaintenance: false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const { files, folders, uploads } = double;
  const used = () => [...files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
  const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const put = (path: string, bytes: Buffer): number => {
    const former = files.get(path);
    const etag = `"${createHash('md5').update(bytes).update(randomUUID()).digest('hex')}"`;
    files.set(path, { bytes, fileId: former?.fileId ?? randomUUID(), etag });
    return former ? 204 : 201;
  };
  type Given = [status: number, body?: string | Buffer, headers?: Record<string, string>];

  async function answer(request: IncomingMessage): Promise<Given> {
    const { method = '', url = '', headers } = request;
    double.asked.push({ method, path: decodeURIComponent(url), isSigned: headers.authorization !== undefined });
    const isUpload = url.startsWith(UPLOADS);
    const path = decodeURIComponent(url.slice((isUpload ? UPLOADS : FILES).length)).replace(/\/$/, '');
    if (url === '/status.php') {
      const status = { installed: true, maintenance: double.isInMaintenance, productname: 'Nextcloud' };
      return [200, JSON.stringify({ ...status, versionstring: '31.0.4' })];
    }
    const body = await buffer(request);
    if (headers.authorization !== `Basic ${Buffer.from('ute:app-password').toString('base64')}`) return [401];
    if (isUpload) return chunked(method, path, body, headers, request);
    if (!url.startsWith(FILES)) return [404];
    const file = files.get(path);
    const to = targetOf(headers.destination);
    switch (method) {
      case 'PROPFIND':
        return propfind(path, headers.depth === '1');
      case 'GET':
        return file ? [200, file.bytes] : [404];
      case 'DELETE':
        return [files.delete(path) || folders.delete(path) ? 204 : 404];
      case 'MKCOL':
        if (folders.has(path) || file) return [405];
        folders.add(path);
        return [201];
      case 'PUT':
        if (/\.(part|filepart)$/.test(path)) return [400];
        if (!folders.has(parentOf(path))) return [409];
        if (headers['if-none-match'] === '*' && file) return [412];
        if (headers['if-match'] !== undefined && headers['if-match'] !== file?.etag) return [412];
        if (used() - (file?.bytes.length ?? 0) + body.length > double.quota) return [507];
        return [put(path, body), '', hashHeaders(headers['x-hash'], body)];
      case 'MOVE': {
        if (!file || to === null) return [404];
        if (headers.overwrite === 'F' && files.has(to)) return [412];
        const isNew = !files.has(to);
        files.delete(path);
        // The id of what was moved: links to the former file are lost.
        files.set(to, file);
        return [isNew ? 201 : 204];
      }
      default:
        return [405];
    }
  }

  function chunked(
    method: string,
    path: string,
    body: Buffer,
    { destination, 'oc-total-length': total, overwrite }: IncomingMessage['headers'],
    request: IncomingMessage,
  ): Given {
    const [id = '', name] = path.split('/');
    const target = targetOf(destination);
    const chunks = uploads.get(id);
    if (method === 'PROPFIND') return chunks ? [207, multistatus(`${UPLOADS}${id}/`, chunkEntries(chunks))] : [404];
    if (target === null) return [400];
    if (used() + Number(total) > double.quota) return [507];
    if (method === 'MKCOL') {
      if (chunks) return [405];
      uploads.set(id, new Map());
      return [201];
    }
    if (!chunks || name === undefined) return [404];
    if (method === 'PUT') {
      if (!/^\d{1,5}$/.test(name) || Number(name) < 1 || Number(name) > 10_000) return [400];
      if (double.chunksUntilCut-- <= 0) {
        request.socket.destroy();
        return [500];
      }
      chunks.set(name, body);
      return [201];
    }
    if (method !== 'MOVE' || name !== '.file') return [405];
    const parts = [...chunks].sort(([one], [other]) => Number(one) - Number(other)).map(([, part]) => part);
    const whole = Buffer.concat(parts);
    if (parts.slice(0, -1).some(({ length }) => length < SMALLEST_CHUNK) || whole.length !== Number(total))
      return [400];
    if (overwrite === 'F' && files.has(target)) return [412];
    uploads.delete(id);
    return [put(target, whole)];
  }

  const targetOf = (destination: unknown) =>
    typeof destination === 'string' && destination.startsWith(`${origin}${FILES}`)
      ? decodeURIComponent(destination.slice(origin.length + FILES.length))
      : null;

  function propfind(path: string, isDeep: boolean): Given {
    const entries: Entry[] = [];
    if (folders.has(path)) entries.push({ path: path === '' ? '' : `${path}/`, bytes: null, etag: '"folder"' });
    const file = files.get(path);
    if (file) entries.push({ path, bytes: file.bytes.length, etag: file.etag });
    if (entries.length === 0) return [404];
    if (isDeep) {
      for (const [name, { bytes, etag }] of files)
        if (parentOf(name) === path) entries.push({ path: name, bytes: bytes.length, etag });
      for (const name of folders)
        if (name !== '' && parentOf(name) === path) entries.push({ path: `${name}/`, bytes: null, etag: '"folder"' });
    }
    return [207, multistatus(FILES, entries)];
  }
  return double;
}

interface Entry {
  path: string;
  bytes: number | null;
  etag: string;
}

const chunkEntries = (chunks: Map<string, Buffer>): Entry[] => [
  { path: '', bytes: null, etag: '"uploads"' },
  ...[...chunks].map(([path, { length }]) => ({ path, bytes: length, etag: `"${path}"` })),
  { path: '.file', bytes: 0, etag: '"file"' },
];

const multistatus = (base: string, entries: Entry[]) =>
  `<?xml version="1.0"?>\n<d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns">${entries
    .map(
      ({ path, bytes, etag }) =>
        `<d:response><d:href>${base}${path.split('/').map(encodeURIComponent).join('/')}</d:href><d:propstat><d:prop>` +
        (bytes === null
          ? '<d:resourcetype><d:collection/></d:resourcetype>'
          : `<d:resourcetype/><d:getcontentlength>${bytes}</d:getcontentlength>`) +
        `<d:getetag>${etag.replaceAll('"', '&quot;')}</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`,
    )
    .join('')}</d:multistatus>`;

const hashHeaders = (wanted: unknown, body: Buffer): Record<string, string> =>
  wanted === 'sha256' ? { 'X-Hash-SHA256': createHash('sha256').update(body).digest('hex') } : {};
