import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import { type Asked, isOfOwner } from './requests.ts';

/** At this request darktable crashed or stalled; the message says how. */
export class RequestRefused extends Error {}

type Whose = Pick<Asked, 'client' | 'wanted'>;

/** The cause may have been a busy computer, or a darktable that has been mended since. */
const FOR_MS = 10 * 60_000;
const MOST = 100;
/** A client with so many crashes or stalls darktable for everybody, whatever it asks for. */
const MOST_OF_CLIENT = 3;

/** A request at which darktable crashed or stalled is refused for a while, but only to the client that made it: others may ask for the same. */
export class Refusals {
  #known: { client: string | null; key: string; why: string; untilMs: number }[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note({ client, wanted }: Whose, why: string): void {
    this.#known = [...this.#known, { client, key: keyOf(wanted), why, untilMs: this.#now() + FOR_MS }].slice(-MOST);
  }

  /** Throws RequestRefused, and `slow_down` for a client at whose requests darktable crashed or stalled again and again. */
  check({ client, wanted }: Whose): void {
    this.#known = this.#known.filter(({ untilMs }) => untilMs > this.#now());
    const own = this.#known.filter((one) => one.client === client);
    if (own.length === 0) return;
    const asked = keyOf(wanted);
    const same = own.find(({ key }) => key === asked);
    if (same) throw new RequestRefused(same.why);
    if (isOfOwner({ client }) || own.length < MOST_OF_CLIENT) return;
    throw new AppError('slow_down', 'darktable has crashed or stalled several times at requests of this client.', {
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
