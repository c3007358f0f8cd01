import { LRUCache } from 'lru-cache';

/**
 * The limit for all remembered lists together: this many bytes at least, and a few lists of all images (4 bytes each).
 */
const REMEMBERED = { bytes: 2_000_000, bytesPerImage: 16 };
/** How many queries asked once are remembered. */
const ASKED = 200;

/**
 * Slots found for earlier queries. The memory of a forgotten list is reused for the next one: lists come and go with
 * each query, and the garbage collector would let a hundred megabytes of them pile up.
 */
export class FoundLists {
  readonly #bytes: number;
  readonly #lists: LRUCache<string, Uint32Array>;
  readonly #asked = new LRUCache<string, true>({ max: ASKED });
  /** May still be in use by the current answer. */
  #forgotten: ArrayBuffer[] = [];
  #free: ArrayBuffer[] = [];

  /** For lists of up to this many images. */
  constructor(images: number) {
    this.#bytes = Math.max(REMEMBERED.bytes, REMEMBERED.bytesPerImage * images);
    this.#lists = new LRUCache({
      maxSize: this.#bytes,
      sizeCalculation: (list) => list.buffer.byteLength + 200,
      dispose: (list) => this.#forgotten.push(list.buffer as ArrayBuffer),
    });
  }

  get(key: string): Uint32Array | undefined {
    return this.#lists.get(key);
  }

  /** Whether this was not asked lately. Most queries are asked once; keeping their lists would only push out others. */
  isNew(key: string): boolean {
    if (this.#asked.has(key)) return false;
    this.#asked.set(key, true);
    return true;
  }

  /** Keeps a copy and returns it. */
  keep(key: string, list: Uint32Array): Uint32Array {
    const bytes = Math.max(4096, 2 ** Math.ceil(Math.log2(list.byteLength)));
    const at = this.#free.findIndex((buffer) => buffer.byteLength === bytes);
    const [buffer = new ArrayBuffer(bytes)] = at < 0 ? [] : this.#free.splice(at, 1);
    const copy = new Uint32Array(buffer, 0, list.length);
    copy.set(list);
    // A list too large to be remembered becomes garbage afterwards.
    this.#lists.set(key, copy);
    return copy;
  }

  clear(): void {
    this.#lists.clear();
    this.#asked.clear();
  }

  /** Call this when no returned list is in use any more. */
  release(): void {
    if (this.#forgotten.length === 0) return;
    this.#free.push(...this.#forgotten);
    this.#forgotten = [];
    let bytes = 0;
    this.#free = this.#free.filter((buffer) => (bytes += buffer.byteLength) <= this.#bytes);
  }
}
