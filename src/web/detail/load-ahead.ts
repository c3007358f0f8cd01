import { useEffect, useEffectEvent } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { loadPreview } from '../api/preview-load.ts';
import type { PreviewSize } from '../api/preview-url.ts';

const AFTER_MS = 150;

/** Loads previews of the pictures that are likely to come next. */
export function useLoadAhead(neighbours: readonly (ImageRecord | undefined)[], size: PreviewSize | null): void {
  const ids = neighbours.map((neighbour) => neighbour?.preview_version).join();
  const load = useEffectEvent((wanted: PreviewSize, signal: AbortSignal) => {
    for (const neighbour of neighbours)
      if (neighbour) loadPreview(neighbour, wanted, { signal }).catch(() => undefined);
  });
  useEffect(() => {
    if (!size) return;
    const stop = new AbortController();
    // After the picture itself.
    const timer = setTimeout(() => load(size, stop.signal), AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // The versions are enough; the records are new objects with each answer.
  }, [size, ids]);
}
