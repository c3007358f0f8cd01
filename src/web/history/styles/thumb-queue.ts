/** One is made while the next is on its way; the others can still be dropped. */
const AT_ONCE = 2;

interface Job {
  run: () => Promise<void>;
  signal: AbortSignal;
}

/** Runs jobs in the order in which they come, a few at once; one that is no longer wanted is left out. */
class ThumbQueue {
  readonly #waiting: Job[] = [];
  #running = 0;

  add(job: Job): void {
    this.#waiting.push(job);
    this.#next();
  }

  #next(): void {
    while (this.#running < AT_ONCE) {
      const job = this.#waiting.shift();
      if (!job) return;
      if (job.signal.aborted) continue;
      this.#running++;
      void job.run().finally(() => {
        this.#running--;
        this.#next();
      });
    }
  }
}

export const thumbQueue = new ThumbQueue();
