import type { ChildPicture } from './resident-child.ts';
import type { PictureRequest } from './protocol.ts';

export type Wanted = Omit<PictureRequest, 'number'>;

export interface Asked {
  wanted: Wanted;
  /** Somebody looks at the screen until it comes. */
  isAwaited: boolean;
  /** Of the same viewer only the newest request counts. */
  viewer: string | null;
  signal: AbortSignal;
}

export type Request = Asked & { resolve: (picture: ChildPicture) => void; reject: (error: unknown) => void };

/** The same viewer has asked for another picture since. */
export class Superseded extends Error {
  constructor() {
    super('a newer request replaced this one');
  }
}

/** The requests that have not begun: awaited ones go first, in the order in which they came. */
export class WaitingRequests {
  #waiting: Request[] = [];

  add(request: Request): void {
    const { viewer } = request;
    if (viewer !== null) {
      for (const older of this.#waiting.filter((other) => other.viewer === viewer)) {
        this.#remove(older);
        older.reject(new Superseded());
      }
    }
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
    const next = this.#waiting.find(({ isAwaited }) => isAwaited) ?? this.#waiting[0];
    if (next) this.#remove(next);
    return next ?? null;
  }

  rejectAll(error: Error): void {
    for (const request of this.#waiting.splice(0)) request.reject(error);
  }

  #remove(request: Request): boolean {
    const at = this.#waiting.indexOf(request);
    if (at !== -1) this.#waiting.splice(at, 1);
    return at !== -1;
  }
}
