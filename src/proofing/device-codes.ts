import { type Clocks, deadline } from '../auth/clocks.ts';
import { newTypedCode, readTypedCode } from '../auth/typed-code.ts';

const LIFETIME_MS = 10 * 60_000;
/** Of one guest: whoever asks again and again has the last ones. */
const MOST_OF_GUEST = 3;

interface Code {
  code: string;
  proof: number;
  guest: number;
  isOver: () => boolean;
}

/** With which a guest goes on with another device. A restart forgets them. */
export class DeviceCodes {
  readonly #clocks: Clocks;
  #codes: Code[] = [];

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
  }

  issue(proof: number, guest: number): string {
    const code = newTypedCode();
    const left = this.#codes.filter(({ isOver }) => !isOver());
    const own = left.filter((each) => each.guest === guest).slice(1 - MOST_OF_GUEST);
    const others = left.filter((each) => each.guest !== guest);
    this.#codes = [...others, ...own, { code, proof, guest, isOver: deadline(this.#clocks, LIFETIME_MS) }];
    return code;
  }

  /** Uses it up. null: there is none of this proof. */
  redeem(proof: number, typed: string): number | null {
    const wanted = readTypedCode(typed);
    const found = this.#codes.find((each) => each.code === wanted && each.proof === proof && !each.isOver());
    if (!found) return null;
    this.#codes = this.#codes.filter((each) => each !== found);
    return found.guest;
  }
}
