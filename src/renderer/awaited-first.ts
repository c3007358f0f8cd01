/** After the last picture that somebody waited for: who edits goes on within that time. */
const REST_MS = 3_000;
/** Jobs are held back no longer, however much somebody edits. */
const MOST_HELD_MS = 60_000;

export interface AwaitedFirstOptions {
  /** For how long nobody has waited for a picture of the resident darktable. */
  unawaitedMs: () => number;
  /** Jobs that were held back may begin. */
  onRest: () => void;
}

/**
 * Holds jobs back that nobody waits for while somebody edits: darktable makes one picture at a time, and none can be cancelled once it has
 * begun.
 */
export class AwaitedFirst {
  readonly #options: AwaitedFirstOptions;
  #awaited = 0;
  #heldSinceMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AwaitedFirstOptions) {
    this.#options = options;
  }

  /** Somebody waits for that. */
  async during<T>(making: Promise<T>): Promise<T> {
    this.#awaited++;
    return making.finally(() => this.#awaited--);
  }

  /** Whether jobs wait; then `onRest` follows. */
  holdsBack(): boolean {
    const unawaitedMs = this.#awaited > 0 ? 0 : this.#options.unawaitedMs();
    const now = performance.now();
    const heldMs = this.#heldSinceMs === null ? 0 : now - this.#heldSinceMs;
    clearTimeout(this.#timer);
    if (unawaitedMs >= REST_MS) this.#heldSinceMs = null;
    if (unawaitedMs >= REST_MS || heldMs >= MOST_HELD_MS) return false;
    this.#heldSinceMs ??= now;
    this.#timer = setTimeout(this.#options.onRest, REST_MS - unawaitedMs).unref();
    return true;
  }

  /** A job has begun. */
  noteBegun(): void {
    this.#heldSinceMs = null;
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
