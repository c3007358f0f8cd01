import {
  type JetStreamClient,
  type JetStreamManager,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import {
  AuthorizationError,
  createInbox,
  type NatsConnection,
  type NodeConnectionOptions,
  nkeyAuthenticator,
  TimeoutError,
} from '@nats-io/transport-node';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { BrokerRefused, connectToBroker } from './broker-transport.ts';
import type { Credentials } from './credentials.ts';

/** In the certificate that `safelight farm init` makes, whatever the address of the broker. */
const SERVER_NAME = 'safelight-farm';
/** Older ones do not count what was purged as free. */
const LEAST_VERSION = '2.10.27';

const RETRY_MS = 2_000;
const TIMEOUT_MS = 5_000;

/** Nobody knows whether it arrived. */
export class Interrupted extends Error {}

/** The store at the broker has no room for more now. */
export class StoreFull extends Error {}

export type BrokerState =
  { is: 'connecting' } | { is: 'connected' } | { is: 'refused'; reason: string } | { is: 'away'; reason: string };

export interface BrokerOptions {
  /** `host:port`, with or without `tls://` before it. */
  address: string;
  credentials: Credentials;
  /** A worker's answers come there; undefined for the coordinator. */
  inboxPrefix?: string;
  log: Log;
  onState: (state: BrokerState) => void;
  retryMs?: number;
}

/** The client hands all of them to Node. */
type TlsOptions = NonNullable<NodeConnectionOptions['tls']> & { servername: string };

/** What is used of a connection to the broker. Each request rejects when there is no connection. */
export interface Link {
  nc: NatsConnection;
  js: JetStreamClient;
  jsm: JetStreamManager;
  /** A new subject for answers that nobody else hears. */
  inbox: () => string;
}

/**
 * A connection to NATS that is made again and again for as long as it is wanted: encrypted, to the server with the pinned certificate
 * only, as the user of our nkey.
 */
export class Broker {
  readonly #options: BrokerOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #link: Link | null = null;
  #isUp = false;
  #waiting: (() => void)[] = [];

  /** `use`: called with each new connection, and again when it is back after an interruption. */
  constructor(options: BrokerOptions, use: (link: Link, isBack: boolean) => Promise<void>) {
    this.#options = options;
    this.#running = this.#run(use);
  }

  /** Null while there is none, or it is interrupted. */
  get link(): Link | null {
    return this.#isUp ? this.#link : null;
  }

  /** Resolves with the connection once there is one. Rejects with the reason of `signal`. */
  async connected(signal: AbortSignal): Promise<Link> {
    while (!this.link) {
      signal.throwIfAborted();
      const up = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await Promise.race([up, sleep(1_000, undefined, { ref: false })]);
    }
    return this.link;
  }

  /** Stores a message. Throws Interrupted when the broker does not say that it has it, StoreFull, and what the broker says. */
  async storeOnce(subject: string, data: Uint8Array): Promise<void> {
    const { link } = this;
    if (!link) throw new Interrupted('there is no connection to the broker');
    try {
      await link.js.publish(subject, data, { timeout: TIMEOUT_MS, retries: 0 });
    } catch (error) {
      if (isFull(error)) throw new StoreFull(reasonOf(error), { cause: error });
      if (error instanceof JetStreamApiError) throw error;
      throw new Interrupted(reasonOf(error), { cause: error });
    }
  }

  /**
   * Stores a message and returns once the broker has it, however often the connection is lost meanwhile: what is published while it is lost
   * is thrown away, so only the broker's word counts. `id`: the broker stores a message once. Throws StoreFull, the reason of `signal`, and
   * what the broker says.
   */
  async store(subject: string, data: Uint8Array, { id, signal }: { id: string; signal: AbortSignal }): Promise<void> {
    for (;;) {
      const { js } = await this.connected(signal);
      try {
        await js.publish(subject, data, { msgID: id, timeout: TIMEOUT_MS, retries: 0 });
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (isFull(error)) throw new StoreFull(reasonOf(error), { cause: error });
        // The server has said no.
        if (error instanceof JetStreamApiError) throw error;
        await pause(200, signal);
      }
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort(new Error('Safelight is closing.'));
    await this.#link?.nc.close().catch(() => undefined);
    await this.#running;
  }

  async #run(use: (link: Link, isBack: boolean) => Promise<void>): Promise<void> {
    const { onState, log, retryMs = RETRY_MS } = this.#options;
    const { signal } = this.#stopping;
    onState({ is: 'connecting' });
    const isOver = () => signal.aborted;
    while (!isOver()) {
      try {
        const link = await this.#connectUnless(signal);
        this.#link = link;
        const watching = this.#watch(link, use);
        await this.#begin(link, use, false);
        const error = await link.nc.closed();
        await watching;
        if (error) throw error;
      } catch (error) {
        if (isOver()) return;
        await this.#link?.nc.close().catch(() => undefined);
        const refusal = refusalOf(error);
        log.debug({ err: error }, 'The broker cannot be used');
        onState(refusal === null ? { is: 'away', reason: awayReason(error) } : { is: 'refused', reason: refusal });
      } finally {
        this.#link = null;
        this.#isUp = false;
      }
      await pause(retryMs, signal).catch(() => undefined);
    }
  }

  async #begin(link: Link, use: (link: Link, isBack: boolean) => Promise<void>, isBack: boolean): Promise<void> {
    refuseOld(link.nc.info?.version);
    await use(link, isBack);
    this.#isUp = true;
    this.#options.onState({ is: 'connected' });
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** The client reconnects by itself. */
  async #watch(link: Link, use: (link: Link, isBack: boolean) => Promise<void>): Promise<void> {
    for await (const status of link.nc.status()) {
      if (status.type === 'disconnect') {
        this.#isUp = false;
        this.#options.onState({ is: 'away', reason: 'the broker cannot be reached' });
      }
      if (status.type === 'reconnect')
        await this.#begin(link, use, true).catch((error: unknown) => {
          this.#options.log.debug({ err: error }, 'The broker is back, but cannot be used');
          // From the beginning.
          void link.nc.close();
        });
    }
  }

  /** Rejects when it is to end: whoever answers nothing at that address would hold it up for seconds. */
  #connectUnless(signal: AbortSignal): Promise<Link> {
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
      this.#connect()
        .then((link) => {
          if (signal.aborted) void link.nc.close();
          else resolve(link);
        }, reject)
        .finally(() => signal.removeEventListener('abort', stop));
    });
  }

  async #connect(): Promise<Link> {
    const { address, credentials, inboxPrefix } = this.#options;
    const nc = await connectToBroker({
      servers: address.replace(/^[a-z]+:\/\//, ''),
      authenticator: nkeyAuthenticator(new TextEncoder().encode(credentials.seed)),
      // Whatever the address, the certificate is for this name.
      tls: { ca: credentials.certificate, servername: SERVER_NAME } as TlsOptions,
      name: credentials.name,
      ...(inboxPrefix === undefined ? {} : { inboxPrefix }),
      maxReconnectAttempts: -1,
      reconnectTimeWait: this.#options.retryMs ?? RETRY_MS,
      // Other members of a cluster would need names in the certificate, too.
      ignoreClusterUpdates: true,
      noAsyncTraces: true,
      timeout: 10_000,
      pingInterval: 10_000,
      maxPingOut: 2,
    });
    const js = jetstream(nc, { timeout: TIMEOUT_MS });
    // A worker may not ask for the account.
    const jsm = await jetstreamManager(nc, { checkAPI: false, timeout: TIMEOUT_MS });
    return { nc, js, jsm, inbox: () => createInbox(inboxPrefix) };
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false });

