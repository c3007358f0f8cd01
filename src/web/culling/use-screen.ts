import { useSyncExternalStore } from 'react';

/** A phone: too small for everything in the bar and for more than two pictures. The style sheets use the same sizes. */
const small = matchMedia('(max-width: 600px), (max-height: 500px)');

export const useIsSmall = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      small.addEventListener('change', listener);
      return () => small.removeEventListener('change', listener);
    },
    () => small.matches,
  );
