import type { LiveEventName } from '../../../contract/live-events.ts';
import { below } from '../../base.ts';

/** An event of the service as it came, or that none come for now. */
export type News = { name: LiveEventName; data: string; id: string } | { name: 'lost' };

/** Where news come from, for as long as somebody listens. */
export interface NewsConnection {
  /** Begins with `hello`, whose id is that of the newest event. Returns a function that ends it. */
  hear: (tell: (news: News) => void) => () => void;
}

type Told = Exclude<News, { name: 'lost' }>;

const RETRY_MS = 10_000;
/** Who goes from one tab to another leaves the first before the second hears. */
const LINGER_MS = 5_000;

/**
 * One event stream for any number of listeners, open while there are any.
 *
 * [Note: One stream for all tabs] A browser has six connections to a service for all its tabs, and a stream keeps one for itself: six tabs with
 * one each would leave none for pictures. So the tabs share one in a SharedWorker, which no tab owns: it outlives each of them, and needs no
 * secure context, unlike locks. Chrome on Android has none; there only one tab is in sight, and tabs out of sight listen to nothing anyway.
 */
export class NewsSource implements NewsConnection {
  readonly #names: readonly LiveEventName[];
  readonly #listeners = new Set<(news: News) => void>();
  #stream: EventSource | null = null;
  /** What a listener that comes later hears first: `hello` or `lost`; null: not known yet. */
  #greeting: News | null = null;
  /** Tabs that were out of sight are still to follow, unless the service comes back. */
  #moved: Told | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(names: readonly LiveEventName[]) {
    this.#names = names;
  }

  hear(tell: (news: News) => void): () => void {
    this.#listeners.add(tell);
    if (this.#stream === null || this.#stream.readyState === EventSource.CLOSED) this.#open();
    else if (this.#greeting) this.#greet(tell, this.#greeting);
    return () => {
      this.#listeners.delete(tell);
      if (this.#listeners.size === 0) this.#after(LINGER_MS, () => this.#close());
    };
  }

  #open(): void {
    clearTimeout(this.#timer);
    const stream = new EventSource(below('/api/v1/events'));
    this.#stream = stream;
    for (const name of this.#names)
      stream.addEventListener(name, ({ data, lastEventId: id }: MessageEvent<string>) =>
        this.#tell({ name, data, id }),
      );
    stream.addEventListener('error', () => {
      this.#greeting = { name: 'lost' };
      for (const tell of this.#listeners) this.#greet(tell, this.#greeting);
      // The browser reconnects by itself, unless it was refused.
      if (stream.readyState === EventSource.CLOSED && this.#listeners.size > 0)
        this.#after(RETRY_MS, () => this.#open());
    });
  }

  #greet(tell: (news: News) => void, greeting: News): void {
    tell(greeting);
    if (this.#moved) tell(this.#moved);
  }

  #tell(event: Told): void {
    if (event.name === 'hello') [this.#greeting, this.#moved] = [event, null];
    // What it says to a listener that comes later: this is the newest event, and what that one has missed is for it to see.
    else if (this.#greeting?.name === 'hello') this.#greeting = { ...this.#greeting, id: event.id };
    if (event.name === 'server-moved') this.#moved = event;
    for (const tell of this.#listeners) tell(event);
  }

  #close(): void {
    if (this.#listeners.size > 0) return;
    this.#stream?.close();
    this.#stream = null;
    this.#greeting = null;
  }

  #after(ms: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ms);
  }
}
