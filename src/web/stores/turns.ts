/** One after the other, in the order in which they are asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(act: () => Promise<Result>): Promise<Result> {
    const own = this.#last.then(act);
    this.#last = own.catch(() => undefined);
    return own;
  }

  /** Resolves when all that was asked for is done. */
  rest = (): Promise<unknown> => this.#last;
}
