import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { rm } from 'node:fs/promises';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { PictureDecoder } from '../../previews/picture-decoder.ts';
import { Semaphore } from '../../previews/semaphore.ts';
import { asRoom, JobFailure, NotByWorkers } from '../job-failure.ts';
import { type Broker, Interrupted, isTimeout, type Link } from './broker.ts';
import type { FarmWorkers } from './farm-workers.ts';
import type { JobOut, JobPublisher } from './job-publisher.ts';
import { readShort, Result, SHORT_BYTES } from './protocol.ts';
import { PictureRefused, receivePictures } from './received-pictures.ts';
import { RESULTS_CONSUMER, STREAMS } from './subjects.ts';

export interface ResultConsumerOptions {
  broker: Broker;
  workers: FarmWorkers;
  jobs: JobPublisher;
  decoder: PictureDecoder;
  /** How long results of an earlier run are kept: their jobs may be requested again. */
  earlyMs: number;
  /** A picture was refused. */
  onChange: () => void;
  log: Log;
}

const CHECKED_AT_ONCE = 4;
const LONGEST_REASON = 300;
/** More jobs than can have been out when an earlier run ended. */
const MOST_EARLY = 1_000;

/** Takes the workers' results: checks pictures and hands them to whoever waits for them, and sends other jobs out again. */
export class ResultConsumer {
  readonly #options: ResultConsumerOptions;
  readonly #checking = new Semaphore(CHECKED_AT_ONCE);
  readonly #begunMs = performance.now();
  /** Results of an earlier run whose jobs were not requested yet: unread. */
  readonly #early = new Map<string, JsMsg>();
  /** Results whose pictures are being fetched and checked, by their number in the stream. */
  readonly #inHand = new Set<number>();
  #messages: ConsumerMessages | null = null;
  #done = 0;
  #failed = 0;

  constructor(options: ResultConsumerOptions) {
    this.#options = options;
  }

