import { DIVIDER } from './fold.ts';
import { grown } from './grow.ts';
import { type SlotBits, wordsFor } from './slot-bits.ts';

const END = DIVIDER.charCodeAt(0);

/** A file name, and now and then a title. */
const USUAL_LENGTH = 24;

/**
 * A short text for each slot, searchable for any part of it. There is no word index because a part may begin and end
 * anywhere.
 *
 * [Note: A glance at a text] Each text has a summary of 192 bits: which letters and digits are in it, and which pairs
 * of bytes, each pair hashed twice. A text that holds a part has all of the part's bits. Summaries are stored bit by
 * bit: one row for each bit, over all texts. So a search reads only the rows of the part's bits, 32 texts at a time,
 * and then the few texts that are left: for 100,000 texts a few hundredths of a millisecond, where reading all of them
 * takes 2 ms.
 */
export class TextStore {
  #bytes: Buffer;
  #used = 0;
  /** Where the text of a slot starts and ends. A replaced text stays in memory, unused. */
  #starts: Uint32Array;
  #ends: Uint32Array;
  /** For each bit of the summary: the slots whose texts have it, one bit per slot. */
  readonly #rows: Int32Array[];
  /** For each bit of the summary: how many texts had it. */
  readonly #uses = new Uint32Array(SUMMARY_BITS);
  #texts = 0;
  #replaced = 0;

  /** `room`: the expected number of slots; more may come. */
  constructor(room = 0) {
    this.#bytes = Buffer.allocUnsafeSlow(room * USUAL_LENGTH);
    this.#starts = new Uint32Array(room);
    this.#ends = new Uint32Array(room);
    this.#rows = Array.from({ length: SUMMARY_BITS }, () => new Int32Array(wordsFor(room)));
  }

  /** Returns whether the text changed. */
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
   * Compares the first lines of two texts; of two with the same start, the shorter comes first. UTF-8 bytes sort by
   * code point, as in SQLite. Negative, 0 or positive.
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

  /** Whether enough texts were replaced that reloading would save memory. */
  get isStale(): boolean {
    return this.#replaced > 1000 && this.#replaced > this.#texts;
  }

  /**
   * Keeps the slots whose text may hold the part, judging by its summary; few others remain. Returns whether any is
   * left.
   */
  glance(part: string, bits: SlotBits): boolean {
    const uses = this.#uses;
    const rows = summaryOf(Buffer.from(part, 'utf8'))
      .sort((one, other) => uses[one]! - uses[other]!)
      .slice(0, ENOUGH_ROWS)
      .map((bit) => this.#rows[bit]!);
    let any = 0;
    for (let word = 0; word < bits.length; word++) {
      let left = bits[word]!;
      for (let row = 0; left !== 0 && row < rows.length; row++) left &= rows[row]![word]!;
      bits[word] = left;
      any |= left;
    }
    return any !== 0;
  }

  /** Of the slots left after a glance, keeps those whose text does hold the part, and those that are sure to fit without it. */
  read(part: string, bits: SlotBits, sure: SlotBits): void {
    const needle = Buffer.from(part, 'utf8');
    if (needle.length === 1 && OWN_BIT[needle[0]!]! >= 0) return;
    const bytes = this.#bytes;
    const starts = this.#starts;
    const ends = this.#ends;
    const steps = stepsOf(needle);
    // A part is often at the same position as in the previous text, like the start and the end of file names.
    let usual = 0;
    for (let word = 0; word < bits.length; word++) {
      let holding = bits[word]! & sure[word]!;
      for (let left = bits[word]! & ~holding; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const slot = word * 32 + bit;
        const start = starts[slot]!;
        const found = findIn(bytes, start, ends[slot]!, needle, steps, start + usual);
        if (found < 0) continue;
        usual = found - start;
        holding |= 1 << bit;
      }
      bits[word] = holding;
    }
  }

  /** Of the slots left after a glance, keeps those whose text holds the part in this line, counted from 0. */
  readLine(part: string, bits: SlotBits, line: number): void {
    const needle = Buffer.from(part, 'utf8');
    const steps = stepsOf(needle);
    for (let word = 0; word < bits.length; word++) {
      for (let left = bits[word]!; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        let start = this.#starts[word * 32 + bit]!;
        for (let skipped = 0; skipped < line; skipped++) start = this.#bytes.indexOf(END, start) + 1;
        const end = this.#bytes.indexOf(END, start);
        if (findIn(this.#bytes, start, end, needle, steps, start) < 0) bits[word]! &= ~(1 << bit);
      }
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
    const own = OWN_BIT[byte]!;
    if (own >= 0) this.#mark(own, slot);
    if (before < 0) return;
    this.#mark(pairBit(before, byte), slot);
    this.#mark(otherPairBit(before, byte), slot);
  }

  #mark(bit: number, slot: number): void {
    this.#uses[bit]!++;
    this.#rows[bit]![slot >>> 5]! |= 1 << (slot & 31);
  }
}

/**
 * Index of the needle between `start` and `end`, tried first at `likely`; -1: not found. Horspool's algorithm: the byte
 * where the needle would end tells the least distance to the next possible match.
 */
function findIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  needle: Uint8Array,
  steps: Uint8Array,
  likely: number,
): number {
  const beforeLast = needle.length - 1;
  if (likely + beforeLast < end && standsAt(bytes, likely, needle)) return likely;
  const final = needle[beforeLast];
  for (let at = start + beforeLast; at < end; at += steps[bytes[at]!]!) {
    if (bytes[at] === final && standsAt(bytes, at - beforeLast, needle)) return at - beforeLast;
  }
  return -1;
}

function standsAt(bytes: Uint8Array, found: number, needle: Uint8Array): boolean {
  for (let at = 0; at < needle.length; at++) if (bytes[found + at] !== needle[at]) return false;
  return true;
}

/** By byte: its least distance from the end of the needle; 255 at most. */
function stepsOf(needle: Uint8Array): Uint8Array {
  const last = needle.length - 1;
  const steps = new Uint8Array(256).fill(Math.min(255, needle.length));
  for (let at = 0; at < last; at++) steps[needle[at]!] = Math.min(255, last - at);
  return steps;
}

/** Bytes that have a bit of their own: the bit is their position here. */
const OWN = 'abcdefghijklmnopqrstuvwxyz0123456789_-. ';
/** By byte; -1 for none. */
const OWN_BIT = Int8Array.from({ length: 256 }, (_, byte) => OWN.indexOf(String.fromCharCode(byte)));
const SUMMARY_BITS = 192;
/** This many bits of a part, the rarest ones, tell nearly as much as all of them. */
const ENOUGH_ROWS = 10;
const PAIR_BITS = SUMMARY_BITS - OWN.length;

// Two byte pairs that share a bit by one hash rarely share one by the other.
const pairBit = (one: number, next: number) =>
  OWN.length + ((Math.imul(one * 256 + next, 0xc2b2ae35) >>> 16) % PAIR_BITS);
const otherPairBit = (one: number, next: number) =>
  OWN.length + ((Math.imul(one * 256 + next, 0x27d4eb2f) >>> 15) % PAIR_BITS);

/** The bits that a text with this part has. */
function summaryOf(part: Uint8Array): number[] {
  const bits = new Set<number>();
  for (let at = 1; at < part.length; at++) {
    bits.add(pairBit(part[at - 1]!, part[at]!));
    bits.add(otherPairBit(part[at - 1]!, part[at]!));
  }
  for (const byte of part) if (OWN_BIT[byte]! >= 0) bits.add(OWN_BIT[byte]!);
  return [...bits];
}
