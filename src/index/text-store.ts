import { DIVIDER } from './fold.ts';
import { grown } from './grow.ts';

const END = DIVIDER.charCodeAt(0);
/** After so many hits it is known whether a part is common. */
const CROWD = 64;
/** How many bytes are read by hand in the time that one call of `indexOf` costs; measured. */
const BYTES_PER_CALL = 300;

/** A file name, and now and then a title. */
const USUAL_LENGTH = 24;

/**
 * A short text for each slot, searched for a part of it without an index: all texts lie in one buffer, which is read faster than
 * an index gives out its hits when a word is common (measured: see docs/decisions/0002).
 */
export class TextStore {
  #bytes: Buffer;
  #used = 0;
  /** Texts in the order in which they lie: where each starts and whose it is, -1 when its slot has a newer one. */
  #starts: Uint32Array;
  #owners: Int32Array;
  #texts = 0;
  #textOf: Int32Array;
  #dead = 0;

  /** Grows with every change: whoever keeps a result can tell whether it still holds. */
  version = 0;

  /** `room` for so many slots; more may come. */
  constructor(room = 0) {
    this.#bytes = Buffer.allocUnsafeSlow(room * USUAL_LENGTH);
    this.#starts = new Uint32Array(room);
    this.#owners = new Int32Array(room);
    this.#textOf = new Int32Array(room).fill(-1);
  }

  /** Whether it is another one than before. */
  set(slot: number, text: string): boolean {
    this.#reserve(slot, text.length * 3 + 1);
    const start = this.#used;
    const end = start + this.#bytes.write(text, start, 'utf8');
    const former = this.#textOf[slot]!;
    if (former >= 0) {
      if (this.#bytes.compare(this.#bytes, this.#starts[former], this.#endOf(former) - 1, start, end) === 0)
        return false;
      this.#owners[former] = -1;
      this.#dead++;
    }
    this.#bytes[end] = END;
    this.#used = end + 1;
    this.#starts[this.#texts] = start;
    this.#owners[this.#texts] = slot;
    this.#textOf[slot] = this.#texts++;
    this.version++;
    return true;
  }

  get(slot: number): string {
    const text = this.#textOf[slot] ?? -1;
    return text < 0 ? '' : this.#bytes.toString('utf8', this.#starts[text], this.#endOf(text) - 1);
  }

  /**
   * By the first line of each, a shorter one first. Bytes of UTF-8 stand in the order of code points, as in SQLite.
   * Negative, 0 or positive.
   */
  compareFirstLines(one: number, other: number): number {
    const bytes = this.#bytes;
    let left = this.#starts[this.#textOf[one]!]!;
    let right = this.#starts[this.#textOf[other]!]!;
    while (bytes[left] === bytes[right] && bytes[left] !== END) {
      left++;
      right++;
    }
    return bytes[left]! - bytes[right]!;
  }

  /** Whether so many texts were replaced that loading afresh would save memory. */
  get isStale(): boolean {
    return this.#dead > 1000 && this.#dead > this.#texts / 2;
  }

  /** Sets `hits[slot]` to 1 where the text of the slot holds the part. */
  find(part: string, hits: Uint8Array): void {
    const needle = Buffer.from(part, 'utf8');
    const haystack = this.#bytes.subarray(0, this.#used);
    let text = 0;
    let from = 0;
    if (needle.length === 0) throw new Error('An empty part is in every text: leave it out.');
    for (let found = 0; ; found++) {
      // A call of indexOf costs as much as reading some hundred bytes: not worth it where every other text is a hit.
      if (found === CROWD && from / found < BYTES_PER_CALL) break;
      const at = haystack.indexOf(needle, from);
      if (at < 0) return;
      text = this.#textAt(at, text);
      const owner = this.#owners[text]!;
      if (owner >= 0) hits[owner] = 1;
      from = this.#endOf(text);
      if (++text === this.#texts) return;
    }
    this.#findByHand(needle, text, hits);
  }

  #findByHand(needle: Buffer, first: number, hits: Uint8Array): void {
    const bytes = this.#bytes;
    const starts = this.#starts;
    const owners = this.#owners;
    const length = needle.length;
    const head = needle[0]!;
    const texts = this.#texts;
    const used = this.#used;
    for (let text = first; text < texts; text++) {
      const last = (text + 1 < texts ? starts[text + 1]! : used) - 1 - length;
      for (let at = starts[text]!; at <= last; at++) {
        if (bytes[at] !== head) continue;
        let same = 1;
        while (same < length && bytes[at + same] === needle[same]) same++;
        if (same < length) continue;
        const owner = owners[text]!;
        if (owner >= 0) hits[owner] = 1;
        break;
      }
    }
  }

  /** Which text lies at this place, searched from a former one on. */
  #textAt(at: number, from: number): number {
    let low = from;
    let step = 1;
    while (low + step < this.#texts && this.#starts[low + step]! <= at) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.#texts);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low;
  }

  #endOf(text: number): number {
    return text + 1 < this.#texts ? this.#starts[text + 1]! : this.#used;
  }

  #reserve(slot: number, bytes: number): void {
    if (this.#used + bytes > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.ceil((this.#used + bytes) * 1.5));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    this.#starts = grown(this.#starts, this.#texts + 1);
    this.#owners = grown(this.#owners, this.#texts + 1);
    const known = this.#textOf.length;
    if (slot >= known) this.#textOf = grown(this.#textOf, slot + 1).fill(-1, known);
  }
}
