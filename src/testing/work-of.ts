/** At least and at most: one that fails is measured again, since a busy computer only ever adds to it. */
const ROUNDS = { least: 3, most: 12 };
const TIMES = 8;
/** Less than that is not measured well. */
const LEAST_MS = 2;

/** What `growthOf` may be at most: 1 where the work grows as the input does, 8 where it grows as its square. */
export const MOST_GROWTH = 3;

/**
 * The work of `run` for an input of eight times this size, in times of that for eight inputs of this size. In processor time of this thread,
 * the least of some rounds, so that neither a busy computer nor other threads count. Choose a size that takes milliseconds.
 */
export function growthOf<Input>(make: (size: number) => Input, run: (input: Input) => unknown, size: number): number {
  // Made anew each time: V8 remembers what an expression found in a text.
  const workOn = (inputs: readonly Input[]) => workOf(() => inputs.forEach((input) => void run(input)));
  const least = { ofSmall: Infinity, ofLarge: Infinity };
  for (let round = 1; ; round++) {
    least.ofSmall = Math.min(least.ofSmall, workOn(Array.from({ length: TIMES }, () => make(size))));
    least.ofLarge = Math.min(least.ofLarge, workOn([make(TIMES * size)]));
    const growth = Math.max(LEAST_MS, least.ofLarge) / Math.max(LEAST_MS, least.ofSmall);
    if (round >= ROUNDS.most || (round >= ROUNDS.least && growth < MOST_GROWTH)) return growth;
  }
}

/** Milliseconds of processor time. */
export function workOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
