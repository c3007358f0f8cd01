import { useSyncExternalStore } from 'react';
import { queryClient } from '../../api/query-client.ts';
import type { WaitingChange } from './waiting-change.ts';
import { allWaiting, onTabNews } from './waiting-store.ts';
import { isOwnedBy, ownerNow, tellsOwner } from './whose.ts';

interface WaitingState {
  /** How many changes are on their way, or wait for the service. */
  waiting: number;
  /** Those that failed, or met another change. */
  problems: readonly WaitingChange[];
}

let state: WaitingState = { waiting: 0, problems: [] };
const listeners = new Set<() => void>();
let isLooking = false;

async function look(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  // One look for many changes at once.
  await new Promise((resolve) => setTimeout(resolve, 20));
  isLooking = false;
  const owner = ownerNow();
  const own = owner ? (await allWaiting()).filter((change) => isOwnedBy(change, owner)) : [];
  const problems = own.filter((change) => change.state === 'failed' || change.state === 'conflict');
  const next = { waiting: own.length - problems.length, problems };
  if (next.waiting === state.waiting && problems.length === 0 && state.problems.length === 0) return;
  state = next;
  for (const listener of [...listeners]) listener();
}

onTabNews(() => void look());
let owner = '';
queryClient.getQueryCache().subscribe(({ query: { queryKey } }) => {
  if (!tellsOwner(queryKey as readonly unknown[])) return;
  const now = JSON.stringify(ownerNow());
  if (now !== owner) void look();
  owner = now;
});

/** Of the library and the client of this page. */
export const useWaiting = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
