import { useEffect, useEffectEvent } from 'react';
import { type GalleryView, writeView } from '../gallery/gallery-view.ts';
import { rememberShown } from '../gallery/last-shown.ts';
import { type HistoryState, navigate } from '../location.ts';
import { type CullingAddress, cullingUrl } from './culling-address.ts';
import { keepPosition } from './kept-position.ts';

/** Browsers refuse to change the address at every key press. */
const REST_MS = 300;

/** Keeps the picture in the address for a reload, and in this browser for another day. `shown` is null for a set. */
export function useKeepsPosition(view: GalleryView, { shown, mode, image }: CullingAddress, state: HistoryState): void {
  // The view and the state come from the address that this changes.
  const keep = useEffectEvent((id: number) => {
    if (shown !== null) keepPosition(writeView(view), id);
    navigate(cullingUrl(view, { shown, mode, image: id }), { replace: true, state });
  });
  useEffect(() => {
    if (image === null) return;
    rememberShown({ id: image, index: null });
    const timer = setTimeout(() => keep(image), REST_MS);
    return () => clearTimeout(timer);
  }, [image, shown, mode]);
}
