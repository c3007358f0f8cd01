import type { Log } from '../../platform/log.ts';
import { reasonOf } from '../../platform/errors.ts';

/** How often unsettled writes are checked again. */
const LOOK_AGAIN_MS = 2_000;

export interface Recovery {
  /** Finds out how interrupted writes ended. Calls `unsettled` for those of which it cannot be told yet. */
  recover: () => Promise<void>;
  /** For the log: "Interrupted edits". */
  name: string;
  log: Pick<Log, 'warn'>;
}

/**
 * Writes to the library go one after the other. Before each of them, and every two seconds meanwhile, writes are looked after that an earlier
 * Safelight was in the middle of, or whose outcome could not be recorded.
 */
export class WriteQueue {
  readonly #recovery: Recovery;
  /** The last work asked for. */
  #queue: Promise<unknown>;
  #isUnsettled = true;
  #isClosed = false;
  #lookAgain: NodeJS.Timeout | null = null;
  #lastWarning = '';

  constructor(recovery: Recovery) {
    this.#recovery = recovery;
    this.#queue = Promise.resolve().then(() => this.#recover());
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
  warnOnce(message: string): void {
    if (message !== this.#lastWarning) this.#recovery.log.warn(message);
    this.#lastWarning = message;
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
    try {
      await this.#recovery.recover();
    } catch (error) {
      this.warnOnce(`${this.#recovery.name} could not be checked: ${reasonOf(error)}`);
      this.unsettled();
    }
  }
}
