import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import { type Asked, isOfOwner } from './requests.ts';

/** This request has ended the process; the message says how. */
export class RequestRefused extends Error {}

type Whose = Pick<Asked, 'client' | 'wanted'>;

/** The cause may have been a busy computer, or a darktable that has been mended since. */
const FOR_MS = 10 * 60_000;
const MOST = 100;
/** A client with so many ends darktable for everybody, whatever it asks for. */
const MOST_OF_CLIENT = 3;

/** What has ended the process is refused for a while, but only to whom asked for it: others may ask for the same and never know. */
export class Refusals {
  #known: { client: string | null; key: string; why: string; untilMs: number }[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note({ client, wanted }: Whose, why: string): void {
    this.#known = [...this.#known, { client, key: keyOf(wanted), why, untilMs: this.#now() + FOR_MS }].slice(-MOST);
  }

  /** Throws RequestRefused, and `slow_down` for a client that has ended the process again and again. */
  check({ client, wanted }: Whose): void {
    this.#known = this.#known.filter(({ untilMs }) => untilMs > this.#now());
    const own = this.#known.filter((one) => one.client === client);
    const same = own.length > 0 ? own.find(({ key }) => key === keyOf(wanted)) : undefined;
    if (same) throw new RequestRefused(same.why);
    if (isOfOwner({ client }) || own.length < MOST_OF_CLIENT) return;
    throw new AppError('slow_down', 'Requests of this client have ended darktable several times.', {
      retryAfterSeconds: Math.ceil((own[0]!.untilMs - this.#now()) / 1000),
    });
  }

  clear(): void {
    this.#known = [];
  }
}

/** All of it but the quality of the JPEG, which darktable does not see. */
const keyOf = ({ picture, development, view, isDraft }: Whose['wanted']) =>
  createHash('sha1')
    .update(JSON.stringify([picture, development.xmp, view, isDraft]))
    .digest('base64');
