import { NOTHING_WAITS, type View } from './view.ts';

/** What the page shows, and who wants to know when it changes. */
export class ViewStore {
  readonly #listeners = new Set<() => void>();
  #now: View = { is: 'asking', needs: [], state: null, isAway: false, isVeiled: false, refusals: [], ...NOTHING_WAITS };

  get now(): View {
    return this.#now;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<View>): void {
    this.#now = { ...this.#now, ...change };
    for (const listener of this.#listeners) listener();
  }
}
