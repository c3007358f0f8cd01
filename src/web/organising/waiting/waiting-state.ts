import { queryClient } from '../../api/query-client.ts';
import { Store, useStore } from '../../stores/store.ts';
import type { WaitingChange } from './waiting-change.ts';
import { waitingChanges } from './waiting-changes.ts';
import { isOwnedBy, ownerNow, tellsOwner } from './whose.ts';

interface Waiting {
  /** How many changes are on their way, or wait for the service. */
  waiting: number;
  /** Those that failed, or met another change. */
  problems: readonly WaitingChange[];
}

/** Of the library and the client of this page. */
class WaitingState extends Store<Waiting> {
  #isLooking = false;
  #owner = '';

  constructor() {
    super({ waiting: 0, problems: [] });
  }

  open(): void {
    waitingChanges.news.subscribe(() => void this.#look());
    queryClient.getQueryCache().subscribe(({ query: { queryKey } }) => {
      if (!tellsOwner(queryKey as readonly unknown[])) return;
      const now = JSON.stringify(ownerNow());
      if (now !== this.#owner) void this.#look();
      this.#owner = now;
    });
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    // One look for many changes at once.
    await new Promise((resolve) => setTimeout(resolve, 20));
    this.#isLooking = false;
    const owner = ownerNow();
    const own = owner ? (await waitingChanges.all()).filter((change) => isOwnedBy(change, owner)) : [];
    const problems = own.filter((change) => change.state === 'failed' || change.state === 'conflict');
    const waiting = own.length - problems.length;
    const before = this.snapshot();
    if (waiting !== before.waiting || problems.length > 0 || before.problems.length > 0)
      this.set({ waiting, problems });
  }
}

export const waitingState = new WaitingState();
export const useWaiting = () => useStore(waitingState);
