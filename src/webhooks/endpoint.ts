import type { Log } from '../platform/log.ts';
import { givenUpBefore, isGivenUp, pauseAfter, pauseLeft } from './pauses.ts';
import { type Outcome, type SendOptions, sendDelivery } from './send-delivery.ts';
import { signedHeaders } from './signature.ts';
import type { Delivery, StoredWebhook, WebhookStore } from './webhook-store.ts';

export interface EndpointOptions extends Pick<SendOptions, 'resolve' | 'timeoutMs'> {
  store: WebhookStore;
  now: () => number;
  random: () => number;
  userAgent: string;
  /** Its address answered that it is gone. */
  onGone: (webhook: StoredWebhook) => void;
  log: Log;
}

const GONE = 410;
/** No longer wait, as a computer may sleep meanwhile, and its clock be set. */
const LOOK_MS = 60_000;

/** Sends one webhook what waits for it: one after the other, in the order of events. Nothing runs while nothing waits. */
export class Endpoint {
  readonly #id: number;
  readonly #options: EndpointOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;
  /** Ends when nothing is in flight. */
  #flight: Promise<unknown> = Promise.resolve();

  constructor(id: number, options: EndpointOptions) {
    this.#id = id;
    this.#options = options;
  }

  /** Something waits. */
  wake(): void {
    if (this.#isRunning || this.#stopping.signal.aborted) return;
    this.#isRunning = true;
    void this.#run().catch((error: unknown) =>
      this.#options.log.error({ err: error, webhook: this.#id }, 'A webhook has stopped'),
    );
  }

  /** One attempt at once, which nobody repeats. */
  async tryOnce(delivery: Delivery): Promise<void> {
    await this.#alone(async () => {
      const webhook = this.#options.store.find(this.#id);
      const outcome = webhook && (await this.#send(webhook, delivery));
      if (!outcome) return;
      const isTaken = outcome.problem === null;
      this.#options.store.settle(delivery, isTaken ? 'delivered' : 'failed', outcome, isTaken ? WELL : {});
      if (isTaken) this.wake();
    });
  }

  /** What is in flight is not known to have arrived: it is sent again, with the same id, if it still waits then. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#flight;
  }

  async #run(): Promise<void> {
    const { store, now } = this.#options;
    clearTimeout(this.#timer);
    try {
      while (!this.#stopping.signal.aborted) {
        const webhook = store.find(this.#id);
        const next = webhook?.enabled ? store.next(this.#id) : null;
        if (!webhook || !next) return;
        const waitMs = pauseLeft(webhook, now());
        if (waitMs > 0) {
          this.#timer = setTimeout(() => this.wake(), Math.min(waitMs, LOOK_MS)).unref();
          return;
        }
        await this.#alone(() => this.#attempt(webhook, next));
      }
    } finally {
      this.#isRunning = false;
    }
  }

  async #attempt(webhook: StoredWebhook, delivery: Delivery): Promise<void> {
    const { store, now, random, onGone } = this.#options;
    const outcome = await this.#send(webhook, delivery);
    if (!outcome) return;
    const { problem, status, retryAfterSeconds } = outcome;
    if (problem === null) {
      store.settle(delivery, 'delivered', outcome, WELL);
      return;
    }
    if (status === GONE) {
      store.settle(delivery, 'failed', outcome, { problem, isGone: true, enabled: false, pause: null });
      store.clear(this.#id);
      onGone(webhook);
      return;
    }
    const at = now();
    const failures = webhook.failures + 1;
    const isOver = isGivenUp({ since: delivery.since, attempts: delivery.attempts + 1 }, at);
    store.settle(delivery, isOver ? 'failed' : 'waiting', outcome, {
      problem,
      failures,
      pause: pauseAfter(failures, retryAfterSeconds, { now: at, random }),
    });
    if (isOver) store.giveUp(this.#id, givenUpBefore(at));
  }

  /** null: nobody knows, as this ends. */
  async #send(webhook: StoredWebhook, { id, body }: Delivery): Promise<Outcome | null> {
    const { store, now, resolve, timeoutMs, userAgent } = this.#options;
    const { signal } = this.#stopping;
    if (signal.aborted) return null;
    const at = now();
    store.begin(id, at);
    const former = webhook.former && webhook.former.until > at ? [webhook.former.secret] : [];
    const headers = {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'user-agent': userAgent,
      ...signedHeaders({ id, timestamp: Math.floor(at / 1000), body }, [webhook.secret, ...former]),
    };
    const place = { url: new URL(webhook.url), allowPrivate: webhook.allow_private };
    const outcome = await sendDelivery({ place, headers, body }, { resolve, timeoutMs, signal });
    return isAborted(signal) ? null : outcome;
  }

  /** Whoever comes meanwhile waits. */
  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#flight.then(work);
    this.#flight = done.catch(() => undefined);
    return done;
  }
}

/** It may be by now, which TypeScript does not know. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

const WELL = { problem: null, failures: 0, pause: null } as const;
