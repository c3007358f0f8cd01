import { neighbourhood } from '../../auth/throttle.ts';

/** Wrong ones of one address at once, and in a minute. */
const WRONG_TRIES = 5;
const MINUTE_MS = 60_000;
const PACE_MS = MINUTE_MS / WRONG_TRIES;
/** The page of a guest gives up after twenty seconds. */
const LONGEST_WAIT_MS = 15_000;
/** Of one address, and looked at for all addresses together, two at once: a second and a half for who comes last. */
const MOST_WAITING = 60;
const MOST_ADDRESSES = 10_000;

/** `waitMs`: it was not looked at, or it is not worth a try before. */
export type Tried = { is: 'right' } | { is: 'wrong' } | { is: 'slow-down'; waitMs: number };

interface Address {
  /** Wrong tries that count still; one less with each `PACE_MS`. */
  wrong: number;
  atMs: number;
  waiting: number;
  last: Promise<unknown>;
}

/**
 * [Note: The right one opens] Counts wrong passwords and codes by address, and of IPv6 by network. Whoever has spent theirs is not locked out: their
 * next try waits for its turn, one at a time, and is then looked at. So guesses stay at five a minute, and somebody with the right one comes in
 * from the same address too: all guests of a tunnel may have one.
 */
export class EntryTries {
  readonly #addresses = new Map<string, Address>();
  readonly #now: () => number;
  readonly #wait: (ms: number) => Promise<void>;
  #running = 0;

  constructor(
    now = () => performance.now(),
    wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref()),
  ) {
    this.#now = now;
    this.#wait = wait;
  }

  /** `isWanted`: somebody still waits for the answer. */
  async try(address: string, isRight: () => Promise<boolean>, isWanted: () => boolean): Promise<Tried> {
    const at = this.#address(neighbourhood(address));
    const dueMs = this.#dueMs(at);
    // Whoever waits already has the next turn.
    const waitMs = dueMs === 0 ? 0 : dueMs + at.waiting * PACE_MS;
    const isFull = at.waiting >= MOST_WAITING || this.#running >= MOST_WAITING;
    if (waitMs > LONGEST_WAIT_MS || isFull) return { is: 'slow-down', waitMs };
    at.waiting += 1;
    const sinceMs = this.#now();
    const turn = at.last.then(() => this.#inTurn(at, sinceMs, isRight, isWanted));
    at.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      at.waiting -= 1;
    }
  }

  async #inTurn(
    at: Address,
    sinceMs: number,
    isRight: () => Promise<boolean>,
    isWanted: () => boolean,
  ): Promise<Tried> {
    const dueMs = this.#dueMs(at);
    if (dueMs > 0) {
      if (this.#now() - sinceMs + dueMs > LONGEST_WAIT_MS) return { is: 'slow-down', waitMs: dueMs };
      await this.#wait(dueMs);
    }
    if (!isWanted()) return { is: 'wrong' };
    this.#running += 1;
    try {
      if (await isRight()) return { is: 'right' };
      at.wrong = this.#wrong(at) + 1;
      at.atMs = this.#now();
      return dueMs > 0 ? { is: 'slow-down', waitMs: this.#dueMs(at) } : { is: 'wrong' };
    } finally {
      this.#running -= 1;
    }
  }

  #wrong({ wrong, atMs }: Address): number {
    return Math.max(0, wrong - (this.#now() - atMs) / PACE_MS);
  }

  #dueMs(at: Address): number {
    return Math.max(0, this.#wrong(at) - (WRONG_TRIES - 1)) * PACE_MS;
  }

  #address(key: string): Address {
    const known = this.#addresses.get(key);
    if (known) return known;
    if (this.#addresses.size >= MOST_ADDRESSES)
      for (const [other, at] of this.#addresses)
        if (at.waiting === 0 && this.#wrong(at) === 0) this.#addresses.delete(other);
    const at: Address = { wrong: 0, atMs: 0, waiting: 0, last: Promise.resolve() };
    this.#addresses.set(key, at);
    return at;
  }
}
