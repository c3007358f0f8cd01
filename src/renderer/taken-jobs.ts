import { renameSync, rmSync } from 'node:fs';
import { ordinaryFile, readOrdinaryFile } from '../platform/ordinary-file.ts';
import { replaceFile } from '../platform/replace-file.ts';
import { noteFailure } from '../queues/failed-jobs.ts';
import { queueFiles } from '../queues/queue-files.ts';

/**
 * The jobs of one queue file, taken and done by a second worker next to the bridge. All synchronous: the files are
 * small, and no other code of ours runs between a check and a rename.
 */
export class TakenJobs {
  readonly queueFile: string;
  /** Our jobs; see "Several workers" in docs/bridge-protocol.md. */
  readonly #mine: string;
  /** Just taken, to be put before our other jobs. */
  readonly #taken: string;
  /** The jobs of the plugin, and those it has just taken. */
  readonly #bridges: readonly string[];
  /** Running jobs that were requested again since they started. */
  readonly #again = new Set<number>();

  constructor(queueFile: string) {
    this.queueFile = queueFile;
    const { rendererWorking, rendererTaken, working, taken } = queueFiles(queueFile);
    this.#mine = rendererWorking;
    this.#taken = rendererTaken;
    this.#bridges = [working, taken];
  }

  /** Whether there are waiting jobs or jobs of ours. */
  hasWork(): boolean {
    return isThere(this.queueFile) || this.isHolding();
  }

  isHolding(): boolean {
    return isThere(this.#mine) || isThere(this.#taken);
  }

  /** Whether the plugin has left jobs. */
  hasBridgeWork(): boolean {
    return this.#bridges.some(isThere);
  }

  /** Takes the waiting jobs. The latest request is done first. Returns whether there were any. */
  take(doing: ReadonlySet<number>): boolean {
    this.#merge(doing);
    return this.#takeFrom(this.queueFile, doing);
  }

  /** Takes the jobs of a dead plugin. The caller checks before and after that it is dead. */
  takeFromBridge(doing: ReadonlySet<number>): void {
    for (const file of this.#bridges) {
      this.#merge(doing);
      this.#takeFrom(file, doing);
    }
  }

  /** The next job, or null. Invalid lines become failures. */
  next(doing: ReadonlySet<number>): number | null {
    return this.nextOnes(doing, 1)[0] ?? null;
  }

  /** The next jobs, at most so many. */
  nextOnes(doing: ReadonlySet<number>, most: number): number[] {
    const lines = read(this.#mine);
    if (lines === null) return [];
    // Of a hundred thousand jobs, only those before the last found one are checked: the others have their turn.
    const found = new Set<number>();
    const bad = new Set<number>();
    for (let looked = 0; looked < lines.length && found.size < most; looked++) {
      const id = idOf(lines[looked]!);
      if (id === null) bad.add(looked);
      else if (!doing.has(id)) found.add(id);
    }
    if (bad.size > 0) {
      for (const at of bad) this.#note(lines[at]!, 'not an image id');
      this.#write(lines.filter((_, at) => !bad.has(at)));
    }
    if (lines.length === 0) rmSync(this.#mine, { force: true });
    return [...found];
  }

  /** Removes a job that was requested once. Returns whether it was. */
  drop(id: number): boolean {
    const lines = read(this.#mine) ?? [];
    const others = lines.filter((line) => idOf(line) !== id);
    if (others.length !== lines.length - 1) return false;
    this.#write(others);
    return true;
  }

  /** Removes jobs, including repeats, unless they were requested again meanwhile. */
  done(...ids: readonly number[]): void {
    const lines = read(this.#mine);
    const over = new Set(ids.filter((id) => !this.#again.delete(id)));
    // null: all jobs were discarded.
    if (lines === null || over.size === 0) return;
    this.#write(lines.filter((line) => !over.has(idOf(line) ?? 0)));
  }

  failed(id: number, reason: string): void {
    this.#note(String(id), reason);
    this.done(id);
  }

  /** Puts our jobs back into the queue with `append`. */
  async giveBack(append: (ids: number[]) => Promise<unknown>): Promise<void> {
    this.#merge(new Set());
    const ids = new Set((read(this.#mine) ?? []).map(idOf));
    await append([...ids].filter((id) => id !== null));
    rmSync(this.#mine, { force: true });
  }

  /** Anything that is not a file stays where it is; anything in the way of a file is moved. */
  #takeFrom(file: string, doing: ReadonlySet<number>): boolean {
    if (!isThere(file) || !rename(file, isThere(this.#mine) ? this.#taken : this.#mine)) return false;
    this.#merge(doing);
    return true;
  }

  /** Newly taken jobs come before the others: also after a crash in between. */
  #merge(doing: ReadonlySet<number>): void {
    const taken = read(this.#taken);
    if (taken === null) return;
    for (const line of taken) {
      const id = idOf(line);
      if (id !== null && doing.has(id)) this.#again.add(id);
    }
    this.#write([...taken, ...(read(this.#mine) ?? [])]);
    rmSync(this.#taken, { force: true });
  }

  #write(lines: readonly string[]): void {
    if (lines.length === 0) {
      rmSync(this.#mine, { force: true });
      return;
    }
    replaceFile(this.#mine, lines.map((line) => `${line}\n`).join(''));
  }

  #note(job: string, reason: string): void {
    noteFailure(this.queueFile, { job, reason });
  }
}

const isThere = (file: string) => ordinaryFile(file) !== null;

/** The lines that are not empty, or null when there is no such file. */
function read(file: string): string[] | null {
  if (!isThere(file)) return null;
  try {
    return readOrdinaryFile(file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns whether there was such a file. */
function rename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function idOf(line: string): number | null {
  const id = /^\d{1,16}$/.test(line) ? Number(line) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