  get done(): number {
    return this.#done;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Whether jobs of an earlier run may still be requested again. */
  get isEarly(): boolean {
    return performance.now() - this.#begunMs < this.#options.earlyMs;
  }

  async consume({ js }: Link): Promise<void> {
    const consumer = await js.consumers.get(STREAMS.results, RESULTS_CONSUMER);
    this.#messages = await consumer.consume({
      max_messages: 64,
      bind: true,
      callback: (message) => void this.#hear(message),
    });
  }

  /** Takes the result that an earlier run left for this job; false: there is none. */
  hearEarly(out: JobOut): boolean {
    const { key } = out.job;
    const early = this.#early.get(key);
    this.#early.delete(key);
    if (!early) return false;
    out.stage = 'out';
    void this.#hear(early);
    return true;
  }

  /** Nobody has requested those jobs again. */
  async dropEarly(): Promise<void> {
    for (const [key, message] of this.#early) {
      this.#early.delete(key);
      await ackSurely(message);
    }
  }

  stop(): void {
    this.#messages?.stop();
  }

  /**
   * A result that nobody waits for is dropped unread, because whoever has a worker's keys can send any number of them. The reconciler removes
   * its pictures. Never rejects.
   */
  async #hear(message: JsMsg): Promise<void> {
    const { log } = this.#options;
    // The broker took the first delivery for lost. Handling the second would remove the pictures while they are read.
    if (this.#inHand.has(message.seq)) return;
    const [, worker = '', key = ''] = message.subject.split('.');
    try {
      const out = this.#options.jobs.get(key);
      if (!out) {
        const isLong = message.data.length > SHORT_BYTES;
        if (isLong) this.#distrust(worker, 'its answer is larger than any');
        if (isLong || !this.#keepEarly(key, message)) await ackSurely(message);
        return;
      }
      const wasRefused = out.job.notBy.includes(worker);
      let result: Result;
      try {
        result = readShort(Result, message.data);
      } catch (error) {
        const why = `its answer cannot be read: ${reasonOf(error).slice(0, LONGEST_REASON)}`;
        this.#distrust(worker, why);
        // A refusal is told once.
        if (wasRefused) await ackSurely(message);
        else await this.#refuse(why, { worker, key, message, blob: null });
        return;
      }
      const blob = result.is === 'done' ? result.blob.subject : null;
      // A second result of this job is being put in place; if that fails, this one comes again.
      if (out.stage === 'arrived' || (wasRefused && result.is !== 'returned')) {
        await this.#discard(message, worker, blob);
        return;
      }
      if (result.key !== key || result.imageId !== out.job.imageId) {
        await this.#refuse('its answer is for another image', { worker, key, message, blob });
        return;
      }
      await this.#take(result, out, { worker, message });
    } catch (error) {
      // The result comes again.
      log.debug({ err: error }, 'A result could not be taken');
      message.nak(2_000);
    }
  }

  #keepEarly(key: string, message: JsMsg): boolean {
    if (!this.isEarly || this.#early.size >= MOST_EARLY) return false;
    this.#early.set(key, message);
    return true;
  }

  async #take(result: Result, out: JobOut, { worker, message }: { worker: string; message: JsMsg }): Promise<void> {
    const { job } = out;
    if (result.is === 'failed') {
      this.#options.workers.noteFailed(worker, result.reason);
      this.#failed++;
      out.end({ error: new JobFailure(result.reason) });
      await ackSurely(message);
      return;
    }
    if (result.is === 'returned') {
      await ackSurely(message);
      if (result.attempt < job.attempt) return;
      if (result.needsSource) this.#options.jobs.sources.forget(job.source);
      else if (!result.rests) this.#options.workers.noteFailed(worker, result.reason);
      await this.#options.jobs.again(out, { needsSource: result.needsSource });
      return;
    }
    if (job.darktable !== null && result.darktable !== job.darktable) {
      const reason = `it was made by darktable ${result.darktable ?? 'of an unknown version'}`;
      await this.#refuse(reason, { worker, key: job.key, message, blob: result.blob.subject });
      return;
    }
    this.#inHand.add(message.seq);
    await this.#receive(result, out, { worker, message }).finally(() => this.#inHand.delete(message.seq));
  }

  async #receive(
    result: Extract<Result, { is: 'done' }>,
    out: JobOut,
    { worker, message }: { worker: string; message: JsMsg },
  ): Promise<void> {
    const { job } = out;
    out.stage = 'arrived';
    try {
      const { link } = this.#options.broker;
      if (!link) throw new Interrupted('the broker is away');
      const { drafts, least } = out;
      await this.#checking.take(() =>
        receivePictures(result, { worker, job, drafts, least, link, decoder: this.#options.decoder }),
      );
    } catch (error) {
      out.stage = 'out';
      if (error instanceof PictureRefused)
        await this.#refuse(error.message, { worker, key: job.key, message, blob: result.blob.subject });
      else if (asRoom(error) && !isTimeout(error)) {
        out.end({ error: asRoom(error) });
        message.nak(5_000);
      } else message.nak(1_000);
      return;
    }
    await this.#hand(result, out, { worker, message });
  }

  /** The pictures are checked: whoever waits for them puts them in place. */
  async #hand(
    { blob, mayBeFiner }: Extract<Result, { is: 'done' }>,
    out: JobOut,
    { worker, message }: { worker: string; message: JsMsg },
  ): Promise<void> {
    if (!(await this.#options.jobs.sources.isStill(out.job.source))) {
      for (const draft of out.drafts) await rm(draft, { force: true });
      out.end({ error: new NotByWorkers('the photograph has changed meanwhile', { isForGood: false }) });
      await this.#discard(message, worker, blob.subject);
      return;
    }
    const settle = (isOver: boolean) => {
      if (!isOver) {
        message.nak(5_000);
        return;
      }
      this.#options.workers.noteDone(worker);
      this.#done++;
      this.#discard(message, worker, blob.subject).catch((error: unknown) =>
        this.#options.log.debug({ err: error }, 'A result stays at the broker for a while'),
      );
    };
    out.end({ made: { mayBeFiner, settle } });
  }

  /** Our workers send nothing like it. */
  #distrust(worker: string, why: string): void {
    if (!this.#options.workers.distrust(worker, why)) return;
    this.#options.log.warn({ worker, reason: why }, 'A worker gets no jobs for a while');
    this.#options.onChange();
  }

  /** Gives the job to another worker, and logs whose picture was refused. */
  async #refuse(
    why: string,
    { worker, key, message, blob }: { worker: string; key: string; message: JsMsg; blob: string | null },
  ): Promise<void> {
    this.#options.log.warn({ worker, reason: why }, 'A picture of a worker was refused');
    this.#options.workers.noteFailed(worker, `refused: ${why}`);
    const out = this.#options.jobs.get(key);
    if (out && out.stage !== 'arrived') {
      out.job.notBy.push(worker);
      const others = this.#options.workers.atWork().filter((name) => !out.job.notBy.includes(name));
      const reason = `worker ${worker} made it wrong: ${why}`;
      if (others.length === 0) out.end({ error: new NotByWorkers(reason, { isForGood: true }) });
      else await this.#options.jobs.again(out, { needsSource: false });
    }
    await this.#discard(message, worker, blob);
    this.#options.onChange();
  }

  /** Removes a result, and its pictures, once it is in place or not wanted. */
  async #discard(message: JsMsg, worker: string, blob: string | null): Promise<void> {
    const isIts = blob?.startsWith(`res.${worker}.`) === true && !/[*>]/.test(blob);
    if (isIts) await this.#options.broker.link?.jsm.streams.purge(STREAMS.pictures, { filter: blob });
    await ackSurely(message);
  }
}

/** Until the broker has confirmed it: otherwise the result comes again, which does no harm. */
async function ackSurely(message: JsMsg): Promise<void> {
  await message.ackAck();
}
