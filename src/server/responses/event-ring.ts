import { randomBytes } from 'node:crypto';
import { ADMIN_EVENTS, type LiveEvent } from '../../contract/live-events.ts';

/** How many events an interrupted stream can catch up on. */
export const REMEMBERED = 500;

/** An event as it is sent. */
interface Remembered {
  text: string;
  isForAdmin: boolean;
}

/** The latest events, numbered. */
export class EventRing {
  // Ids from another run of the program must not be mistaken for ours.
  readonly #run = randomBytes(4).toString('hex');
  readonly #events: Remembered[] = [];
  #last = 0;

  /** The number of the latest. */
  get last(): number {
    return this.#last;
  }

  /** The number of the oldest that is remembered. */
  get first(): number {
    return this.#last - this.#events.length + 1;
  }

  add(name: LiveEvent['name'], data: unknown): void {
    this.#last += 1;
    this.#events.push({ text: this.write(name, data, this.#last), isForAdmin: ADMIN_EVENTS.has(name) });
    if (this.#events.length > REMEMBERED) this.#events.shift();
  }

  /** One that is remembered. */
  at(number: number): Remembered {
    return this.#events[number - this.first]!;
  }

  /** JSON contains no line breaks, so one `data` line is enough. */
  write(name: string, data: unknown, number: number): string {
    return `event: ${name}\nid: ${this.#run}-${number}\ndata: ${JSON.stringify(data)}\n\n`;
  }

  /** The number after which a client goes on that has seen the event of this id; null where it has missed some. */
  after(id: string | string[] | undefined): number | null {
    const [, of, text] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(String(id ?? '')) ?? [];
    const number = Number(text);
    return of === this.#run && number <= this.#last && number >= this.first - 1 ? number : null;
  }
}