function refuseOld(version: string | undefined): void {
  if (version !== undefined && isAtLeast(version, LEAST_VERSION)) return;
  throw new BrokerRefused(
    `the broker is nats-server ${version ?? 'of an unknown version'}; Safelight needs ${LEAST_VERSION} or newer`,
  );
}

function isAtLeast(version: string, least: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/, 3).map(Number);
  const [have, need] = [numbers(version), numbers(least)];
  for (const [at, part] of need.entries()) {
    const own = have[at] ?? 0;
    if (own !== part) return own > part;
  }
  return true;
}

/** Resources of the account or the server, storage, the stream's maximum of bytes or messages. */
const FULL = [10002, 10023, 10047, 10077, 10122, 10167];

export const isFull = (error: unknown): boolean => error instanceof JetStreamApiError && FULL.includes(error.code);

/** Nothing came back: the connection is lost, or the broker is slow. */
export const isTimeout = (error: unknown): boolean => error instanceof TimeoutError;

/** Why trying again is no use until somebody changes something, in words for people; null: it may help. */
function refusalOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof BrokerRefused) return at.message;
    if (at instanceof AuthorizationError || /authorization violation/i.test(at.message))
      return 'the broker does not know the key in our credentials';
    const { code } = at as NodeJS.ErrnoException;
    if (code?.includes('CERT') === true || code === 'ERR_TLS_CERT_ALTNAME_INVALID' || /certificate/i.test(at.message))
      return 'the broker has another certificate than the one in our credentials';
    if (/tls/i.test(at.message)) return 'the broker does not encrypt the connection';
  }
  return null;
}

function awayReason(error: unknown): string {
  const codes: Record<string, string> = {
    ECONNREFUSED: 'nothing answers at the address of the broker',
    ENOTFOUND: 'the host of the broker is not known',
    EHOSTUNREACH: 'the host of the broker cannot be reached',
  };
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const known = codes[(at as NodeJS.ErrnoException).code ?? ''];
    if (known !== undefined) return known;
  }
  return `the broker cannot be reached: ${reasonOf(error)}`;
}
