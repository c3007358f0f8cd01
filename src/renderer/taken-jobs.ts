import { renameSync, rmSync } from 'node:fs';
import { appendOrdinaryFile, ordinaryFile, readOrdinaryFile } from '../platform/ordinary-file.ts';
import { replaceFile } from '../platform/replace-file.ts';

/** A queue's file of jobs in the hands of this worker, by docs/bridge-protocol.md "Several workers". */
const MINE = '.working-cli';
/** Just taken, to be put before what is in hand. Seen by nobody but us, for a moment. */
const TAKEN = '.taken-cli';
/** What the bridge has in hand, and what it has just taken. */
const BRIDGES = ['.working', '.taken'] as const;

/**
 * The jobs of one queue file, as a second worker beside the bridge takes and does them. All synchronous: the files are small, and
 * between a look and a rename nothing of ours comes.
 */
export class TakenJobs {
  readonly queueFile: string;
  readonly #mine: string;
  readonly #taken: string;
  /** Jobs being done that were asked for once more since they began. */
  readonly #again = new Set<number>();

  constructor(queueFile: string) {
    this.queueFile = queueFile;
    this.#mine = queueFile + MINE;
    this.#taken = queueFile + TAKEN;
  }

  /** Something waits, or is in our hands. */
  hasWork(): boolean {
    return isThere(this.queueFile) || this.isHolding();
  }

  isHolding(): boolean {
    return isThere(this.#mine) || isThere(this.#taken);
  }

  /** The bridge has left jobs in its hands. */
  hasBridgeWork(): boolean {
    return BRIDGES.some((ending) => isThere(this.queueFile + ending));
  }

  /** Takes what waits. What was asked for last will be done first. */
  take(doing: ReadonlySet<number>): void {
    this.#merge(doing);
    this.#takeFrom(this.queueFile, doing);
  }

  /** Takes what a dead bridge had in its hands. Whether it is dead is asked by the caller, before and after. */
  takeFromBridge(doing: ReadonlySet<number>): void {
    for (const ending of BRIDGES) {
      this.#merge(doing);
      this.#takeFrom(this.queueFile + ending, doing);
    }
  }

  /** The job to do next, or null. Lines that are no job go to the failures. */
  next(doing: ReadonlySet<number>): number | null {
    const lines = read(this.#mine);
    if (lines === null) return null;
    // Of a hundred thousand, only those are looked at that stand before the job: the others have their turn.
    let found: number | null = null;
    let looked = 0;
    const bad = new Set<number>();
    for (; looked < lines.length && found === null; looked++) {
      const id = idOf(lines[looked]!);
      if (id === null) bad.add(looked);
      else if (!doing.has(id)) found = id;
    }
    if (bad.size > 0) {
      for (const at of bad) this.#note(printable(lines[at]!), 'not the number of an image');
      this.#write(lines.filter((_, at) => !bad.has(at)));
    }
    if (lines.length === 0) rmSync(this.#mine, { force: true });
    return found;
  }

  /** Strikes a job out, however often it stands there, unless it was asked for anew in the meantime. */
  done(id: number): void {
    const lines = read(this.#mine);
    // Somebody cancelled everything.
    const wasAskedAnew = this.#again.delete(id);
    if (lines === null || wasAskedAnew) return;
    const ending = String(id);
    this.#write(lines.filter((line) => !line.endsWith(ending) || idOf(line) !== id));
  }

  failed(id: number, reason: string): void {
    this.#note(String(id), reason);
    this.done(id);
  }

  /** Puts what is in our hands back into the queue by `append`, which adds jobs of different images. */
  async giveBack(append: (ids: number[]) => Promise<unknown>): Promise<void> {
    this.#merge(new Set());
    const ids = new Set((read(this.#mine) ?? []).map(idOf));
    await append([...ids].filter((id) => id !== null));
    rmSync(this.#mine, { force: true });
  }

  /** What is no file stays where it is; what lies in the way of a file makes room. */
  #takeFrom(file: string, doing: ReadonlySet<number>): void {
    if (isThere(file) && rename(file, isThere(this.#mine) ? this.#taken : this.#mine)) this.#merge(doing);
  }

  /** The lines of `.taken-cli` before those of `.working-cli`: also after a crash in between. */
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
    appendOrdinaryFile(`${this.queueFile}.failed`, `${job}\t${printable(reason)}\n`);
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

/** Whether there was such a file. */
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

// eslint-disable-next-line no-control-regex -- these very characters
const printable = (text: string) => text.replace(/[\0-\x1f\x7f]+/g, ' ').slice(0, 400);
