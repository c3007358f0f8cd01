import type { MouseEvent } from 'react';
import { focusedPicture } from '../gallery/chosen-pictures.ts';
import { shownPictures } from '../gallery/folds/folds.ts';
import type { GalleryView } from '../gallery/gallery-view.ts';
import { selection } from '../gallery/selection.ts';
import { type HistoryState, navigate } from '../location.ts';
import { cullingUrl, type Mode } from './culling-address.ts';
import { keptSets } from './kept-sets.ts';

/** Opened from a picture, the view replaces it in the history, so that Back leads to the picture reached last. */
export const openCulling = (view: GalleryView, image: number, state: HistoryState): void =>
  navigate(cullingUrl(view, { image }), { state, replace: state.fromPicture ?? false });

/** The versions of a picture side by side. */
export const openVersions = (view: GalleryView, image: number, count: number): void =>
  navigate(cullingUrl(view, { image, shown: 'all', mode: 'compare' }), {
    state: { fromVersions: count, openedIn: 'compare' },
  });

/** From the gallery: the selected pictures alone; without a selection its whole list, from the picture that has the focus. */
export function cullChosen(view: GalleryView, mode: Mode): void {
  const focused = focusedPicture();
  const set = inOrder(selection(), shownPictures());
  const image = set.length === 0 || (focused !== null && selection().has(focused)) ? focused : (set[0] ?? null);
  const state = { fromGallery: true, openedIn: mode, ...(set.length > 0 && { set: keptSets.keep(set) }) };
  navigate(cullingUrl(view, { image, mode }), { state });
}

/** As they are in the list; then those that it does not have any more. */
export function inOrder(some: ReadonlySet<number>, list: Iterable<number>): number[] {
  const left = new Set(some);
  const listed = [...list].filter((id) => left.delete(id));
  return [...listed, ...left];
}

/** A link from the gallery into the culling view. */
export const linkToCulling = (view: GalleryView) => ({
  href: cullingUrl(view, {}),
  onClick: (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    cullChosen(view, 'single');
  },
});
