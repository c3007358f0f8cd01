import type { Columns } from './columns.ts';
import { grown } from './grow.ts';

/** A row of `record`: see [Note: How old a history is]. */
export type HistoryRow = [id: number, historyKey: string, sinceMs: number | null];

/**
 * `sinceMs`: when the history became what it is, in Unix milliseconds, see [Note: How old a history is]; null: unknown.
 */
export type KnownHistory = { historyKey: string; sinceMs: number | null };

/** The develop history of every image, by slot. It tells whether a picture shows the present history. */
export class Histories {
  readonly #keys: string[] = [];
  #since: Float64Array;

  /** `room`: the expected number of images; more may come. */
  constructor(room: number) {
    this.#since = new Float64Array(room);
  }

  /** The columns must already hold the images. */
  put(rows: readonly HistoryRow[], columns: Columns): void {
    // A clock that was set back since.
    const now = Date.now();
    for (const [id, historyKey, sinceMs] of rows) {
      const slot = columns.slotOf(id);
      if (slot < 0) continue;
      this.#since = grown(this.#since, slot + 1);
      // All untouched images share one string.
      this.#keys[slot] = historyKey === UNTOUCHED ? UNTOUCHED : historyKey;
      this.#since[slot] = sinceMs === null ? NaN : Math.min(sinceMs, now);
    }
  }

  keyOf(slot: number): string {
    return this.#keys[slot] ?? UNTOUCHED;
  }

  of(slot: number): KnownHistory {
    const sinceMs = this.#since[slot]!;
    return { historyKey: this.keyOf(slot), sinceMs: Number.isNaN(sinceMs) ? null : sinceMs };
  }
}

const UNTOUCHED = '0';
