import { useCallback } from 'react';
import type { Mode } from './culling-address.ts';
import type { LookStore } from './look-store.ts';
import type { Place } from './use-place.ts';

interface View {
  shared: LookStore;
  mode: Mode;
  panes: readonly number[];
  put: (id: number, inPlaceOf: number) => void;
}

export type Ways = ReturnType<typeof useWays>;

/** From the current picture to others. */
export function useWays({ ids, index, id, culling, setCurrentId }: Place, { shared, mode, panes, put }: View) {
  const go = useCallback(
    (at: number) => {
      const next = ids[Math.min(ids.length - 1, Math.max(0, at))];
      if (next === undefined) return;
      shared.cut();
      if (id !== null && mode === 'compare') put(next, id);
      setCurrentId(next);
    },
    [ids, shared, id, mode, put, setCurrentId],
  );
  const goTo = useCallback(
    (wanted: number) => {
      const at = ids.indexOf(wanted);
      if (at >= 0) go(at);
    },
    [ids, go],
  );
  const goUndecided = () => {
    const next = ids.findIndex((one, at) => at > index && culling.isUndecided(one));
    if (next >= 0) go(next);
  };
  /** Another picture for the focused pane: the next that no pane shows. */
  const exchange = (step: 1 | -1) => {
    const isShown = (at: number) => panes.includes(ids[at] ?? NaN);
    let at = index + step;
    while (at in ids && isShown(at)) at += step;
    if (at in ids) go(at);
  };
  return { go, goTo, goUndecided, exchange };
}
