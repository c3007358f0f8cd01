import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';

export const WRONG_SECRETS_PER_MINUTE = 10;
export const WRONG_SECRETS_PER_MINUTE_AND_ADDRESS = 100;

/**
 * Counts wrong secrets. A client is shut out from the address that guesses and from no other, so that nobody can lock it out
 * by knowing its id; an address that guesses at many clients is shut out as a whole.
 */
export interface Throttle {
  /** Throws `slow_down` while this client is shut out from this address. */
  check(address: string, clientId: string): Promise<void>;
  failed(address: string, clientId: string): Promise<void>;
  succeeded(address: string, clientId: string): Promise<void>;
  /** Runs the work when all earlier work of that address is done: many guesses at once are counted as many. */
  inTurn<T>(address: string, work: () => Promise<T>): Promise<T>;
}

export function openThrottle(): Throttle {
  const pairs = new RateLimiterMemory({ points: WRONG_SECRETS_PER_MINUTE, duration: 60 });
  const addresses = new RateLimiterMemory({ points: WRONG_SECRETS_PER_MINUTE_AND_ADDRESS, duration: 60 });
  const turns = new Map<string, Promise<unknown>>();
  return {
    async check(address, clientId) {
      const counts = [await pairs.get(pairKey(address, clientId)), await addresses.get(neighbourhood(address))];
      const waits = counts
        .filter((count) => count !== null && count.remainingPoints <= 0)
        .map((count) => count!.msBeforeNext);
      if (waits.length === 0) return;
      const seconds = Math.max(1, Math.ceil(Math.max(...waits) / 1000));
      throw new AppError('slow_down', `Too many wrong secrets. Try again in ${seconds} seconds.`, {
        retryAfterSeconds: seconds,
      });
    },
    async failed(address, clientId) {
      await pairs.penalty(pairKey(address, clientId));
      await addresses.penalty(neighbourhood(address));
    },
    async succeeded(address, clientId) {
      await pairs.delete(pairKey(address, clientId));
    },
    async inTurn(address, work) {
      const key = neighbourhood(address);
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

/** Ids are what strangers send, of any length. */
const pairKey = (address: string, clientId: string) =>
  `${createHash('sha256').update(clientId).digest('base64url')}@${neighbourhood(address)}`;

/** One IPv6 host owns a whole /64, and every host the whole of 127.0.0.0/8; an IPv4 address is the same in its IPv6 clothes. */
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
