const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3600_000;

export interface LinkLimits {
  /** Of guests: twenty phones that fling through 2,000 pictures. */
  requests: number;
  /** Of those who have not entered; guests do not notice when these are spent. */
  outside: number;
  bytes: number;
}
export const LINK_LIMITS: LinkLimits = { requests: 60_000, outside: 3_000, bytes: 200e9 };

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
  takesRequest(link: number, hasEntered: boolean): boolean {
    const kind = hasEntered ? 'requests' : 'outside';
    return this.#spend(`${kind} ${link}`, 1, this.#limits[kind], MINUTE_MS);
  }

  /** Before they are sent. False: it would be too much for this day. */
  takesBytes(link: number, bytes: number): boolean {
    return this.#spend(`bytes ${link}`, bytes, this.#limits.bytes, DAY_MS);
  }

  #spend(key: string, amount: number, most: number, windowMs: number): boolean {
    const now = this.#now();
    const known = this.#spent.get(key);
    const spent = known && now - known.sinceMs < windowMs ? known : { sinceMs: now, amount: 0 };
    this.#spent.set(key, spent);
    if (spent.amount + amount > most) return false;
    spent.amount += amount;
    return true;
  }
}
