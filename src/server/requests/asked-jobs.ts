import type { Principal } from '../../auth/principal.ts';
import { AppError } from '../../platform/errors.ts';
import type { JobQueue } from '../../queues/job-queue.ts';

/**
 * Somebody who waits for a thousand pictures does not need another before some of them are done: exports take an hour,
 * previews some minutes.
 */
export const MOST_WAITING = 1000;
const RETRY_SECONDS = 60;

const WORDS = { refresh: 'previews', export: 'exports' };

type Queue = Pick<JobQueue, 'name' | 'append' | 'pending'>;

/** What a client has asked for by trying to view it. */
interface Asked {
  readonly ids: Set<number>;
  /** Lines written for them; the same id may come several times. */
  lines: number;
}

/**
 * Previews or exports that are queued because somebody wanted to see or download them. That takes only a reading scope,
 * so a client without `cache:refresh` may have a limited number of them waiting, and beyond that none of them twice.
 */
export class AskedJobs {
  readonly #queue: Queue;
  readonly #byClient = new Map<string, Asked>();

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /** Throws `slow_down`, and `queue_error` like the queue. */
  async append(id: number, { clientId, scopes }: Pick<Principal, 'clientId' | 'scopes'>): Promise<void> {
    if (!scopes.has('cache:refresh') && this.#isWaiting(id, clientId)) return;
    await this.#queue.append(id);
  }

  #isWaiting(id: number, clientId: string): boolean {
    let asked = this.#byClient.get(clientId) ?? { ids: new Set(), lines: 0 };
    if (asked.lines >= MOST_WAITING) {
      const pending = new Set(this.#queue.pending());
      if (asked.ids.has(id) && pending.has(id)) return true;
      const ids = new Set([...asked.ids].filter((each) => pending.has(each)));
      if (ids.size >= MOST_WAITING)
        throw new AppError(
          'slow_down',
          `${ids.size} ${WORDS[this.#queue.name]} that this client requested are already waiting.`,
          { retryAfterSeconds: RETRY_SECONDS },
        );
      asked = { ids, lines: ids.size === 0 ? 0 : asked.lines };
    }
    asked.ids.add(id);
    asked.lines += 1;
    this.#byClient.set(clientId, asked);
    return false;
  }
}
