/** More than anybody makes, however many were made while there was no connection. */
const CALLS = 1_500;
const WITHIN_MS = 60_000;

/** How much a guest says in a minute. */
export class GuestCaps {
  readonly #elapsedMs: () => number;
  #began: number;
  readonly #counts = new Map<number, number>();

  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
    this.#began = elapsedMs();
  }

  /** Counts it unless it is too much. */
  takes(guest: number): boolean {
    if (this.#elapsedMs() - this.#began >= WITHIN_MS) {
      this.#began = this.#elapsedMs();
      this.#counts.clear();
    }
    const count = this.#counts.get(guest) ?? 0;
    if (count >= CALLS) return false;
    this.#counts.set(guest, count + 1);
    return true;
  }
}
