import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { reasonOf } from '../../../platform/errors.ts';
import { isMissing } from '../../../platform/ordinary-file.ts';
import { noFollow } from '../../../exports/folder-mark.ts';
import { DestinationFailure, type FailureKind } from '../destination.ts';
import { joined, nameOf, type FileStore, type Stored } from './file-store.ts';

/** A folder of this computer, maybe on a drive or a share. `whyNot`: why nothing may be written there, for people. */
export function folderStore(folder: string, whyNot: () => Promise<string | null>): FileStore {
  const root = resolve(folder);
  const at = (path: string) => {
    if (path.split('/').includes('..')) throw new DestinationFailure('unknown', `${path} leads out of ${root}.`);
    return join(root, path);
  };
  const guarded = async <Result>(signal: AbortSignal, act: () => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted();
    return act().catch((error: unknown) => {
      throw failureOf(error, root);
    });
  };
  /** Film rolls come and go in a library. */
  const writing = (signal: AbortSignal, act: () => Promise<void>) =>
    guarded(signal, async () => {
      const why = await whyNot();
      if (why !== null) throw new DestinationFailure('person', why);
      await act();
    });
  const stat = async (path: string): Promise<Stored | null> => {
    const found = await lstat(at(path)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (!found) return null;
    const version = `${found.size}-${Math.floor(found.mtimeMs)}`;
    const isFolder = found.isDirectory();
    return { path, name: nameOf(path), isFolder, bytes: found.size, version, sha256: null, mark: null };
  };
  const sha256 = async (path: string, signal: AbortSignal) => {
    const hash = createHash('sha256');
    await pipeline(createReadStream(at(path)), hash, { signal });
    return hash.digest('hex');
  };

  return {
    identity: root,
    wholeWrites: () => Promise.resolve('none'),
    canVanish: true,

    write: async (path, { from }, onto, signal) => {
      await writing(signal, async () => {
        // A link in its place would be followed.
        if (onto === 'our-draft') await rm(at(path), { force: true });
        if (typeof from === 'string') await copyFile(from, at(path), constants.COPYFILE_EXCL);
        else await writeFile(at(path), from, { flag: 'wx' });
        await using handle = await open(at(path), 'r');
        await handle.sync();
      });
      return guarded(signal, () => sha256(path, signal));
    },

    read: (path, most, signal) =>
      guarded(signal, async () => {
        if ((await stat(path)) === null) return null;
        const handle = await open(at(path), constants.O_RDONLY | noFollow);
        try {
          const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, 0);
          return buffer.subarray(0, bytesRead);
        } finally {
          await handle.close();
        }
      }),

    sha256: (path, signal) => guarded(signal, () => sha256(path, signal)),

    stat: (path, signal) => guarded(signal, () => stat(path)),

    list: (path, signal) =>
      guarded(signal, async () => {
        const names = await readdir(at(path)).catch((error: unknown) => {
          if (isMissing(error)) return null;
          throw error;
        });
        if (names === null) return null;
        const entries = await Promise.all(names.map((name) => stat(joined(path, name))));
        return entries.filter((entry) => entry !== null);
      }),

    moveToNew: async (from, to, signal) => {
      let isMoved = true;
      await writing(signal, async () => {
        try {
          // Unlike a rename, a link never takes the place of another file.
          await link(at(from), at(to));
          await rm(at(from));
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException;
          isMoved = code !== 'EEXIST';
          if (isMoved && !NO_LINKS.has(code ?? '')) throw error;
          if (isMoved) isMoved = await renameToNew(at(from), at(to));
        }
      });
      return isMoved;
    },

    moveOver: (from, to, signal) => writing(signal, () => rename(at(from), at(to))),

    remove: (path, signal) => writing(signal, () => rm(at(path), { force: true })),

    makeFolder: (path, signal) =>
      writing(signal, async () => {
        await mkdir(at(path)).catch((error: unknown) => {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        });
      }),

    removeFolder: (path, signal) => writing(signal, () => rmdir(at(path))),

    close: () => Promise.resolve(),
  };
}

/** What FAT and network shares say of links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

async function renameToNew(from: string, to: string): Promise<boolean> {
  const there = await lstat(to).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (there) return false;
  await rename(from, to);
  return true;
}

const KINDS: Record<string, FailureKind> = {
  EACCES: 'person',
  EPERM: 'person',
  EROFS: 'person',
  EDQUOT: 'person',
  ENOTDIR: 'person',
  ENAMETOOLONG: 'never',
  EILSEQ: 'never',
  EFBIG: 'never',
};

/** A full disk, a drive that is away and a share that does not answer pass. */
function failureOf(error: unknown, root: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof DestinationFailure || typeof code !== 'string' || code === 'ABORT_ERR') return error;
  return new DestinationFailure(KINDS[code] ?? 'later', `${root}: ${reasonOf(error)}`, { cause: error });
}
