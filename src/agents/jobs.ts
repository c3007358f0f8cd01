import type { Answer } from './answer.ts';
import { Refusal } from './refusal.ts';

/** No call lasts longer: hosts give up after 30 to 60 seconds. */
const LONGEST_CALL_MS = 20_000;
const MOST_ENDED = 100;

/** The work of a call. */
export interface Work {
  client: string;
  tool: string;
  /** Unix milliseconds. */
  begun: number;
  answer: Promise<Answer>;
  stop(): void;
}

export interface Job extends Work {
  id: string;
  state: 'running' | 'ended' | 'failed';
}

/** Work that takes longer than a call may, or than its caller stays: it goes on under a name. */
export class Jobs {
  readonly #jobs = new Map<string, Job>();
  #next = 1;

  start(client: string, tool: string, work: (signal: AbortSignal) => Promise<Answer>): Work {
    const own = new AbortController();
    return { client, tool, begun: Date.now(), answer: work(own.signal), stop: () => own.abort() };
  }

  /** The answer, or, after twenty seconds or when the caller goes, the name under which the work goes on. */
  async inTime(work: Work, caller: AbortSignal): Promise<Answer> {
    const late = Promise.withResolvers<null>();
    const leave = () => late.resolve(null);
    const timer = setTimeout(leave, LONGEST_CALL_MS);
    caller.addEventListener('abort', leave, { once: true });
    if (caller.aborted) leave();
    try {
      const answer = await Promise.race([work.answer, late.promise]);
      if (answer) return answer;
    } finally {
      clearTimeout(timer);
      caller.removeEventListener('abort', leave);
    }
    const { id } = this.#named(work);
    return {
      summary: `It is not known yet what was changed: it takes longer and goes on as job ${id}. safelight_jobs waits for it.`,
      data: { job: id },
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

  #named(work: Work): Job {
    for (const job of this.#jobs.values()) if (job.answer === work.answer) return job;
    const job: Job = { ...work, id: `j${this.#next}`, state: 'running' };
    this.#next += 1;
    work.answer.then(
      () => (job.state = 'ended'),
      () => (job.state = 'failed'),
    );
    this.#jobs.set(job.id, job);
    const ended = [...this.#jobs.values()].filter(({ state }) => state !== 'running');
    for (const { id } of ended.slice(0, -MOST_ENDED)) this.#jobs.delete(id);
    return job;
  }
}
