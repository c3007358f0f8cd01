import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link as hardLink, copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { readBlobToFile } from './blobs.ts';
import type { Link } from './broker.ts';
import { pathHere, type SharedFolder } from './path-map.ts';
import type { SourceFacts } from './protocol.ts';
import { sourceSubject, STREAMS } from './subjects.ts';

export const CACHE_BYTES = 10 * 1024 ** 3;

/** Some file systems keep times of two seconds. */
const SAME_TIME_MS = 2_000;
const CONTENT = 'content';

/** The photographs that a worker has fetched, the ones used last: each once, whatever it is called. One is fetched at a time. */
export class SourceCache {
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #shared: readonly SharedFolder[];
  /** The bytes of each by hash, the one used longest ago first. Read once: there may be thousands. */
  #kept: Map<string, number> | null = null;
  /** How many jobs need it now, by hash. */
  readonly #users = new Map<string, number>();

  constructor({
    folder,
    mostBytes = CACHE_BYTES,
    shared,
  }: {
    folder: string;
    mostBytes?: number;
    shared: readonly SharedFolder[];
  }) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
    this.#shared = shared;
  }

  /** Whether a job has got it and not released it. */
  isInUse({ sha256 }: Pick<SourceFacts, 'sha256'>): boolean {
    return this.#users.has(sha256);
  }

  /** What `get` gave is not needed any more. */
  release({ sha256 }: Pick<SourceFacts, 'sha256'>): void {
    const users = (this.#users.get(sha256) ?? 1) - 1;
    if (users > 0) this.#users.set(sha256, users);
    else this.#users.delete(sha256);
  }

  /**
   * The path of the photograph on this machine, with its name and time, to be kept until it is released. Throws BlobGone and BlobDamaged when it cannot be had from the broker,
   * file system errors, and what the connection throws.
   */
  async get(source: SourceFacts, link: () => Promise<Pick<Link, 'jsm'>>): Promise<string> {
    this.#users.set(source.sha256, (this.#users.get(source.sha256) ?? 0) + 1);
    try {
      return await this.#get(source, link);
    } catch (error) {
      this.release(source);
      throw error;
    }
  }

  async #get(source: SourceFacts, link: () => Promise<Pick<Link, 'jsm'>>): Promise<string> {
    const shared = pathHere(source.path, this.#shared);
    if (shared !== null && (await isSame(shared, source))) return shared;
    const folder = join(this.#folder, source.sha256);
    const content = join(folder, CONTENT);
    const kept = (this.#kept ??= await this.#read());
    const known = kept.has(source.sha256) ? await stat(content).catch(() => null) : null;
    if (known?.size !== source.size) await this.#fetch(source, folder, { link: await link(), kept });
    kept.delete(source.sha256);
    kept.set(source.sha256, source.size);
    const now = new Date();
    await utimes(folder, now, now);
    return named(content, join(folder, 'as', safeName(source.name)), source);
  }

  async #fetch(
    { sha256, size }: SourceFacts,
    folder: string,
    { link, kept }: { link: Pick<Link, 'jsm'>; kept: Map<string, number> },
  ): Promise<void> {
    if (kept.delete(sha256)) await rm(folder, { recursive: true, force: true });
    await this.#makeRoom(size, kept);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(folder, 'arriving');
    try {
      await readBlobToFile(link, STREAMS.sources, { subject: sourceSubject(sha256), size, sha256 }, draft);
      await rename(draft, join(folder, CONTENT));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Removes what was not used for the longest time. */
  async #makeRoom(bytes: number, kept: Map<string, number>): Promise<void> {
    let sum = [...kept.values()].reduce((all, each) => all + each, bytes);
    for (const [sha256, size] of kept) {
      if (sum <= this.#mostBytes) return;
      if (this.#users.has(sha256)) continue;
      await rm(join(this.#folder, sha256), { recursive: true, force: true });
      kept.delete(sha256);
      sum -= size;
    }
  }

  /** What an earlier run has left. */
  async #read(): Promise<Map<string, number>> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const found: { name: string; bytes: number; usedMs: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      const folder = join(this.#folder, name);
      const [at, content] = await Promise.all([stat(folder), stat(join(folder, CONTENT)).catch(() => null)]);
      // A fetch that was interrupted.
      if (content === null) await rm(folder, { recursive: true, force: true });
      else found.push({ name, bytes: content.size, usedMs: at.mtimeMs });
    }
    found.sort((one, other) => one.usedMs - other.usedMs);
    return new Map(found.map(({ name, bytes }) => [name, bytes]));
  }
}

/** Whether it is the very same file. Its bytes are read only where its time says nothing. */
async function isSame(file: string, { size, modifiedMs, sha256 }: SourceFacts): Promise<boolean> {
  const at = await stat(file).catch(() => null);
  if (!at?.isFile() || at.size !== size) return false;
  if (Math.abs(at.mtimeMs - modifiedMs) <= SAME_TIME_MS) return true;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256;
}

/** The photograph's name is part of what darktable writes, and its time the date of one without. */
async function named(content: string, file: string, { modifiedMs }: SourceFacts): Promise<string> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  if ((await stat(file).catch(() => null)) === null) await hardLink(content, file).catch(() => copyFile(content, file));
  const time = new Date(modifiedMs);
  await utimes(file, time, time);
  return file;
}

/** No folder, and nothing above this one. */
const safeName = (name: string): string => {
  // oxlint-disable-next-line no-control-regex -- these very characters
  const safe = name.replace(/[\\/:*?"<>|\0-\x1f]/g, '_');
  return safe === '.' || safe === '..' ? '_' : safe;
};
