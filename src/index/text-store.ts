import { DIVIDER } from './fold.ts';
import { grown } from './grow.ts';

const END = DIVIDER.charCodeAt(0);

/** A file name, and now and then a title. */
const USUAL_LENGTH = 24;

/** Words of 32 bits that summarize a text. */
const WORDS = 4;

/**
 * A short text for each slot, searched for a part of it without an index of words, as a part may begin and end anywhere.
 *
 * [Note: A glance at a text] Each text has a summary of 128 bits: which bytes are in it and which pairs of bytes, hashed. A text that
 * holds a part has all of the part's bits, so most texts are passed over at a glance and few are read: of 100,000 in 0.2 ms, where
 * reading all of them takes 2 ms.
 */
export class TextStore {
  #bytes: Buffer;
  #used = 0;
  /** Where the text of a slot starts and ends. A text that was replaced stays where it was, unused. */
  #starts: Uint32Array;
  #ends: Uint32Array;
  #summaries: Int32Array;
  #texts = 0;
  #replaced = 0;

  /** `room` for so many slots; more may come. */
  constructor(room = 0) {
    this.#bytes = Buffer.allocUnsafeSlow(room * USUAL_LENGTH);
    this.#starts = new Uint32Array(room);
    this.#ends = new Uint32Array(room);
    this.#summaries = new Int32Array(room * WORDS);
  }

  /** Whether it is another one than before. */
  set(slot: number, text: string): boolean {
    this.#reserve(slot, text.length * 3 + 1);
    const start = this.#used;
    const end = start + this.#bytes.write(text, start, 'utf8');
    const formerEnd = this.#ends[slot]!;
    if (formerEnd > 0) {
      if (this.#bytes.compare(this.#bytes, this.#starts[slot], formerEnd, start, end) === 0) return false;
      this.#replaced++;
    } else {
      this.#texts++;
    }
    this.#bytes[end] = END;
    this.#used = end + 1;
    this.#starts[slot] = start;
    this.#ends[slot] = end;
    summarize(this.#bytes, start, end, this.#summaries, slot * WORDS);
    return true;
  }

  /**
   * By the first line of each, a shorter one first. Bytes of UTF-8 stand in the order of code points, as in SQLite.
   * Negative, 0 or positive.
   */
  compareFirstLines(one: number, other: number): number {
    const bytes = this.#bytes;
    let left = this.#starts[one]!;
    let right = this.#starts[other]!;
    while (bytes[left] === bytes[right] && bytes[left] !== END) {
      left++;
      right++;
    }
    return bytes[left]! - bytes[right]!;
  }

  /** Whether so many texts were replaced that loading afresh would save memory. */
  get isStale(): boolean {
    return this.#replaced > 1000 && this.#replaced > this.#texts;
  }

  /**
   * Of the first `length` slots of `from`, copies to `into` those whose text holds the part, and without a look those that are `sure`
   * (by their place in `from`; overwritten). `into` may be `from`. Gives how many.
   */
  keep(part: string, from: Uint32Array, length: number, sure: Uint8Array, into: Uint32Array): number {
    const needle = Buffer.from(part, 'utf8');
    const [singles, moreSingles, pairs, morePairs] = summarize(needle, 0, needle.length, new Int32Array(WORDS), 0);
    // Letters and digits have a bit of their own: the summary tells all.
    const isTold = needle.length === 1 && bitOf(needle[0]!) < SHARED_FROM;
    const summaries = this.#summaries;
    let left = 0;
    // Without a condition, which the processor would have to guess.
    for (let at = 0; at < length; at++) {
      const slot = from[at]!;
      const summary = slot * WORDS;
      const missing =
        (pairs! & ~summaries[summary + 2]!) |
        (morePairs! & ~summaries[summary + 3]!) |
        (singles! & ~summaries[summary]!) |
        (moreSingles! & ~summaries[summary + 1]!);
      const isSure = sure[at]!;
      into[left] = slot;
      sure[left] = isSure;
      left += isSure | Number(missing === 0);
    }
    return isTold ? left : this.#keepRead(needle, into, left, sure);
  }

  #keepRead(needle: Buffer, slots: Uint32Array, length: number, sure: Uint8Array): number {
    const bytes = this.#bytes;
    const starts = this.#starts;
    const ends = this.#ends;
    // A part often stands where it stood in the text before, as the start and the end of file names do.
    let usual = 0;
    let kept = 0;
    for (let at = 0; at < length; at++) {
      const slot = slots[at]!;
      if (sure[at] === 0) {
        const start = starts[slot]!;
        const place = placeIn(bytes, start, ends[slot]!, needle, start + usual);
        if (place < 0) continue;
        usual = place - start;
      }
      slots[kept++] = slot;
    }
    return kept;
  }

  #reserve(slot: number, bytes: number): void {
    if (this.#used + bytes > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.ceil((this.#used + bytes) * 1.5));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    this.#starts = grown(this.#starts, slot + 1);
    this.#ends = grown(this.#ends, slot + 1);
    this.#summaries = grown(this.#summaries, (slot + 1) * WORDS);
  }
}

/** Where the needle begins between `start` and `end`, looked for first at `likely`; -1: nowhere. */
function placeIn(bytes: Uint8Array, start: number, end: number, needle: Uint8Array, likely: number): number {
  const last = end - needle.length;
  if (likely <= last && standsAt(bytes, likely, needle)) return likely;
  for (let place = start; place <= last; place++) if (standsAt(bytes, place, needle)) return place;
  return -1;
}

function standsAt(bytes: Uint8Array, place: number, needle: Uint8Array): boolean {
  for (let at = 0; at < needle.length; at++) if (bytes[place + at] !== needle[at]) return false;
  return true;
}

const [A, Z, ZERO, NINE] = [0x61, 0x7a, 0x30, 0x39];
/** From here on, bits are shared by several bytes. */
const SHARED_FROM = 36;

function bitOf(byte: number): number {
  if (byte >= A && byte <= Z) return byte - A;
  if (byte >= ZERO && byte <= NINE) return 26 + byte - ZERO;
  return SHARED_FROM + (byte % 28);
}

/** Writes the summary of a text to four places of `into`: 64 bits for the bytes, 64 for the pairs of them. */
function summarize(bytes: Uint8Array, start: number, end: number, into: Int32Array, to: number): Int32Array {
  into.fill(0, to, to + WORDS);
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    const single = bitOf(byte);
    into[to + (single >>> 5)]! |= 1 << (single & 31);
    if (at === start) continue;
    const pair = ((bytes[at - 1]! * 37 + byte * 11) >>> 1) & 63;
    into[to + 2 + (pair >>> 5)]! |= 1 << (pair & 31);
  }
  return into;
}
