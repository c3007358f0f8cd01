import { randomBytes } from 'node:crypto';

/** How a request of a test has arrived here. */
export interface Visit {
  host: string | undefined;
  origin: string | undefined;
  cookie: string | undefined;
  authorization: string | undefined;
  /** With the path of the public address, if the proxy keeps it. */
  url: string;
  body: unknown;
  isForwarded: boolean;
  /** The browser's HTTPS, with us or as the proxy says. */
  isHttps: boolean;
  /** TLS of our own. */
  isOwnTls: boolean;
}

/** A test that is running. */
export interface Expected {
  readonly nonce: string;
  /** Answered to whoever has the nonce: only this Safelight can know it. */
  readonly proof: string;
  readonly visits: Visit[];
  /** Aborted: the test is over. */
  readonly ended: AbortSignal;
  end(): void;
}

/** The tests that are running, so that their requests are known when they arrive. */
export class ExpectedVisits {
  readonly #running = new Map<string, Expected>();

  expect(): Expected {
    const nonce = randomBytes(24).toString('base64url');
    const over = new AbortController();
    const expected: Expected = {
      nonce,
      proof: randomBytes(24).toString('base64url'),
      visits: [],
      ended: over.signal,
      end: () => {
        this.#running.delete(nonce);
        over.abort();
      },
    };
    this.#running.set(nonce, expected);
    return expected;
  }

  /** null: nobody expects it. */
  arrived(nonce: string, visit: Visit): Expected | null {
    const expected = this.#running.get(nonce) ?? null;
    expected?.visits.push(visit);
    return expected;
  }
}
