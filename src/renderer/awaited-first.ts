/** After the last picture that somebody waited for: who edits goes on within that time. */
const REST_MS = 3_000;
/** Jobs are held back no longer, however much somebody edits. */
const MOST_HELD_MS = 60_000;

export interface AwaitedFirstOptions {
  /** For how long the owner has not waited for a picture of the resident darktable. */
  unawaitedMs: () => number;
  /** Jobs that were held back may begin. */
  onRest: () => void;
}

/**
 * Holds jobs back that nobody waits for while somebody edits: darktable makes one picture at a time, and none can be canceled once it has
 * begun.
 */
export class AwaitedFirst {
  readonly #options: AwaitedFirstOptions;
  #awaited = 0;
  #lastMs = -Infinity;
  #heldSinceMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: AwaitedFirstOptions) {
    this.#options = options;
  }

  /** An edit, of whichever client, waits for that; null: it was not made, so a job has to. */
  async during<T>(making: Promise<T | null>): Promise<T | null> {
    this.#awaited++;
    try {
      const made = await making;
      if (made !== null) this.#lastMs = performance.now();
      return made;
    } finally {
      this.#awaited--;
    }
  }

  /** Whether jobs wait; then `onRest` follows. */
  holdsBack(): boolean {
    const now = performance.now();
    const unawaitedMs = this.#awaited > 0 ? 0 : Math.min(now - this.#lastMs, this.#options.unawaitedMs());
    clearTimeout(this.#timer);
    if (unawaitedMs >= REST_MS) {
      this.#heldSinceMs = null;
      return false;
    }
    this.#heldSinceMs ??= now;
    // Asks again, so that the time does not count on when no job is left to begin.
    const look = () => {
      if (!this.holdsBack()) this.#options.onRest();
    };
    if (!this.#isClosed) this.#timer = setTimeout(look, REST_MS - unawaitedMs).unref();
    return now - this.#heldSinceMs < MOST_HELD_MS;
  }

  /** A job that is held back otherwise has begun. */
  noteBegun(): void {
    this.#heldSinceMs = null;
    clearTimeout(this.#timer);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
