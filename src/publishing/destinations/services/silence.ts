/** Ends a request when nothing has moved for a while, however long the whole of it takes. */
export class Silence {
  readonly #ended = new AbortController();
  #timer: NodeJS.Timeout;
  #ms: number;

  constructor(ms: number) {
    this.#ms = ms;
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get isOver(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Something moved; the next thing may take that long. */
  isBroken(ms = this.#ms): void {
    clearTimeout(this.#timer);
    this.#ms = ms;
    this.#timer = this.#start();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => this.#ended.abort(), this.#ms);
  }
}
