import { hashSecret, matchesHash } from '../settings/secret-hash.ts';

/** Keyboards write accents in two ways, and add a space. */
const typed = (password: string) => password.normalize('NFC').trim();

const AT_ONCE = 2;

/** Hashing is costly by intent: two at once leave the computer to the others. */
export class ProofPasswords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hashSecret(typed(password)));
  }

  matches(password: string, hash: string): Promise<boolean> {
    return this.#inTurn(() => matchesHash(typed(password), hash));
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The next one has this turn.
      if (next) next();
      else this.#running -= 1;
    }
  }
}
