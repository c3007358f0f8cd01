import { Refusal } from './refusal.ts';
import type { Answer } from './tool.ts';

/** No call lasts longer: hosts give up after 30 to 60 seconds. */
const LONGEST_CALL_MS = 20_000;
const MOST_ENDED = 100;

export interface Job {
  id: string;
  client: string;
  tool: string;
  /** Unix milliseconds. */
  begun: number;
  state: 'running' | 'ended' | 'failed';
  answer: Answer | null;
  error: unknown;
  ended: Promise<void>;
  cancel(): void;
}

/** Work that takes longer than a call may: it goes on under a name. */
export class Jobs {
  readonly #jobs = new Map<string, Job>();
  #next = 1;

  /**
   * The answer, or, after twenty seconds, the name under which the work goes on. A caller that goes away ends the work only while it waits for the
   * answer itself.
   */
  async inTime(
    client: string,
    tool: string,
    work: (signal: AbortSignal) => Promise<Answer>,
    caller: AbortSignal,
  ): Promise<Answer> {
    const own = new AbortController();
    const stop = () => own.abort();
    caller.addEventListener('abort', stop, { once: true });
    const running = work(own.signal);
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), LONGEST_CALL_MS);
    try {
      const answer = await Promise.race([running, late.promise]);
      if (answer) return answer;
    } finally {
      clearTimeout(timer);
      caller.removeEventListener('abort', stop);
    }
    const job = this.#add({ client, tool, running, cancel: stop });
    return {
      summary: `It is not known yet what was changed: it takes longer and goes on as job ${job.id}. safelight_jobs waits for it.`,
      data: { job: job.id },
    };
  }

  /** Of this client, newest first. */
  list(client: string): Job[] {
    return [...this.#jobs.values()].filter((job) => job.client === client).reverse();
  }

  /** Throws Refusal. */
  find(client: string, id: string): Job {
    const job = this.#jobs.get(id);
    if (job?.client !== client)
      throw new Refusal(
        'There is no such job; after a restart of Safelight none is left. See safelight_list_changes.',
        { job: id },
      );
    return job;
  }

  #add({ client, tool, running, cancel }: Pick<Job, 'client' | 'tool' | 'cancel'> & { running: Promise<Answer> }): Job {
    const job: Job = {
      id: `j${this.#next}`,
      client,
      tool,
      begun: Date.now(),
      state: 'running',
      answer: null,
      error: null,
      cancel,
      ended: running.then(
        (answer) => {
          job.state = 'ended';
          job.answer = answer;
        },
        (error: unknown) => {
          job.state = 'failed';
          job.error = error;
        },
      ),
    };
    this.#next += 1;
    this.#jobs.set(job.id, job);
    const ended = [...this.#jobs.values()].filter(({ state }) => state !== 'running');
    for (const { id } of ended.slice(0, -MOST_ENDED)) this.#jobs.delete(id);
    return job;
  }
}
