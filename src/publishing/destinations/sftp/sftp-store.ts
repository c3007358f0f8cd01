import { createHash } from 'node:crypto';
import type { Attributes, Done, Listed, Sftp } from 'ssh2';
import { DestinationFailure } from '../destination.ts';
import { joined, nameOf, type FileStore, type Stored } from '../files/file-store.ts';
import { sftpConnection, type SftpAccount } from './sftp-connection.ts';
import { codeOf, FAILED, MISSING } from './sftp-failure.ts';

/** `folder`: absolute, or below the account's home. */
export function sftpStore(account: SftpAccount, folder: string): FileStore {
  const connection = sftpConnection(account);
  const root = folder.replace(/(?<=.)\/+$/, '');
  const at = (path: string) => {
    if (root === '') return path === '' ? '.' : path;
    return path === '' ? root : `${root === '/' ? '' : root}/${path}`;
  };
  const { ask } = connection;
  const orMissing = (error: unknown): null => {
    if (codeOf(error) === MISSING) return null;
    throw error;
  };
  const act = async (what: string, signal: AbortSignal, run: (sftp: Sftp, done: Done) => void): Promise<void> => {
    await ask<unknown>(what, signal, run);
  };
  const stat = async (path: string, signal: AbortSignal) => {
    const what = `Reading ${path === '' ? 'the folder' : path}`;
    const found = await ask<Attributes>(what, signal, (sftp, done) => sftp.lstat(at(path), done)).catch(orMissing);
    return found && storedOf(path, found);
  };
  /** All bytes from the start on, or the first ones. */
  const read = (path: string, most: number | null, signal: AbortSignal, take: (chunk: Buffer) => void) =>
    ask<unknown>(`Reading ${nameOf(path)}`, signal, (sftp, done) => {
      const range = most === null ? undefined : { start: 0, end: most - 1 };
      const source = sftp.createReadStream(at(path), range).on('data', (chunk: Buffer) => take(chunk));
      source.once('error', (error) => done(error, undefined)).once('end', () => done(null, undefined));
    });

  return {
    identity: `${account.user}@${account.host}:${account.port}${root.startsWith('/') ? '' : '/~/'}${root}`,
    wholeWrites: () => Promise.resolve('none'),
    canVanish: false,

    async write(path, { from }, onto, signal) {
      const what = `Sending ${nameOf(path)}`;
      // fastPut and writeFile say when the disk is full; streams do not.
      if (typeof from !== 'string') {
        const flag = onto === 'nothing' ? 'wx' : 'w';
        await act(what, signal, (sftp, done) => sftp.writeFile(at(path), from, { flag }, done));
        return null;
      }
      const put = (options: { concurrency?: number }) =>
        act(what, signal, (sftp, done) => sftp.fastPut(from, at(path), options, done));
      await put({}).catch((error: unknown) => {
        // Some servers can only write one piece after the other.
        if (codeOf(error) !== FAILED) throw error;
        return put({ concurrency: 1 });
      });
      return null;
    },

    async read(path, most, signal) {
      const chunks: Buffer[] = [];
      const found = await read(path, most, signal, (chunk) => chunks.push(chunk)).catch(orMissing);
      return found === null ? null : Buffer.concat(chunks);
    },

    async sha256(path, signal) {
      const hash = createHash('sha256');
      await read(path, null, signal, (chunk) => hash.update(chunk));
      return hash.digest('hex');
    },

    stat,

    async list(path, signal) {
      const what = `Listing ${path === '' ? 'the folder' : path}`;
      const found = await ask<Listed[]>(what, signal, (sftp, done) => sftp.readdir(at(path), done)).catch(orMissing);
      return found?.map(({ filename, attrs }) => storedOf(joined(path, filename), attrs)) ?? null;
    },

    async moveToNew(from, to, signal) {
      // OpenSSH refuses to rename onto a file, without saying so; others write over it.
      if (await stat(to, signal)) return false;
      try {
        await act(`Naming ${nameOf(to)}`, signal, (sftp, done) => sftp.rename(at(from), at(to), done));
        return true;
      } catch (error) {
        if (codeOf(error) === FAILED && (await stat(to, signal))) return false;
        throw error;
      }
    },

    moveOver: (from, to, signal) =>
      act(`Replacing ${nameOf(to)}`, signal, (sftp, done) => {
        try {
          sftp.ext_openssh_rename(at(from), at(to), done);
        } catch {
          // Servers without it replace by a plain one, or refuse.
          sftp.rename(at(from), at(to), done);
        }
      }),

    async remove(path, signal) {
      await act(`Removing ${nameOf(path)}`, signal, (sftp, done) => sftp.unlink(at(path), done)).catch(orMissing);
    },

    async makeFolder(path, signal) {
      await act(`Making the folder ${path}`, signal, (sftp, done) => sftp.mkdir(at(path), done)).catch(
        async (error: unknown) => {
          const there = codeOf(error) === FAILED ? await stat(path, signal) : null;
          if (there === null) throw error;
          if (!there.isFolder) throw new DestinationFailure('person', `${path} cannot be made: a file has this name.`);
        },
      );
    },

    removeFolder: (path, signal) => act('Removing a folder', signal, (sftp, done) => sftp.rmdir(at(path), done)),

    close() {
      connection.close();
      return Promise.resolve();
    },
  };
}

const storedOf = (path: string, attributes: Attributes): Stored => ({
  path,
  name: nameOf(path),
  isFolder: attributes.isDirectory(),
  bytes: attributes.size,
  version: `${attributes.size}-${attributes.mtime}`,
  sha256: null,
  mark: null,
});
