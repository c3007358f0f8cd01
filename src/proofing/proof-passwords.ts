import { atMost } from '../platform/at-most.ts';
import { hashSecret, matchesHash } from '../settings/secret-hash.ts';

/** Keyboards write accents in two ways, and add a space. */
const typed = (password: string) => password.normalize('NFC').trim();

/** Hashing is costly by intent: two at once leave the computer to the others. */
export class ProofPasswords {
  readonly #inTurn = atMost(2);

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hashSecret(typed(password)));
  }

  matches(password: string, hash: string): Promise<boolean> {
    return this.#inTurn(() => matchesHash(typed(password), hash));
  }
}
