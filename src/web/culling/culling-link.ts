import type { MouseEvent } from 'react';
import { chosenPictures } from '../gallery/chosen-pictures.ts';
import type { GalleryView } from '../gallery/gallery-view.ts';
import { CULL } from '../keyboard/actions.ts';
import { useActions } from '../keyboard/use-actions.ts';
import { type HistoryState, navigate } from '../location.ts';
import { cullingUrl } from './culling-address.ts';

/** Opened from a picture, the view replaces it in the history, so that Back leads to the picture reached last. */
export const openCulling = (view: GalleryView, image: number | null, state: HistoryState): void =>
  navigate(cullingUrl(view, { image }), { state, replace: state.fromPicture ?? false });

/** The versions of a picture side by side. */
export const openVersions = (view: GalleryView, image: number, count: number): void =>
  navigate(cullingUrl(view, { image, shown: 'all', mode: 'compare' }), { state: { fromVersions: count } });

/** A link from the gallery into the culling view of its list; a selected picture comes first. */
export const linkToCulling = (view: GalleryView) => ({
  href: cullingUrl(view, {}),
  onClick: (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openCulling(view, chosenPictures()[0] ?? null, { fromGallery: true });
  },
});

/** darktable's key for culling. `picture` gives the one to begin with when the key is pressed; null turns the key off. */
export function useCullingKey(view: GalleryView, picture: (() => number | null) | null, state: HistoryState): void {
  useActions(CULL, picture && { cull: () => openCulling(view, picture(), state) });
}
