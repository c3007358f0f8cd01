/** One is made while the next is on its way; the others can still be dropped. */
const AT_ONCE = 2;

interface Job {
  run: () => Promise<void>;
  signal: AbortSignal;
}
const waiting: Job[] = [];
let running = 0;

/** Runs jobs in the order in which they come, a few at once; one that is no longer wanted is left out. */
export function inQueue(run: () => Promise<void>, signal: AbortSignal): void {
  waiting.push({ run, signal });
  next();
}

function next(): void {
  while (running < AT_ONCE) {
    const job = waiting.shift();
    if (!job) return;
    if (job.signal.aborted) continue;
    running++;
    void job.run().finally(() => {
      running--;
      next();
    });
  }
}
