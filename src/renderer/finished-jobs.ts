import type { TakenJobs } from './taken-jobs.ts';

/** So often they are written at most: a file with thousands of jobs need not be written anew for each. */
const EVERY_MS = 200;

/** The jobs of one queue that workers on other machines have finished: many a second, so they are noted together. */
export class FinishedJobs {
  readonly #jobs: TakenJobs;
  #ids: number[] = [];
  #written: Promise<void> | null = null;

  constructor(jobs: TakenJobs) {
    this.#jobs = jobs;
  }

  /** Resolves once the job has been removed from the queue. Rejects with file system errors. */
  async add(id: number): Promise<void> {
    this.#ids.push(id);
    this.#written ??= new Promise<void>((resolve) => setTimeout(resolve, EVERY_MS)).then(() => {
      const ids = this.#ids;
      this.#ids = [];
      this.#written = null;
      this.#jobs.done(...ids);
    });
    await this.#written;
  }
}
