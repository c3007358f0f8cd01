import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { storageTrouble } from '../platform/storage-trouble.ts';
import { causeOf } from './ask-for-release.ts';
import { currentUpdate, installKind, isWritable, PART, type PortableCopy, removeFormer } from './portable-copy.ts';
import { UpdateError } from './update-error.ts';
import type { Release, ReleaseFile } from './version-file.ts';

export interface FetchOptions {
  copy: PortableCopy;
  release: Release;
  /** Of the version file. */
  address: string;
  /** Such as linux-amd64. */
  platform: string;
  onProgress: (step: 'download' | 'unpack', done: number, total: number) => void;
  /** Nobody wants it any more: it ends, and rejects. */
  signal?: AbortSignal;
  /** In each of these spans at least a `PARTS`th of the file must come, or the download is given up. */
  patienceMs?: number;
}

const PATIENCE_MS = 60_000;
/** So it takes eight hours at most. */
const PARTS = 500;

/**
 * Downloads a release, checks its size and hash (which the version file has signed), and unpacks it beside the running
 * version. Returns the new program's folder. It appears there whole or not at all. Throws UpdateError.
 */
export async function fetchUpdate(options: FetchOptions): Promise<string> {
  const { copy, release, platform, onProgress, signal } = options;
  const file = release.files.find((each) => each.platform === platform);
  if (!file) throw new UpdateError('no-file', `Safelight ${release.version} has no portable copy for ${platform}.`);
  if (!isWritable(copy)) throw new UpdateError('not-writable', `The folder ${copy.base} cannot be written.`);
  const folder = join(copy.updates, release.version);
  let part: string | undefined;
  try {
    await mkdir(copy.updates, { recursive: true });
    removeFormer(copy);
    if (currentUpdate(copy) === release.version && isWhole(folder, release.version)) return folder;
    await refuseFullDisk(copy.updates, file);
    part = await mkdtemp(join(copy.updates, `${PART}${process.pid}-`));
    const archive = join(part, file.name);
    await download(new URL(file.name, options.address), archive, file, options);
    onProgress('unpack', file.size, file.size);
    const program = join(part, 'program');
    await unpack(archive, program, signal);
    if (!isWhole(program, release.version))
      throw new UpdateError('damaged', `${file.name} is not a portable copy of Safelight ${release.version}.`);
    signal?.throwIfAborted();
    await rm(folder, { recursive: true, force: true });
    await rename(program, folder);
    return folder;
  } catch (error) {
    if (error instanceof UpdateError || signal?.aborted === true) throw error;
    const trouble = storageTrouble(copy.updates, error);
    throw new UpdateError(
      trouble?.includes('full') === true ? 'no-space' : 'not-writable',
      trouble ?? `The folder ${copy.updates} cannot be written: ${String(error)}`,
      error,
    );
  } finally {
    if (part !== undefined) await rm(part, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function refuseFullDisk(folder: string, { size, unpacked }: ReleaseFile): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const missing = size + unpacked - bavail * bsize;
  if (missing > 0)
    throw new UpdateError('no-space', `The disk of ${folder} needs ${Math.ceil(missing / 1e6)} MB more free space.`);
}

async function download(url: URL, archive: string, file: ReleaseFile, options: FetchOptions): Promise<void> {
  const ending = new AbortController();
  const signal = options.signal ? AbortSignal.any([ending.signal, options.signal]) : ending.signal;
  const hash = createHash('sha256');
  let done = 0;
  let seen = 0;
  const timer = setInterval(() => {
    if (done - seen < file.size / PARTS) ending.abort(new Error('the server sends next to nothing'));
    seen = done;
  }, options.patienceMs ?? PATIENCE_MS);
  const target = await open(archive, 'wx', 0o600);
  try {
    const response = await answered(url, signal);
    for await (const bytes of chunksOf(response, url)) {
      done += bytes.length;
      if (done > file.size) break;
      hash.update(bytes);
      await target.writeFile(bytes);
      options.onProgress('download', done, file.size);
    }
    await target.sync();
  } finally {
    clearInterval(timer);
    ending.abort();
    await target.close();
  }
  if (done !== file.size || hash.digest('hex') !== file.sha256)
    throw new UpdateError('damaged', `${url.href} is not the file that was signed.`);
}

/** As it is: an archive that the server would press once more has another size. */
async function answered(url: URL, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' }, signal }).catch((error: unknown) => {
    throw new UpdateError('unreachable', `${url.href} cannot be downloaded: ${causeOf(error)}.`, error);
  });
  if (!response.ok || response.body === null)
    throw new UpdateError('unreachable', `${url.href} cannot be downloaded: it answered ${response.status}.`);
  return response;
}

async function* chunksOf({ body }: Response, url: URL): AsyncGenerator<Uint8Array> {
  const reader = body!.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new UpdateError('damaged', `The download of ${url.href} broke off: ${causeOf(error)}.`, error);
    });
    if (done) return;
    yield value;
  }
}

async function unpack(archive: string, folder: string, signal: AbortSignal | undefined): Promise<void> {
  await mkdir(folder);
  try {
    const options = ['--strip-components=1', '--no-same-owner', '--no-same-permissions'];
    await promisify(execFile)('tar', ['-xzf', archive, '-C', folder, ...options], { signal });
  } catch (error) {
    const { stderr = '', signal: killedBy } = error as { stderr?: string; signal?: string };
    if (killedBy === 'SIGXFSZ' || /No space left|File too large|quota/i.test(stderr))
      throw new UpdateError('no-space', `The disk of ${folder} is full. Free some space and try again.`, error);
    throw new UpdateError('damaged', `${archive} cannot be unpacked: ${stderr.trim().split('\n')[0] ?? ''}`, error);
  }
}

/** Whether a folder has a program of this version that can be started. */
function isWhole(folder: string, version: string): boolean {
  try {
    accessSync(join(folder, 'bin', 'node'), constants.X_OK);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: unknown };
    return manifest.version === version && installKind(folder) === 'portable';
  } catch {
    return false;
  }
}
