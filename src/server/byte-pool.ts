/** What is kept for later answers, the pieces that it comes in, and how much more is taken than was asked for: the next may need more. */
const KEPT_BYTES = 2 * 2 ** 20;
const PIECE_BYTES = 64 * 2 ** 10;
const ROOM = 1.1;

/**
 * Memory for large answers that is used again when they are sent. Memory outside of V8's heap is given back late, in crumbs: a server that
 * takes 50 kB anew for each of a thousand pages a second grows by a hundred megabytes.
 */
export class BytePool {
  readonly #free: Buffer[] = [];

  take(least: number): Buffer {
    const at = this.#free.findIndex((bytes) => bytes.length >= least);
    const [bytes] = at < 0 ? [] : this.#free.splice(at, 1);
    return bytes ?? Buffer.allocUnsafeSlow(Math.ceil((least * ROOM) / PIECE_BYTES) * PIECE_BYTES);
  }

  /** Nobody may look at these bytes any more. */
  giveBack(bytes: Buffer): void {
    const kept = this.#free.reduce((sum, { length }) => sum + length, 0);
    if (kept + bytes.length > KEPT_BYTES) return;
    this.#free.push(bytes);
    // The smallest that is large enough comes first.
    this.#free.sort((one, other) => one.length - other.length);
  }
}

/** Text in UTF-8, written piece by piece into the memory of a pool. */
export class PooledText {
  readonly #pool: BytePool;
  #bytes: Buffer;
  #length = 0;

  /** `room`: about how many bytes it will be. */
  constructor(pool: BytePool, room: number) {
    this.#pool = pool;
    this.#bytes = pool.take(room);
  }

  write(text: string): void {
    const most = this.#length + text.length * 3;
    if (most > this.#bytes.length) {
      const larger = this.#pool.take(most);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#pool.giveBack(this.#bytes);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** What was written so far; good until `release`. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  release(): void {
    this.#pool.giveBack(this.#bytes);
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
  }
}
