import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';

/** Says what is tried again and again once, until it went well or is something else. */
export class SayOnce {
  readonly #log: Pick<Log, 'error'>;
  readonly #text: string;
  #said: string | null = null;

  constructor(log: Pick<Log, 'error'>, text: string) {
    this.#log = log;
    this.#text = text;
  }

  failed(error: unknown): void {
    const reason = reasonOf(error);
    if (reason !== this.#said) this.#log.error({ err: error }, this.#text);
    this.#said = reason;
  }

  succeeded(): void {
    this.#said = null;
  }
}
