import type { Address, Libdarktable } from './libdarktable.ts';

/** In all versions up to 5.4.1 a cache is { int32_t entries; size_t allmem, memlimit; void **data; size_t *size; … int32_t *used; … }. */
const LIMIT = 16n;
/** Where `used`, the ages of its lines, may be. */
const AGES_PLACES = [56n, 64n];
/** To be recognized. */
const UNUSUAL_LIMIT = 0x5afe_5afe_5afen;
/** More than darktable makes any line age in one picture. */
const LONG_AGO = 1000;

/** A picture, a part of it at 100 %, or one that nobody waits for. */
export type Kind = 'whole' | 'region' | 'unawaited';
type KeptKind = Exclude<Kind, 'unawaited'>;

/** Where a cache keeps the ages of its lines: found with the first one. */
let agesPlace: bigint | null = null;

/**
 * The cache of one of darktable's pixel pipes: lines with what steps have made, of which darktable replaces those that were used longest ago.
 *
 * [Note: Which lines stay] What is looked at counts, not what was made last. Of a picture whose last steps change again and again, the lines
 * of these steps are of no use any more, and those of its first steps will be needed when somebody turns to another module. So the lines that
 * led to the last picture stay, and to the last part of one at 100 %, too; those of a picture that nobody waits for go first. darktable itself calls lines important that it finds, and the last
 * one of each picture, for half a dozen pictures: that would take the room of what the next picture needs.
 */
export class CacheLines {
  readonly #darktable: Libdarktable;
  readonly #at: Address;
  /** The lines that led to the last picture of each kind, first step first. */
  #chains: Record<KeptKind, number[]> = { region: [], whole: [] };
  #shown: Kind | null = null;

  constructor(darktable: Libdarktable, cache: Address) {
    this.#darktable = darktable;
    this.#at = cache;
  }

  /** Gives back the memory of all lines, and makes that number of empty ones. Throws for a version that keeps them elsewhere. */
  renew(lines: number): void {
    const darktable = this.#darktable;
    darktable.dt_dev_pixelpipe_cache_cleanup(this.#at);
    darktable.dt_dev_pixelpipe_cache_init(this.#at, lines, 0n, UNUSUAL_LIMIT);
    if (darktable.int(this.#at) !== lines || darktable.pointer(this.#at + LIMIT) !== UNUSUAL_LIMIT)
      throw new Error('this version keeps the limit of its cache elsewhere');
    agesPlace ??= findAges(darktable, this.#at, lines);
    const { bytes, ages } = this.#ages();
    for (const [line, age] of ages.entries()) bytes.writeInt32LE(LONG_AGO + age, line * 4);
    this.#chains = { region: [], whole: [] };
    this.#shown = null;
  }

  /**
   * Before a picture of that kind is made: what is not needed goes, as far as there is more than `limit` bytes.
   *
   * [Note: Larger lines] A full cache of 4.2.1 puts pictures into lines that are larger than they, where it never finds them again. So there
   * is no limit while a picture is made. Later versions take as much room as they need by themselves.
   */
  makeRoom(limit: bigint, kind: Kind): void {
    const darktable = this.#darktable;
    this.#age();
    this.#shown = kind;
    if (!darktable.isBefore5) {
      darktable.setPointer(this.#at + LIMIT, limit);
      return;
    }
    // It uses half of what it may.
    darktable.setPointer(this.#at + LIMIT, 2n * limit);
    darktable.dt_dev_pixelpipe_cache_checkmem(this.#at);
    darktable.setPointer(this.#at + LIMIT, 0n);
  }

  /** See [Note: Which lines stay]. */
  #age(): void {
    const { bytes, ages } = this.#ages();
    if (ages.some((age) => age < -ages.length)) throw new Error('this version keeps the ages of its cache elsewhere');
    const used = usedLines(ages);
    if (this.#shown === 'unawaited') this.#forget(used, ages);
    else if (this.#shown !== null) this.#note(this.#shown, used, ages);
    const before = (line: number) => (this.#shown === 'unawaited' && used.includes(line) ? 2 : 1) * LONG_AGO;
    for (const [line, age] of ages.entries()) bytes.writeInt32LE(before(line) + normal(age, ages.length), line * 4);
    // The first steps of a part take less time than those of the whole.
    const needed = [...this.#chains.region, ...this.#chains.whole];
    for (const [k, line] of needed.entries()) bytes.writeInt32LE(LONG_AGO + needed.length - k, line * 4);
  }

  #note(kind: KeptKind, used: readonly number[], ages: readonly number[]): void {
    const [first] = used;
    if (first === undefined) return;
    // A line that was found is important, and was found before any other was made.
    const before = ages[first]! < 0 ? this.#chains[kind] : [];
    // One of a former picture, which somebody went back to, has most of its first steps in common with the last.
    const led = before.includes(first) ? before.slice(0, before.indexOf(first)) : before;
    const other = kind === 'whole' ? 'region' : 'whole';
    const isUnused = (line: number) => !used.includes(line);
    this.#chains[other] = this.#chains[other].filter(isUnused);
    this.#chains[kind] = [...led.filter(isUnused), ...used];
  }

  /** What another picture has put into lines of a chain; one that was found still is what it was. */
  #forget(used: readonly number[], ages: readonly number[]): void {
    const isKept = (line: number) => ages[line]! < 0 || !used.includes(line);
    for (const kind of ['region', 'whole'] as const) this.#chains[kind] = this.#chains[kind].filter(isKept);
  }

  #ages(): { bytes: Buffer; ages: number[] } {
    const lines = this.#darktable.int(this.#at);
    const bytes = this.#darktable.bytes(this.#darktable.pointer(this.#at + agesPlace!), lines * 4);
    return { bytes, ages: Array.from({ length: lines }, (_, line) => bytes.readInt32LE(line * 4)) };
  }
}

/** Those of the last picture, first step first: younger than LONG_AGO, as all had been made older before. */
function usedLines(ages: readonly number[]): number[] {
  const age = (line: number) => normal(ages[line]!, ages.length);
  return [...ages.keys()].filter((line) => ages[line]! < LONG_AGO).sort((one, other) => age(other) - age(one));
}

/** An age below zero says that a line is important. */
const normal = (age: number, lines: number) => (age < 0 ? age + lines : age);

/** An empty cache has ages of one, or growing by one; what lies beside them has not. */
function findAges(darktable: Libdarktable, cache: Address, lines: number): bigint {
  for (const place of AGES_PLACES) {
    const ages = darktable.bytes(darktable.pointer(cache + place), lines * 4);
    const age = (line: number) => ages.readInt32LE(line * 4);
    const step = age(1) - age(0);
    const isRow = Array.from({ length: lines }, (_, k) => age(k) === age(0) + k * step).every(Boolean);
    if (age(0) > 0 && (step === 0 || step === 1) && isRow) return place;
  }
  throw new Error('this version keeps the ages of its cache elsewhere');
}
