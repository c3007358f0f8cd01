import { useEffect, useRef } from 'react';
import { reasonOf } from '../../api/reason.ts';
import { ApiError } from '../../api/request.ts';
import { say } from '../../ui/toasts.tsx';
import type { Looks } from '../looks.ts';
import type { Picking } from './picking.ts';

/** Works out something from a chosen area of the picture. It ends when it is left, or with the part of the page that asks. */
export function useAreaReading({ setPicking }: Looks) {
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const leave = () => {
    stop.current?.abort();
    setPicking(null);
  };
  const read = <Found>(
    picking: Omit<Picking, 'isBusy'>,
    find: (signal: AbortSignal) => Promise<Found>,
    onFound: (found: Found) => void,
  ) => {
    const now = new AbortController();
    stop.current = now;
    setPicking({ ...picking, isBusy: true });
    const end = (act: () => void) => {
      if (now.signal.aborted) return;
      setPicking(null);
      act();
    };
    find(now.signal).then(
      (found) => end(() => onFound(found)),
      (error: unknown) =>
        end(() => {
          if (!(error instanceof ApiError)) throw error;
          say({ title: reasonOf(error), isFailure: true });
        }),
    );
  };
  return { leave, read };
}
