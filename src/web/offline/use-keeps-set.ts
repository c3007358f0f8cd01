import { useEffect } from 'react';
import { keepSet, type SetToKeep } from './keep-set.ts';
import { useLatest } from '../ui/use-latest.ts';

/** Browsers keep pictures for pages from this computer or over https. */
export const canKeepSets = 'caches' in globalThis;

/** Keeps what is culled on this device while it is switched on. The records follow; the pictures do when another list is chosen. */
export function useKeepsSet(isOn: boolean, set: Omit<SetToKeep, 'room'>, room: SetToKeep['room'] | null): void {
  const latest = useLatest({ set, room });
  const isReady = isOn && canKeepSets && set.ids.length > 0 && room !== null;
  useEffect(() => {
    const { set, room } = latest.current;
    if (!isReady || room === null) return;
    const stop = new AbortController();
    void keepSet({ ...set, room }, stop.signal);
    return () => stop.abort();
  }, [isReady, set.ids, latest]);
}
