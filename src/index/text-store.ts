import { DIVIDER } from './fold.ts';
import { grown } from './grow.ts';
import { type SlotBits, wordsFor } from './slot-bits.ts';

const END = DIVIDER.charCodeAt(0);

/** A file name, and now and then a title. */
const USUAL_LENGTH = 24;

/**
 * A short text for each slot, searched for a part of it without an index of words, as a part may begin and end anywhere.
 *
 * [Note: A glance at a text] Each text has a summary of 192 bits: which letters and digits are in it, and which pairs of bytes, each pair
 * hashed twice. A text that holds a part has all of the part's bits. Summaries are kept bit by bit: of each bit, one row over all
 * texts. So a search looks at the rows of the part's bits alone, 32 texts at a time, and reads the few texts that are left: of
 * 100,000 in some hundredths of a millisecond, where reading all of them takes 2 ms.
 */
export class TextStore {
  #bytes: Buffer;
  #used = 0;
  /** Where the text of a slot starts and ends. A text that was replaced stays where it was, unused. */
  #starts: Uint32Array;
  #ends: Uint32Array;
  /** By bit of the summary: the slots whose texts have it, a bit each. */
  readonly #rows: Int32Array[];
  #texts = 0;
  #replaced = 0;
  #left: SlotBits = new Int32Array(0);

  /** `room` for so many slots; more may come. */
  constructor(room = 0) {
    this.#bytes = Buffer.allocUnsafeSlow(room * USUAL_LENGTH);
    this.#starts = new Uint32Array(room);
    this.#ends = new Uint32Array(room);
    this.#rows = Array.from({ length: SUMMARY_BITS }, () => new Int32Array(wordsFor(room)));
  }

  /** Whether it is another one than before. */
  set(slot: number, text: string): boolean {
    this.#reserve(slot, text.length * 3 + 1);
    const start = this.#used;
    const end = start + this.#bytes.write(text, start, 'utf8');
    const formerEnd = this.#ends[slot]!;
    if (formerEnd > 0) {
      if (this.#bytes.compare(this.#bytes, this.#starts[slot], formerEnd, start, end) === 0) return false;
      for (const row of this.#rows) row[slot >>> 5]! &= ~(1 << (slot & 31));
      this.#replaced++;
    } else {
      this.#texts++;
    }
    this.#bytes[end] = END;
    this.#used = end + 1;
    this.#starts[slot] = start;
    this.#ends[slot] = end;
    for (let at = start; at < end; at++)
      this.#summarize(slot, at === start ? -1 : this.#bytes[at - 1]!, this.#bytes[at]!);
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

  /** Adds to `found` the slots of `among` whose text holds the part. A bit for each slot; `found` has no more words than `among`. */
  find(part: string, among: SlotBits, found: SlotBits): void {
    const needle = Buffer.from(part, 'utf8');
    const bits = summaryOf(needle);
    const words = Math.min(found.length, this.#rows[0]!.length);
    this.#left = grown(this.#left, words);
    const left = this.#left;
    for (let word = 0; word < words; word++) left[word] = among[word]! & ~found[word]!;
    for (const bit of bits) if (!cut(left, this.#rows[bit]!, words)) return;
    const isTold = needle.length === 1 && bits.length === 1;
    if (isTold) for (let word = 0; word < words; word++) found[word]! |= left[word]!;
    else this.#read(needle, left, words, found);
  }

  #read(needle: Buffer, slots: SlotBits, words: number, found: SlotBits): void {
    const bytes = this.#bytes;
    const starts = this.#starts;
    const ends = this.#ends;
    // A part often stands where it stood in the text before, as the start and the end of file names do.
    let usual = 0;
    for (let word = 0; word < words; word++) {
      let holding = 0;
      for (let left = slots[word]!; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const slot = word * 32 + bit;
        const start = starts[slot]!;
        const place = placeIn(bytes, start, ends[slot]!, needle, start + usual);
        if (place < 0) continue;
        usual = place - start;
        holding |= 1 << bit;
      }
      found[word]! |= holding;
    }
  }

  #reserve(slot: number, bytes: number): void {
    if (this.#used + bytes > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.ceil((this.#used + bytes) * 1.5));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    this.#starts = grown(this.#starts, slot + 1);
    this.#ends = grown(this.#ends, slot + 1);
    const words = wordsFor(slot + 1);
    if (words <= this.#rows[0]!.length) return;
    for (let bit = 0; bit < SUMMARY_BITS; bit++) this.#rows[bit] = grown(this.#rows[bit]!, words);
  }

  #summarize(slot: number, before: number, byte: number): void {
    const word = slot >>> 5;
    const mask = 1 << (slot & 31);
    const own = OWN_BIT[byte]!;
    if (own >= 0) this.#rows[own]![word]! |= mask;
    if (before < 0) return;
    this.#rows[pairBit(before, byte)]![word]! |= mask;
    this.#rows[otherPairBit(before, byte)]![word]! |= mask;
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

/** Takes out of `left` what `row` has not; whether anything is left. */
function cut(left: SlotBits, row: SlotBits, words: number): boolean {
  let any = 0;
  for (let word = 0; word < words; word++) any |= left[word]! &= row[word]!;
  return any !== 0;
}

/** Bytes that have a bit of their own, which is their place here. */
const OWN = 'abcdefghijklmnopqrstuvwxyz0123456789_-. ';
/** By byte; -1 for none. */
const OWN_BIT = Int8Array.from({ length: 256 }, (_, byte) => OWN.indexOf(String.fromCharCode(byte)));
const SUMMARY_BITS = 192;
const PAIR_BITS = SUMMARY_BITS - OWN.length;

// Two pairs of bytes that share a bit by the one seldom share one by the other.
const pairBit = (one: number, next: number) =>
  OWN.length + ((Math.imul(one * 256 + next, 0xc2b2ae35) >>> 16) % PAIR_BITS);
const otherPairBit = (one: number, next: number) =>
  OWN.length + ((Math.imul(one * 256 + next, 0x27d4eb2f) >>> 15) % PAIR_BITS);

/** The bits that a text with this part has, the rarer ones first. */
function summaryOf(part: Uint8Array): number[] {
  const bits = new Set<number>();
  for (let at = 1; at < part.length; at++) {
    bits.add(pairBit(part[at - 1]!, part[at]!));
    bits.add(otherPairBit(part[at - 1]!, part[at]!));
  }
  for (const byte of part) if (OWN_BIT[byte]! >= 0) bits.add(OWN_BIT[byte]!);
  return [...bits];
}
