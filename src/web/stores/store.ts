import { useSyncExternalStore } from 'react';

/** Tells those who listen. */
export class Signal<Message = void> {
  readonly #listeners = new Set<(message: Message) => void>();

  /** Returns a function that ends it. */
  subscribe = (listener: (message: Message) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  tell(message: Message): void {
    for (const listener of [...this.#listeners]) listener(message);
  }
}

/** A value that is only replaced, never changed: what shows it is drawn anew. */
export class Store<Value> extends Signal {
  #now: Value;

  constructor(first: Value) {
    super();
    this.#now = first;
  }

  snapshot = (): Value => this.#now;

  set(next: Value): void {
    this.#now = next;
    this.tell();
  }
}

/** What this browser keeps, as text under a key. It is read when it is asked for. */
export class Kept<Value> extends Signal {
  readonly #key: () => string;
  readonly #read: (text: string | null) => Value;
  #last: { text: string | null; value: Value } | null = null;

  constructor(key: string | (() => string), read: (text: string | null) => Value) {
    super();
    this.#key = typeof key === 'string' ? () => key : key;
    this.#read = read;
  }

  snapshot = (): Value => {
    const text = localStorage.getItem(this.#key());
    if (text !== this.#last?.text) this.#last = { text, value: this.#read(text) };
    return this.#last.value;
  };

  /** null: nothing is kept. */
  keep(text: string | null): void {
    if (text === null) localStorage.removeItem(this.#key());
    else localStorage.setItem(this.#key(), text);
    this.tell();
  }
}

interface Readable<Value> {
  subscribe: (listener: () => void) => () => void;
  snapshot: () => Value;
}

export const useStore = <Value>({ subscribe, snapshot }: Readable<Value>): Value =>
  useSyncExternalStore(subscribe, snapshot);

/** A part of it; drawn anew when that part is another one. */
export const useStorePart = <Value, Part>(store: Readable<Value>, part: (value: Value) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => part(store.snapshot()));
