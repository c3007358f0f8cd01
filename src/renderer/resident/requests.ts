import { AppError } from '../../platform/errors.ts';
import { OWN_CLIENT_IDS } from '../../settings/clients.ts';
import type { ChildPicture } from './resident-child.ts';
import type { PictureRequest } from './protocol.ts';

export type Wanted = Omit<PictureRequest, 'number' | 'isAwaited'>;

export interface Asker {
  /** The client whose request it is; null: Safelight's own. */
  client: string | null;
  /** Nobody wants it any more. */
  signal: AbortSignal;
}

export const safelightItself = (): Asker => ({ client: null, signal: new AbortController().signal });

export interface Asked extends Asker {
  wanted: Wanted;
  /** Somebody looks at the screen until it comes. */
  isAwaited: boolean;
  /** Of the same viewer only the newest request counts. */
  viewer: string | null;
}

export type Request = Asked & { resolve: (picture: ChildPicture) => void; reject: (error: unknown) => void };

/** The same viewer has asked for another picture since. */
export class Superseded extends Error {
  constructor() {
    super('a newer request replaced this one');
  }
}

/** Of one client. A browser asks for six things at once. */
export const MOST_WAITING = 24;
const RETRY_SECONDS = 5;

export const isOfOwner = ({ client }: Pick<Asker, 'client'>): boolean =>
  client === null || client === OWN_CLIENT_IDS.browser;

/**
 * The requests that have not begun. Awaited ones go first: those of the owner's browser, then those of the other clients in turn, each client's
 * in the order in which they came.
 */
export class WaitingRequests {
  #waiting: Request[] = [];
  /** When the clients had their last turn. */
  readonly #turns = new Map<string | null, number>();
  #turn = 0;

  /** Throws `slow_down` for a client with too many. */
  add(request: Request): void {
    const { client, viewer } = request;
    if (viewer !== null) {
      for (const older of this.#waiting.filter((other) => other.viewer === viewer)) {
        this.#remove(older);
        older.reject(new Superseded());
      }
    }
    if (client !== null && this.#waiting.filter((other) => other.client === client).length >= MOST_WAITING)
      throw new AppError('slow_down', `${MOST_WAITING} pictures for this client are waiting already.`, {
        retryAfterSeconds: RETRY_SECONDS,
      });
    this.#waiting.push(request);
    request.signal.addEventListener(
      'abort',
      () => {
        if (this.#remove(request)) request.reject(request.signal.reason);
      },
      { once: true },
    );
  }

  next(): Request | null {
    let next: Request | null = null;
    for (const request of this.#waiting) if (next === null || this.#goesBefore(request, next)) next = request;
    if (next === null) return null;
    this.#remove(next);
    this.#turns.set(next.client, ++this.#turn);
    return next;
  }

  rejectAll(error: Error): void {
    for (const request of this.#waiting.splice(0)) request.reject(error);
  }

  #goesBefore(one: Request, other: Request): boolean {
    const place = (request: Request) =>
      !request.isAwaited ? [2, 0] : isOfOwner(request) ? [0, 0] : [1, this.#turns.get(request.client) ?? 0];
    const [[rank, turn], [otherRank, otherTurn]] = [place(one), place(other)] as [[number, number], [number, number]];
    return rank < otherRank || (rank === otherRank && turn < otherTurn);
  }

  #remove(request: Request): boolean {
    const at = this.#waiting.indexOf(request);
    if (at !== -1) this.#waiting.splice(at, 1);
    return at !== -1;
  }
}
