import { createHash } from 'node:crypto';
import { DestinationFailure, type FailureKind } from '../destination.ts';
import { nameOf, type FileStore } from '../files/file-store.ts';
import { openHttpClient } from '../http/http-client.ts';
import { nextcloudAt, type Nextcloud } from './nextcloud.ts';
import { notUnderstood, PROPFIND, readMultistatus } from './multistatus.ts';
import { partOf, toldHash, webdavRequests, type WebdavAccount } from './webdav-requests.ts';

/** A WebDAV server. Nextcloud and ownCloud are known by their addresses and by what they say of themselves, once. */
export function webdavStore(account: WebdavAccount, certificate: string | null): FileStore {
  const client = openHttpClient(certificate);
  let known: Promise<Nextcloud | null> | null = null;
  const cloudAt = (signal: AbortSignal) =>
    (known ??= nextcloudAt(client, account.address, signal).catch((error: unknown) => {
      known = null;
      throw error;
    }));
  const dav = webdavRequests(client, account, async (signal) => ((await cloudAt(signal)) === null ? FULL : CLOUD_FULL));

  const propfind = async (path: string, depth: '0' | '1', signal: AbortSignal) => {
    const headers = { depth, 'content-type': 'application/xml; charset=utf-8' };
    const url = dav.urlOf(path, depth === '1');
    const what = `Reading ${path === '' ? 'the folder' : path}`;
    const answer = await dav.ask(what, [207, 404], { method: 'PROPFIND', url, headers, body: PROPFIND }, signal);
    return answer.status === 404 ? null : readMultistatus(path, answer.body);
  };
  const move = async (from: string, to: string, overwrite: 'T' | 'F', signal: AbortSignal) => {
    const headers = { destination: dav.urlOf(to).href, overwrite };
    return dav.ask(`Naming ${nameOf(to)}`, [201, 204, 412], { method: 'MOVE', url: dav.urlOf(from), headers }, signal);
  };

  return {
    identity: `${account.user} ${account.address.href}`,
    wholeWrites: async (signal) => ((await cloudAt(signal)) === null ? 'none' : 'replacing'),
    canVanish: false,

    async write(path, content, onto, signal) {
      const cloud = await cloudAt(signal);
      if (cloud !== null && content.bytes > cloud.chunkBytes)
        return cloud.writeInChunks(dav, path, content, onto, signal);
      const headers: Record<string, string> = {
        'content-type': 'application/octet-stream',
        ...cloud?.headers(content),
      };
      if (onto === 'nothing') headers['if-none-match'] = '*';
      else if (onto !== 'our-draft') Object.assign(headers, ifUnchanged(cloud, onto.version));
      const body = partOf(content.from, 0, content.bytes);
      const what = `Sending ${nameOf(path)}`;
      const answer = await dav.ask(
        what,
        [200, 201, 204, 412],
        { method: 'PUT', url: dav.urlOf(path), headers, body },
        signal,
      );
      if (answer.status === 412) throw new DestinationFailure('changed_there', `${path} is not as it was left there.`);
      return toldHash(answer);
    },

    async read(path, most, signal) {
      const headers = { range: `bytes=0-${most - 1}` };
      const ask = { method: 'GET', url: dav.urlOf(path), headers };
      const { status, body } = await dav.ask(`Reading ${nameOf(path)}`, [200, 206, 404], ask, signal);
      return status === 404 ? null : body.subarray(0, most);
    },

    async sha256(path, signal) {
      const hash = createHash('sha256');
      const take = (chunk: Buffer) => hash.update(chunk);
      await dav.ask(`Reading ${nameOf(path)}`, [200], { method: 'GET', url: dav.urlOf(path), take }, signal);
      return hash.digest('hex');
    },

    stat: async (path, signal) => (await propfind(path, '0', signal))?.self ?? null,

    async list(path, signal) {
      const found = await propfind(path, '1', signal);
      if (found?.self.isFolder === false) throw notUnderstood(path);
      return found?.entries ?? null;
    },

    moveToNew: async (from, to, signal) => (await move(from, to, 'F', signal)).status !== 412,

    async moveOver(from, to, signal) {
      const { status } = await move(from, to, 'T', signal);
      if (status === 412) throw new DestinationFailure('unknown', `${to} cannot be replaced.`);
    },

    async remove(path, signal) {
      const ask = { method: 'DELETE', url: dav.urlOf(path) };
      await dav.ask(`Removing ${nameOf(path)}`, [200, 204, 404], ask, signal);
    },

    async makeFolder(path, signal) {
      const ask = { method: 'MKCOL', url: dav.urlOf(path, true) };
      // 405: it is there.
      await dav.ask(`Making the folder ${path}`, [201, 405], ask, signal);
      if ((await propfind(path, '0', signal))?.self.isFolder !== true)
        throw new DestinationFailure('person', `${path} cannot be made: something else has this name.`);
    },

    async removeFolder(path, signal) {
      // The method takes all that is in it.
      const found = await propfind(path, '1', signal);
      if (found && found.entries.length > 0) throw new DestinationFailure('unknown', `${path} is not empty.`);
      await dav.ask('Removing a folder', [200, 204, 404], { method: 'DELETE', url: dav.urlOf(path, true) }, signal);
    },

    close() {
      client.close();
      return Promise.resolve();
    },
  };
}

/** Others have tags that are weak for a while, or do not look at them. */
function ifUnchanged(cloud: Nextcloud | null, version: string): Record<string, string> {
  const tag = version.slice(version.indexOf('-') + 1);
  return cloud !== null && tag.startsWith('"') ? { 'if-match': tag } : {};
}

/** A full disk is 507 to Apache, 500 to lighttpd and 405 to rclone. It passes; the quota of an account does not. */
const FULL: Record<number, FailureKind> = { 405: 'later' };
const CLOUD_FULL: Record<number, FailureKind> = { 507: 'person' };
