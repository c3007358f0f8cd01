import type { ServerResponse } from 'node:http';
import type { Scope } from '../../contract/scopes.ts';
import type { EventRing } from './event-ring.ts';

/** A client whose stream was ended because there were too many comes back later than the others. */
const LATER_MS = 30_000;
/** A client that reads nothing for this long is gone, whatever its connection says. */
const PATIENCE_MS = 60_000;

export interface StreamOptions {
  version: string;
  /**
   * Who listens. When a client has too many streams, its oldest one ends: most likely that of a page no longer open.
   */
  clientId: string;
  rights: () => ReadonlySet<Scope>;
  /** Ends after this many events. */
  limit?: number | undefined;
}

/** A response that is sent events as fast as its connection takes them. */
export class StreamClient {
  readonly res: ServerResponse;
  readonly id: string;
  readonly #ring: EventRing;
  readonly #onEnd: () => void;
  readonly #rights: () => ReadonlySet<Scope>;
  readonly #version: string;
  /** The number of the next event. */
  #next: number;
  #left: number;
  /** Since when the connection has taken nothing. */
  #blockedSinceMs: number | null = null;

  /** `after`: the number of the last event that it has seen; null: of none, or too many are missed. `onEnd` may be called twice. */
  constructor(
    res: ServerResponse,
    ring: EventRing,
    {
      clientId,
      version,
      rights,
      limit = Infinity,
      after,
      onEnd,
    }: StreamOptions & { after: number | null; onEnd: () => void },
  ) {
    this.res = res;
    this.id = clientId;
    this.#ring = ring;
    this.#onEnd = onEnd;
    this.#rights = rights;
    this.#version = version;
    this.#left = limit;
    this.#next = (after ?? ring.last) + 1;
    res.once('close', onEnd);
    res.on('drain', () => {
      this.#blockedSinceMs = null;
      this.pump();
    });
    // A broken connection needs no handling here: `close` follows.
    res.on('error', () => undefined);
  }

  greet({ missed }: { missed: boolean }): void {
    this.res.write('retry: 2000\n');
    // Missed events come after `hello`, so its number is the client's own.
    if (this.#hello(missed, this.#next - 1)) this.pump();
  }

  /** Sends what it has not been sent yet. */
  pump(): void {
    while (this.#blockedSinceMs === null && this.#next <= this.#ring.last && !this.res.writableEnded) {
      if (this.#next < this.#ring.first) {
        this.#next = this.#ring.last + 1;
        this.#hello(true, this.#ring.last);
        continue;
      }
      const rights = this.#rightsOrEnd();
      if (!rights) return;
      const { isForAdmin, text } = this.#ring.at(this.#next++);
      if (!isForAdmin || rights.has('admin')) this.#send(text);
    }
  }

  /** Keeps the connection, or gives it up. */
  beat(): void {
    if (this.#blockedSinceMs !== null) {
      if (performance.now() - this.#blockedSinceMs < PATIENCE_MS) return;
      this.#onEnd();
      this.res.destroy();
    } else if (this.#rightsOrEnd()) this.#write(': still here\n\n');
  }

  end(): void {
    this.#onEnd();
    this.res.end();
  }

  /** There are too many: it comes back later than the others. */
  makeWay(): void {
    this.res.write(`retry: ${LATER_MS}\n\n`);
    this.end();
  }

  /**
   * Ends its connection too: otherwise a browser would reuse it after `retry`, and be cut off with the server's last
   * connections in the middle of the new stream.
   */
  endForGood(): void {
    const { socket } = this.res;
    this.end();
    socket?.destroySoon();
  }

  #rightsOrEnd(): ReadonlySet<Scope> | null {
    try {
      return this.#rights();
    } catch {
      this.end();
      return null;
    }
  }

  #hello(missed: boolean, number: number): boolean {
    return this.#send(this.#ring.write('hello', { version: this.#version, missed }, number));
  }

  /** False: it was the last one that the client wanted. */
  #send(text: string): boolean {
    this.#left -= 1;
    this.#write(text);
    if (this.#left > 0) return true;
    this.end();
    return false;
  }

  #write(text: string): void {
    if (!this.res.write(text)) this.#blockedSinceMs = performance.now();
  }
}
