import { neighbourhood } from '../../auth/throttle.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3600_000;

export interface LinkLimits {
  /** Of guests: twenty phones that fling through 2,000 pictures. */
  requests: number;
  /** Of one address that has not entered; nobody else notices when these are spent. */
  outside: number;
  bytes: number;
}
export const LINK_LIMITS: LinkLimits = { requests: 60_000, outside: 3_000, bytes: 200e9 };
/** Addresses are forgotten after that many. */
const MOST_KNOWN = 20_000;

interface Spent {
  sinceMs: number;
  amount: number;
}

/** What one link may cost in a minute and in a day. Forged links cost nothing, and are none. */
export class LinkBudget {
  readonly #limits: LinkLimits;
  readonly #now: () => number;
  readonly #spent = new Map<string, Spent>();

  constructor(limits = LINK_LIMITS, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** False: there were too many in this minute. */
  takesRequest(link: number): boolean {
    return this.#spend(`requests ${link}`, 1, this.#limits.requests, MINUTE_MS);
  }

  takesRequestFrom(address: string, link: number): boolean {
    return this.#spend(`outside ${link} ${neighbourhood(address)}`, 1, this.#limits.outside, MINUTE_MS);
  }

  /** Before they are sent. False: it would be too much for this day. */
  takesBytes(link: number, bytes: number): boolean {
    return this.#spend(`bytes ${link}`, bytes, this.#limits.bytes, DAY_MS);
  }

  #spend(key: string, amount: number, most: number, windowMs: number): boolean {
    const now = this.#now();
    const known = this.#spent.get(key);
    const spent = known && now - known.sinceMs < windowMs ? known : { sinceMs: now, amount: 0 };
    if (!known) this.#makeRoom(now);
    this.#spent.set(key, spent);
    if (spent.amount + amount > most) return false;
    spent.amount += amount;
    return true;
  }

  /** What has lasted longest goes first, but no day of a link. */
  #makeRoom(now: number): void {
    if (this.#spent.size < MOST_KNOWN) return;
    for (const [key, { sinceMs }] of this.#spent) {
      const isOver = now - sinceMs >= (key.startsWith('bytes') ? DAY_MS : MINUTE_MS);
      if (isOver || key.startsWith('outside')) this.#spent.delete(key);
      if (this.#spent.size < MOST_KNOWN / 2) return;
    }
  }
}
