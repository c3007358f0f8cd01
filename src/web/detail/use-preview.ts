import { useEffect, useEffectEvent, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { loadPreview, type LoadedPreview } from '../api/preview-load.ts';
import type { PreviewFailure } from '../api/waiting.ts';
import { previewUrl, type PreviewSize } from '../api/preview-url.ts';

export interface PreviewState {
  /** The picture last loaded for this image; the previous one while a newer version is loading. */
  preview: LoadedPreview | null;
  /** It is requested but not there yet. */
  isWaiting: boolean;
  /** Why it cannot be made. */
  failure: PreviewFailure | null;
  /** Why the service refused it. */
  refusal: string | null;
}
const NOTHING: PreviewState = { preview: null, isWaiting: false, failure: null, refusal: null };

/** Loads a preview of an image and follows its versions. `size` null: not wanted yet. */
export function usePreview(image: ImageRecord, size: PreviewSize | null): PreviewState {
  const [state, setState] = useState<PreviewState & { id: number }>({ ...NOTHING, id: image.id });
  const address = size && previewUrl(image, size);

  // The address contains image, version and size.
  const load = useEffectEvent((signal: AbortSignal) => {
    if (size === null) return;
    const update = (change: Partial<PreviewState>) => {
      if (signal.aborted) return;
      setState((before) => ({ ...(before.id === image.id ? before : NOTHING), ...change, id: image.id }));
    };
    loadPreview(image, size, { signal, onWaiting: (failure) => update({ isWaiting: true, failure }) }).then(
      (outcome) =>
        update(
          'failure' in outcome
            ? { isWaiting: false, failure: null, refusal: outcome.failure }
            : { preview: outcome, isWaiting: false, failure: null, refusal: null },
        ),
      () => undefined, // Aborted: another picture is wanted by now.
    );
  });
  useEffect(() => {
    const stop = new AbortController();
    load(stop.signal);
    return () => stop.abort();
  }, [address]);

  return state.id === image.id ? state : NOTHING;
}
