export interface TurnsOptions {
  take: () => Promise<void>;
  onError: (error: unknown) => void;
  /** Without news, one is taken so often. */
  lookMs: number;
  /** So long `wakeSoon` gathers what ends. */
  soonMs: number;
  /** Then none is begun any more. */
  stopping: AbortSignal;
}

/** Turns of one piece of work: never two at once, and one more when it was asked for meanwhile. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #timer: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;
  #turn: Promise<void> | null = null;
  #wantsTurn = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#timer = setInterval(this.wake, options.lookMs).unref();
  }

  /** Whether one is taken, or will be soon. */
  get isWanted(): boolean {
    return this.#turn !== null || this.#soon !== undefined;
  }

  readonly wake = (): void => {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#wantsTurn = true;
    this.#turn ??= this.#takeAll().finally(() => {
      this.#turn = null;
      if (this.#wantsTurn && !this.#options.stopping.aborted) this.wake();
    });
  };

  /** After what ends many times a second. */
  wakeSoon(): void {
    this.#soon ??= setTimeout(this.wake, this.#options.soonMs).unref();
  }

  /** Resolves when those that were asked for are taken. */
  async taken(): Promise<void> {
    if (this.#soon) this.wake();
    await this.#turn;
  }

  close(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    this.#soon = undefined;
  }

  async #takeAll(): Promise<void> {
    const { take, onError, stopping } = this.#options;
    while (this.#wantsTurn && !stopping.aborted) {
      this.#wantsTurn = false;
      try {
        await take();
      } catch (error) {
        onError(error);
      }
    }
  }
}
