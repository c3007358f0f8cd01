import { useEffect } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { LoadedPreview } from '../api/preview-load.ts';
import { useRendering } from '../api/rendering.ts';
import { useWhyNot } from '../api/rights.ts';
import { askQuietly } from './refresh.tsx';

/** Images whose present state was already requested by this page, with that state. */
const asked = new Map<number, string>();

/** Requests a new preview for a viewed picture that is older than its history, once per state, if anybody renders. */
export function useNewWhenStale(
  image: ImageRecord | undefined,
  preview: LoadedPreview | null,
  isWanted: boolean,
): void {
  const may = useWhyNot('cache:refresh') === null;
  const rendering = useRendering();
  const isDue = isWanted && may && (rendering?.is_rendering ?? false) && (preview?.isStale ?? false);
  useEffect(() => {
    if (!isDue || !image) return;
    // preview_version: the state of the history, then that of the pictures.
    const history = image.preview_version.replace(/-[^-]*$/, '');
    if (asked.get(image.id) === history) return;
    asked.set(image.id, history);
    askQuietly(image).catch(() => undefined);
  }, [isDue, image]);
}
