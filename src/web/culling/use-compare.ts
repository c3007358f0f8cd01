import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { LookStore } from './look-store.ts';
import { MOST_PANES } from './panes.ts';

const KEY = 'culling-panes';

/** How many pictures are side by side; this browser remembers it. `wanted`: so many this time. */
export function usePaneCount(isSmall: boolean, wanted?: number): [number, (count: number) => void] {
  const [count, setCount] = useState(() => {
    if (wanted !== undefined) return Math.min(wanted, MOST_PANES);
    const kept = Number(localStorage.getItem(KEY));
    return kept >= 2 && kept <= MOST_PANES ? kept : 2;
  });
  const change = (next: number) => {
    localStorage.setItem(KEY, String(next));
    setCount(next);
  };
  return [isSmall ? 2 : count, change];
}

/** The looks of the panes: one for all while they are linked, else one for each. */
export function useLinkedLooks(shared: LookStore, panes: readonly number[], focused: number | null) {
  const [isLinked, setIsLinked] = useState(true);
  const own = useRef(new Map<number, LookStore>());
  const lookOf = (id: number): LookStore => {
    if (isLinked) return shared;
    let store = own.current.get(id);
    if (!store) {
      store = new LookStore();
      store.set(shared.of(id));
      own.current.set(id, store);
    }
    return store;
  };
  const toggleLink = () => {
    if (!isLinked) {
      // The present positions become the offsets.
      const lead = focused === null ? null : lookOf(focused).snapshot().look;
      if (lead) shared.link(lead, new Map(panes.map((id) => [id, lookOf(id).snapshot().look])));
    }
    own.current.clear();
    setIsLinked(!isLinked);
  };
  // A picture that enters later starts where the others are.
  const key = panes.join();
  const forget = useEffectEvent(() => {
    for (const id of own.current.keys()) if (!panes.includes(id)) own.current.delete(id);
  });
  useEffect(() => forget(), [key]);
  return { isLinked, toggleLink, lookOf };
}
