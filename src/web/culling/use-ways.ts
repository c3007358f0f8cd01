import { useCallback } from 'react';
import { imageUrl } from '../detail/picture-address.ts';
import { type GalleryView, writeView } from '../gallery/gallery-view.ts';
import { rememberShown } from '../gallery/last-shown.ts';
import { navigate } from '../location.ts';
import { cullingUrl, type Mode, type Shown } from './culling-address.ts';
import type { usePaneLooks } from './use-pane-looks.ts';
import type { Place } from './use-place.ts';

interface View {
  looks: ReturnType<typeof usePaneLooks>;
  panes: readonly number[];
  put: (id: number, inPlaceOf: number) => void;
}

export type Ways = ReturnType<typeof useWays>;

/** From the current picture to others, to other views of the list, and out. */
export function useWays(view: GalleryView, place: Place, { looks, panes, put }: View) {
  const { ids, index, id, mode, culling, history, setCurrentId } = place;
  const { shared } = looks;
  const shown = culling.list?.shown ?? null;
  const go = useCallback(
    (at: number) => {
      const next = ids[Math.min(ids.length - 1, Math.max(0, at))];
      if (next === undefined) return;
      shared.cut();
      if (id !== null && mode === 'compare') put(next, id);
      setCurrentId(next);
    },
    [ids, shared, id, mode, put, setCurrentId],
  );
  const goTo = useCallback(
    (wanted: number) => {
      const at = ids.indexOf(wanted);
      if (at >= 0) go(at);
    },
    [ids, go],
  );
  const goUndecided = () => {
    const next = ids.findIndex((one, at) => at > index && culling.isUndecided(one));
    if (next >= 0) go(next);
  };
  /** Another picture for the focused pane: the next that no pane shows. */
  const exchange = (step: 1 | -1) => {
    const isShown = (at: number) => panes.includes(ids[at] ?? NaN);
    let at = index + step;
    while (at in ids && isShown(at)) at += step;
    if (at in ids) go(at);
  };

  /** From the chosen pictures to the whole list. */
  const leaveSet = () => {
    const { set: _, ...state } = history;
    navigate(cullingUrl(view, { shown: 'all', mode, image: id }), { replace: true, state });
  };
  const replace = (change: { shown?: Shown; mode?: Mode }) =>
    navigate(cullingUrl(view, { shown: culling.isSet ? null : shown, mode, image: id, ...change }), {
      replace: true,
      state: history,
    });
  const choose = (other: Shown) => {
    if (other === shown) void culling.choose(other);
    else replace({ shown: other });
  };
  const setMode = (next: Mode) => {
    shared.cut();
    replace({ mode: next });
  };
  const close = () => {
    if (id !== null) rememberShown({ id, index: null });
    const { fromPicture, ...state } = history;
    if (history.fromVersions !== undefined) window.history.back();
    else if (fromPicture && id !== null) navigate(imageUrl(id, view, 'info'), { replace: true, state });
    else if (history.fromGallery) window.history.back();
    else navigate(`/${writeView(view)}`);
  };
  /** Back, one step at a time. */
  const goOut = () => {
    if (looks.zoom.isZoomed) looks.showWhole();
    else if (mode !== 'single' && mode !== history.openedIn) setMode('single');
    else close();
  };
  const develop = () => {
    if (id !== null) navigate(imageUrl(id, view, 'develop'), { state: { fromGallery: true } });
  };
  return { go, goTo, goUndecided, exchange, choose, leaveSet, setMode, close, goOut, develop };
}
