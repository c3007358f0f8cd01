/** Runs at most so many at once; the others wait for their turn, in their order. */
export function atMost(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next one has this turn.
      if (next) next();
      else running -= 1;
    }
  };
}
