import type { Log } from '../../platform/log.ts';
import type { Broker, Link } from './broker.ts';
import type { JobPublisher } from './job-publisher.ts';
import type { ResultConsumer } from './result-consumer.ts';
import { subjectsOf } from './streams.ts';
import { partOf, STREAMS } from './subjects.ts';

export interface ReconcilerTimes {
  /** How often the broker's streams are compared with what is out. */
  lookMs: number;
  /** Without broker or workers for so long, jobs that are out are done here. */
  aloneMs: number;
  /** Pictures that belong to no result are removed after that time. */
  orphanMs: number;
}

export interface ReconcilerOptions {
  broker: Broker;
  jobs: JobPublisher;
  results: ResultConsumer;
  hasWorkers: () => boolean;
  times: ReconcilerTimes;
  log: Log;
}

/**
 * Compares the broker's streams with the jobs that are out, again and again: publishes what got lost, removes what belongs to nobody, and
 * gives up on jobs when nobody is there to do them.
 */
export class StreamReconciler {
  readonly #options: ReconcilerOptions;
  readonly #timer: NodeJS.Timeout;
  /** Pictures without a result, and since when. */
  readonly #orphans = new Map<string, number>();
  #missed = 0;
  #idleSinceMs: number | null = performance.now();
  #counts = { waiting: 0, underWay: 0 };
  #look: Promise<void> | null = null;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    const { log, times } = options;
    this.#timer = setInterval(() => {
      this.#look ??= this.#compare()
        .catch((error: unknown) => log.debug({ err: error }, 'The broker could not be looked at'))
        .finally(() => (this.#look = null));
    }, times.lookMs).unref();
  }

  /** Jobs at the broker when it was looked at last. */
  get counts(): { waiting: number; underWay: number } {
    return this.#counts;
  }

  /** Begins no other look, and resolves when the one under way is over. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#look;
  }

  async #compare(): Promise<void> {
    const { broker, jobs, results } = this.#options;
    const { isEarly } = results;
    this.#giveUpAlone();
    const { link } = broker;
    if (!link) return;
    const { jsm } = link;
    const [jobStream, resultStream, ...lanes] = await Promise.all([
      jsm.streams.info(STREAMS.jobs),
      jsm.streams.info(STREAMS.results),
      jsm.consumers.info(STREAMS.jobs, 'fast'),
      jsm.consumers.info(STREAMS.jobs, 'bulk'),
    ]);
    const [jobsThere, resultsThere] = [jobStream.state.messages, resultStream.state.messages];
    const sum = (of: (info: (typeof lanes)[number]) => number) => lanes.reduce((all, info) => all + of(info), 0);
    this.#counts = { waiting: sum((info) => info.num_pending), underWay: sum((info) => info.num_ack_pending) };
    if (jobs.size === 0) jobs.noteRoom();
    if (!isEarly) await results.dropEarly();
    const out = [...jobs.all()].filter(({ stage }) => stage === 'out').length;
    this.#missed = out > jobsThere + resultsThere ? this.#missed + 1 : 0;
    if (this.#missed >= 2) await this.#findLost(link);
    if (!isEarly && jobsThere > jobs.size) await this.#dropForeign(link);
    if (!isEarly) await this.#dropOrphans(link, resultsThere);
  }

  /** The jobs that are out are done here when nobody has been there to do them for a while. */
  #giveUpAlone(): void {
    const { hasWorkers, jobs, times } = this.#options;
    const now = performance.now();
    if (hasWorkers()) this.#idleSinceMs = null;
    else this.#idleSinceMs ??= now;
    if (this.#idleSinceMs !== null && now - this.#idleSinceMs > times.aloneMs) jobs.giveUp();
  }

  /** A worker may confirm a job that it did not do. Then there is neither job nor result. */
  async #findLost({ jsm }: Link): Promise<void> {
    const { jobs, times } = this.#options;
    this.#missed = 0;
    const [jobSubjects, resultSubjects] = await Promise.all([
      subjectsOf(jsm, STREAMS.jobs, 'jobs.>'),
      subjectsOf(jsm, STREAMS.results, 'results.>'),
    ]);
    const there = new Set(
      [...Object.keys(jobSubjects), ...Object.keys(resultSubjects)].map((subject) => partOf(subject, 2)),
    );
    const since = performance.now() - 2 * times.lookMs;
    for (const out of jobs.all())
      if (out.stage === 'out' && !there.has(out.job.key) && out.publishedMs < since)
        await jobs.again(out, { needsSource: false });
  }

  /** Jobs that nobody here waits for any more. */
  async #dropForeign({ jsm }: Link): Promise<void> {
    for (const subject of Object.keys(await subjectsOf(jsm, STREAMS.jobs, 'jobs.>')))
      if (!this.#options.jobs.get(partOf(subject, 2))) await jsm.streams.purge(STREAMS.jobs, { filter: subject });
  }

  /** Pictures whose worker died before it could tell of them. */
  async #dropOrphans({ jsm }: Link, results: number): Promise<void> {
    const now = performance.now();
    const found = results > 0 ? {} : await subjectsOf(jsm, STREAMS.pictures, 'res.>');
    for (const subject of this.#orphans.keys()) if (!(subject in found)) this.#orphans.delete(subject);
    for (const subject of Object.keys(found)) {
      const since = this.#orphans.get(subject) ?? now;
      this.#orphans.set(subject, since);
      if (now - since > this.#options.times.orphanMs) await jsm.streams.purge(STREAMS.pictures, { filter: subject });
    }
  }
}
