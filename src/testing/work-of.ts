const ROUNDS = 3;
const TIMES = 8;

/**
 * How many times the work of `run` is that for a size, with eight times this size: 8 when it grows as the size does, 64 when it grows as its
 * square. In processor time of this thread, the least of some rounds, so that neither a busy computer nor other threads count.
 */
export function growthOf<Input>(make: (size: number) => Input, run: (input: Input) => unknown, size: number): number {
  const small = leastWork(() => make(size), run);
  return leastWork(() => make(TIMES * size), run) / small;
}

/** Milliseconds of processor time. */
export function workOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

// Made anew each time: V8 remembers what an expression found in a text.
const leastWork = <Input>(make: () => Input, run: (input: Input) => unknown) =>
  Math.max(
    0.2,
    Math.min(
      ...Array.from({ length: ROUNDS }, () => {
        const input = make();
        return workOf(() => run(input));
      }),
    ),
  );
