import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '../../previews/semaphore.ts';
import { CHUNK_BYTES, putFiles } from './blobs.ts';
import { type Broker, Interrupted, type Link, StoreFull } from './broker.ts';
import type { SourceFacts } from './protocol.ts';
import { partOf, sourceSubject, STREAMS } from './subjects.ts';
import { subjectsOf } from './streams.ts';

/** So many hashes are remembered. */
const MOST_KNOWN = 20_000;
const FULL_PAUSE_MS = 1_000;
const READ_BYTES = 256 * 1024;

/** The file was written to while it was read. */
export class SourceChanged extends Error {}

/** The files that jobs need, as they lie here and at the broker. There they stay while a job needs them. */
export class Sources {
  readonly #known = new Map<string, { stamp: string; sha256: string }>();
  /** How many jobs need it, by hash. */
  readonly #users = new Map<string, number>();
  /** What the broker had when we connected, whole or in part. */
  readonly #found = new Set<string>();
  /** Whole at the broker. */
  readonly #there = new Set<string>();
  /** To be put there anew. */
  readonly #doubtful = new Set<string>();
  readonly #underWay = new Map<string, Promise<void>>();
  /** Being removed from the broker. */
  readonly #removed = new Map<string, Promise<unknown>>();
  readonly #uploads = new Semaphore(2);
  readonly #broker: Broker;
  readonly #onFull: (isFull: boolean) => void;

  /** `onFull`: the broker has no room for sources, or has it again. */
  constructor(broker: Broker, onFull: (isFull: boolean) => void) {
    this.#broker = broker;
    this.#onFull = onFull;
  }

  /** Throws file system errors. */
  async factsOf(path: string): Promise<SourceFacts> {
    const { stamp, size, modifiedMs } = await stampOf(path);
    const known = this.#known.get(path);
    const sha256 = known?.stamp === stamp ? known.sha256 : await hashOf(path);
    this.#known.delete(path);
    this.#known.set(path, { stamp, sha256 });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN) this.#known.delete(oldest!);
    return { path, name: basename(path), size, modifiedMs, sha256 };
  }

  /** Whether the file is still the same. */
  async isStill({ path, size, modifiedMs }: SourceFacts): Promise<boolean> {
    const now = await stampOf(path).catch(() => null);
    return now?.size === size && now.modifiedMs === modifiedMs;
  }

  use({ sha256 }: Pick<SourceFacts, 'sha256'>): void {
    this.#users.set(sha256, (this.#users.get(sha256) ?? 0) + 1);
  }

  /** Removes it from the broker after its last user. */
  release({ sha256 }: Pick<SourceFacts, 'sha256'>): void {
    const users = (this.#users.get(sha256) ?? 1) - 1;
    if (users > 0) {
      this.#users.set(sha256, users);
      return;
    }
    this.#users.delete(sha256);
    if (this.#there.delete(sha256)) void this.#purge(sha256).catch(() => undefined);
  }

  /**
   * Puts it at the broker unless it is there. While the store is full, waits for other jobs to be done, as long as there are any. Throws
   * SourceChanged, StoreFull, file system errors, and the reason of `signal`.
   */
  async bring(
    facts: Pick<SourceFacts, 'path' | 'size' | 'sha256'>,
    { signal, mayWait }: { signal: AbortSignal; mayWait: () => boolean },
  ): Promise<void> {
    const { sha256 } = facts;
    while (!this.#there.has(sha256)) {
      signal.throwIfAborted();
      const work =
        this.#underWay.get(sha256) ??
        this.#uploads.take(() => this.#upload(facts, signal)).finally(() => this.#underWay.delete(sha256));
      this.#underWay.set(sha256, work);
      try {
        await work;
      } catch (error) {
        if (error instanceof StoreFull && mayWait()) {
          this.#onFull(true);
          await sleep(FULL_PAUSE_MS, undefined, { signal, ref: false });
        } else if (error instanceof Interrupted) await this.#broker.connected(signal);
        else throw error;
      }
    }
    this.#onFull(false);
  }

  /** A worker did not find it there, or found something else. */
  forget({ sha256 }: Pick<SourceFacts, 'sha256'>): void {
    this.#there.delete(sha256);
    this.#doubtful.add(sha256);
  }

  /** Compares with what is at the broker, and removes what nobody needs. */
  async compare({ jsm }: Link): Promise<void> {
    const found = await subjectsOf(jsm, STREAMS.sources, 'src.*');
    const hashes = new Set(Object.keys(found).map((subject) => partOf(subject, 1)));
    this.#found.clear();
    for (const sha256 of this.#there) if (!hashes.has(sha256)) this.#there.delete(sha256);
    for (const sha256 of hashes) {
      const isNeeded = this.#users.has(sha256) || this.#underWay.has(sha256);
      if (isNeeded) this.#found.add(sha256);
      else await this.#purge(sha256, jsm);
    }
  }

  async #upload(
    { path, size, sha256 }: Pick<SourceFacts, 'path' | 'size' | 'sha256'>,
    signal: AbortSignal,
  ): Promise<void> {
    const subject = sourceSubject(sha256);
    // Otherwise it might remove what is stored now.
    await this.#removed.get(sha256)?.catch(() => undefined);
    const mayBeThere = this.#found.has(sha256) || this.#doubtful.has(sha256);
    if (mayBeThere && (await this.#isWhole({ size, sha256 }, signal))) {
      this.#there.add(sha256);
      return;
    }
    try {
      const sent = await putFiles(this.#broker, { subject, files: [{ path, size }] });
      if (sent.sha256 !== sha256) throw new SourceChanged(`${path} has changed while it was read`);
      this.#there.add(sha256);
      this.#found.delete(sha256);
      this.#doubtful.delete(sha256);
    } catch (error) {
      if (error instanceof SourceChanged) this.#known.delete(path);
      await this.#purge(sha256).catch(() => this.#doubtful.add(sha256));
      throw error;
    }
  }

  /** A part may be left of an earlier attempt, or all of it of an earlier connection. Removes what is not whole. */
  async #isWhole({ size, sha256 }: Pick<SourceFacts, 'size' | 'sha256'>, signal: AbortSignal): Promise<boolean> {
    const subject = sourceSubject(sha256);
    const { jsm } = await this.#broker.connected(signal);
    const { [subject]: chunks = 0 } = await subjectsOf(jsm, STREAMS.sources, subject);
    if (chunks === 0) return false;
    if (chunks === Math.ceil(size / CHUNK_BYTES) && !this.#doubtful.has(sha256)) return true;
    await this.#purge(sha256);
    return false;
  }

  /** `jsm`: of a connection that has only just been made. */
  async #purge(sha256: string, jsm = this.#broker.link?.jsm): Promise<void> {
    if (!jsm) throw new Interrupted('there is no connection to the broker');
    const work = jsm.streams
      .purge(STREAMS.sources, { filter: sourceSubject(sha256) })
      .finally(() => this.#removed.get(sha256) === work && this.#removed.delete(sha256));
    this.#removed.set(sha256, work);
    await work;
  }
}

async function stampOf(path: string): Promise<{ stamp: string; size: number; modifiedMs: number }> {
  const { ino, size, mtimeMs } = await stat(path);
  return { stamp: `${ino} ${size} ${mtimeMs}`, size, modifiedMs: mtimeMs };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(path, 'r');
  try {
    // A new one for each piece would be garbage outside of V8's heap, which is collected at a high price.
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
