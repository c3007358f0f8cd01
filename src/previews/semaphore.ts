/** Limits concurrency. The latest request goes first: it is what a scrolling user is looking at. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free--;
    try {
      return await work();
    } finally {
      const next = this.#waiting.pop();
      if (next) next();
      else this.#free++;
    }
  }
}
