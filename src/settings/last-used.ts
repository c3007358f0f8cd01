import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

const DELAY_MS = 60_000;

/** When clients were last used, stored a while later together. */
export class LastUsed {
  readonly #store: (times: ReadonlyMap<string, number>) => void;
  readonly #log: Log;
  readonly #times = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: (times: ReadonlyMap<string, number>) => void, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Null: as it is stored. */
  of(clientId: string): number | null {
    return this.#times.get(clientId) ?? null;
  }

  note(clientId: string, atMs: number): void {
    this.#times.set(clientId, atMs);
    this.#timer ??= setTimeout(() => this.flush(), DELAY_MS).unref();
  }

  forget(clientId: string): void {
    this.#times.delete(clientId);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#times.size === 0) return;
    try {
      this.#store(this.#times);
      this.#times.clear();
    } catch (error) {
      this.#log.warn({ reason: reasonOf(error) }, 'The time when clients were last used could not be stored');
    }
  }
}
