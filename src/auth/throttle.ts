import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../platform/errors.ts';

const WINDOW_SECONDS = 60;
const WRONG_SECRETS_PER_MINUTE = 10;
const WRONG_SECRETS_PER_MINUTE_AND_ADDRESS = 100;
/** Each sign-in rewrites the file of all sessions. */
const SIGN_INS_PER_MINUTE = 30;

/**
 * [Note: Who is shut out] Counts wrong secrets. A client is locked out only at the address that guesses, so nobody can
 * lock it out just by knowing its id. An address that guesses at many clients gets no more tries with unregistered ids.
 * All programs on this computer share one address, so this does not affect registered ids: each has its own number of
 * tries, and a client with the right secret is let in. With a hundred clients an address has 1100 tries a minute at
 * secrets of 256 random bits. A secret verified since the start is not a guess: it is compared before anything is
 * counted, so nobody on the same computer can lock out a working program. A right secret used for the first time has to
 * wait, like one found by guessing. Beyond the limit, an address gets the same answer for every wrong secret, so the
 * answer does not reveal which ids exist.
 */
export interface Throttle {
  /** Throws `slow_down` while this client is locked out at this address. */
  check(guess: Guess): Promise<void>;
  /** Throws `slow_down` when this address has failed too often. */
  failed(guess: Guess): Promise<void>;
  succeeded(guess: Guess): Promise<void>;
  /**
   * Counts a browser that signs in with a client's right secret. Throws `slow_down` when that client signs in too
   * often.
   */
  signIn(clientId: string): Promise<void>;
  /**
   * Runs the work after all earlier work for that client, or for all unregistered ids, so that simultaneous guesses are
   * all counted.
   */
  inTurn<T>(guess: Guess, work: () => Promise<T>): Promise<T>;
}

export interface Guess {
  address: string;
  clientId: string;
  isRegistered: boolean;
}

export function openThrottle(): Throttle {
  const pairs = new RateLimiterMemory({ points: WRONG_SECRETS_PER_MINUTE, duration: WINDOW_SECONDS });
  const addresses = new RateLimiterMemory({ points: WRONG_SECRETS_PER_MINUTE_AND_ADDRESS, duration: WINDOW_SECONDS });
  const signIns = new RateLimiterMemory({ points: SIGN_INS_PER_MINUTE, duration: WINDOW_SECONDS });
  const turns = new Map<string, Promise<unknown>>();
  const refuseSpent = (...counts: (RateLimiterRes | null)[]) => {
    const waits = counts
      .filter((count) => count !== null && count.remainingPoints <= 0)
      .map((count) => count!.msBeforeNext);
    if (waits.length === 0) return;
    throw slowDown('Too many wrong secrets', Math.max(...waits));
  };
  return {
    async check(guess) {
      const { address, isRegistered } = guess;
      refuseSpent(await pairs.get(pairKey(guess)), isRegistered ? null : await addresses.get(neighbourhood(address)));
    },
    async failed(guess) {
      const before = await addresses.get(neighbourhood(guess.address));
      await pairs.penalty(pairKey(guess));
      await addresses.penalty(neighbourhood(guess.address));
      refuseSpent(before);
    },
    async succeeded(guess) {
      await pairs.delete(pairKey(guess));
    },
    async signIn(clientId) {
      const before = await signIns.get(clientId);
      if (before && before.remainingPoints <= 0)
        throw slowDown('This client has signed in too many times', before.msBeforeNext);
      await signIns.penalty(clientId);
    },
    async inTurn(guess, work) {
      const key = guess.isRegistered ? pairKey(guess) : neighbourhood(guess.address);
      const mine = (turns.get(key) ?? Promise.resolve()).then(work);
      const done = mine.catch(() => undefined);
      turns.set(key, done);
      try {
        return await mine;
      } finally {
        if (turns.get(key) === done) turns.delete(key);
      }
    },
  };
}

function slowDown(reason: string, waitMs: number): AppError {
  // The package forgets by a timer, and tells the time left by the clock, which may have been set.
  const seconds = Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(waitMs / 1000)));
  return new AppError('slow_down', `${reason}. Try again in ${seconds} seconds.`, { retryAfterSeconds: seconds });
}

/** Ids come from strangers and may be of any length. */
const pairKey = ({ address, clientId }: Guess) =>
  `${createHash('sha256').update(clientId).digest('base64url')}@${neighbourhood(address)}`;

/**
 * One IPv6 host owns a whole /64, and every host the whole of 127.0.0.0/8; an IPv4 address counts the same when mapped
 * to IPv6.
 */
export function neighbourhood(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  const plain = mapped !== undefined && isIPv4(mapped) ? mapped : address;
  if (isIPv4(plain)) return plain.startsWith('127.') ? '127.0.0.1' : plain;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail ?? '')];
  const first = all.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
  // The loopback address is alone in its network.
  return first.every((group) => group === '0') ? address : `${first.join(':')}::/64`;
}
