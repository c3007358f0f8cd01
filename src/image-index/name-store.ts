import { grown } from './grow.ts';
import type { SortOrder } from './sort-order.ts';

/** `IMG_1234.CR2` and what follows it. */
const USUAL_LENGTH = 20;
const VERSION_BYTES = 4;

/**
 * File name and version of each slot. Images with an equal key stand by them, whichever way the key is sorted, as in darktable
 * (`ORDER BY datetime_taken DESC, filename, version`): names by their bytes, so that capitals come before small letters.
 */
export class NameStore {
  /** Of each slot the name, a zero and the version: bytes that stand in the wanted order. A replaced name stays, unused. */
  #bytes: Buffer;
  #used = 0;
  #starts: Uint32Array;
  #ends: Uint32Array;
  /** The place of each slot in the order of names. */
  #ranks: Uint32Array;

  /** `room`: the expected number of slots; more may come. */
  constructor(room = 0) {
    this.#bytes = Buffer.allocUnsafeSlow(room * USUAL_LENGTH);
    this.#starts = new Uint32Array(room);
    this.#ends = new Uint32Array(room);
    this.#ranks = new Uint32Array(room);
  }

  /** Returns whether it changed. */
  set(slot: number, filename: string, version: number): boolean {
    this.#reserve(slot, filename.length * 3 + 1 + VERSION_BYTES);
    const start = this.#used;
    let end = start + this.#bytes.write(filename, start, 'utf8');
    this.#bytes[end++] = 0;
    end = this.#bytes.writeUInt32BE(version, end);
    if (
      this.#ends[slot]! > 0 &&
      this.#bytes.compare(this.#bytes, this.#starts[slot], this.#ends[slot], start, end) === 0
    )
      return false;
    this.#starts[slot] = start;
    this.#ends[slot] = this.#used = end;
    return true;
  }

  filename(slot: number): string {
    return this.#bytes.toString('utf8', this.#starts[slot], this.#ends[slot]! - 1 - VERSION_BYTES);
  }

  compare(one: number, other: number): number {
    const [bytes, starts, ends] = [this.#bytes, this.#starts, this.#ends];
    return bytes.compare(bytes, starts[other], ends[other], starts[one], ends[one]);
  }

  /** Takes over the order of all slots by name, for `rank`. */
  rankBy(order: SortOrder): void {
    for (let place = 0; place < order.length; place++) this.#ranks[order[place]!] = place;
  }

  rank(slot: number): number {
    return this.#ranks[slot]!;
  }

  #reserve(slot: number, length: number): void {
    this.#starts = grown(this.#starts, slot + 1);
    this.#ends = grown(this.#ends, slot + 1);
    this.#ranks = grown(this.#ranks, slot + 1);
    if (this.#used + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.ceil((this.#used + length) * 1.25));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }
}
