/** What `npm test` prints while it runs: where it is, what failed and how to repeat it, and how long it will take. */
import type { Failure } from './report.ts';

/** How often a line is printed where lines cannot be written over, as in the log of a CI run. */
const EVERY_MS = 20_000;

/** A part of the run, and how far it is. */
export type Step = { name: string; usualSeconds: number; done: number; of: number };

export const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;

/**
 * Seconds that are left: what the parts take on two idle cores, times how much longer than that it has taken so far. The first minute
 * says little of the machine.
 */
export function secondsLeft(elapsed: number, steps: readonly Step[]): number {
  const sum = (seconds: (step: Step) => number) => steps.reduce((all, step) => all + seconds(step), 0);
  const behind = sum(({ usualSeconds, done, of }) => (of === 0 ? usualSeconds : (usualSeconds * done) / of));
  const ahead = sum(({ usualSeconds }) => usualSeconds) - behind;
  return (ahead * (elapsed + 60)) / (behind + 60);
}

export class Progress {
  readonly failures: Failure[] = [];
  readonly #began = performance.now();
  readonly #steps: Map<string, Step>;
  #printed = this.#began;
  #isOpen = false;

  /** The parts are known before they run. */
  constructor(parts: readonly Pick<Step, 'name' | 'usualSeconds'>[]) {
    this.#steps = new Map(parts.map(({ name, usualSeconds }) => [name, { name, usualSeconds, done: 0, of: 1 }]));
  }

  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  /** A part is so far: shown at once on a terminal, otherwise now and then. */
  at(name: string, done: number, of: number): void {
    Object.assign(this.#steps.get(name)!, { done, of });
    const where = of > 1 ? `${name} ${done} of ${of}` : name;
    const failed = this.failures.length > 0 ? `, ${this.failures.length} failed` : '';
    const left = minutes(secondsLeft(this.seconds, [...this.#steps.values()]));
    const line = `${minutes(this.seconds)} ${where}${failed}, about ${left} left`;
    if (process.stdout.isTTY) {
      process.stdout.write(`\r\x1b[K${line.slice(0, process.stdout.columns - 1)}`);
      this.#isOpen = true;
    } else if (performance.now() - this.#printed > EVERY_MS) {
      this.#printed = performance.now();
      console.log(line);
    }
  }

  fail(failure: Failure): void {
    this.failures.push(failure);
    this.say(`\nFAILED: ${failure.what}\n${failure.why}\n  alone: ${failure.again}\n`);
  }

  /** A line that stays. */
  say(text: string): void {
    if (this.#isOpen) process.stdout.write('\r\x1b[K');
    this.#isOpen = false;
    console.log(text);
  }
}
