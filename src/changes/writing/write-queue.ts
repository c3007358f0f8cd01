import type { Log } from '../../platform/log.ts';
import { reasonOf } from '../../platform/errors.ts';

/** How often unsettled writes are checked again. */
const LOOK_AGAIN_MS = 2_000;

/** Finds out how interrupted writes ended. Calls `unsettled` for those of which it cannot be told yet. */
type Recover = () => void | Promise<void>;

/**
 * All writes to the library, one after the other. Before each of them, and every two seconds meanwhile, writes are looked after that an earlier
 * Safelight was in the middle of, or whose outcome could not be recorded.
 */
export class WriteQueue {
  readonly #log: Pick<Log, 'warn'>;
  readonly #rollBack: Recover;
  /** By what they are about, for the log: "Interrupted edits". */
  readonly #recoveries = new Map<string, Recover>();
  readonly #warned = new Set<string>();
  /** The last work asked for. */
  #queue: Promise<unknown>;
  #isUnsettled = true;
  #isClosed = false;
  #lookAgain: NodeJS.Timeout | null = null;

  /** `rollBack`: undoes what is half written in the library. While it fails, nobody looks how a write ended. */
  constructor(log: Pick<Log, 'warn'>, rollBack: Recover) {
    this.#log = log;
    this.#rollBack = rollBack;
    this.#queue = Promise.resolve().then(() => this.#recover());
  }

  /** To be called before the first write. */
  onRecover(what: string, recover: Recover): void {
    this.#recoveries.set(what, recover);
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(async () => {
      if (this.#isUnsettled) await this.#recover();
      return work();
    });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** There is a write of which nobody knows how it ended, or of which that is not recorded. */
  unsettled(): void {
    this.#isUnsettled = true;
    // The library may be unreadable, so no request may come.
    if (this.#isClosed || this.#lookAgain) return;
    this.#lookAgain = setTimeout(() => {
      this.#lookAgain = null;
      void this.inTurn(() => Promise.resolve());
    }, LOOK_AGAIN_MS).unref();
  }

  /** What is tried every two seconds need not be logged every two seconds. */
  warnOnce(fields: object, message: string): void {
    const key = JSON.stringify([message, fields]);
    if (!this.#warned.has(key)) this.#log.warn(fields, message);
    this.#warned.add(key);
  }

  /** Resolves when all work that was asked for has ended. */
  async ended(): Promise<void> {
    await this.#queue;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue;
    clearTimeout(this.#lookAgain ?? undefined);
  }

  async #recover(): Promise<void> {
    this.#isUnsettled = false;
    if (!(await this.#done('A half-written library', this.#rollBack))) return;
    for (const [what, recover] of this.#recoveries) await this.#done(what, recover);
    if (this.#isSettled()) this.#warned.clear();
  }

  async #done(what: string, recover: Recover): Promise<boolean> {
    try {
      await recover();
      return true;
    } catch (error) {
      this.warnOnce({ what, reason: reasonOf(error) }, 'What was interrupted could not be checked');
      this.unsettled();
      return false;
    }
  }

  /** Asked after a wait, in which that may have changed. */
  #isSettled(): boolean {
    return !this.#isUnsettled;
  }
}
