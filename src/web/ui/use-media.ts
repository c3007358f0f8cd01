import { useSyncExternalStore } from 'react';

/** A hook that follows a media query. */
export function mediaHook(query: string): () => boolean {
  const media = matchMedia(query);
  const matches = () => media.matches;
  const listen = (listener: () => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(listen, matches);
}
