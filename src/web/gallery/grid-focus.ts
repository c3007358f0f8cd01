import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { unfold } from './folds/folds.ts';
import type { ShownList } from './folds/groups.ts';
import type { GridPresent } from './grid-scroll.ts';
import { lastShown } from './last-shown.ts';
import { deselect } from './selection.ts';

type FocusPicture = (index: number) => void;

/** Where the picture with the keyboard focus is now; if it left the list, where it was. */
export function useFocused(ids: ShownList['ids']) {
  const [focused, setFocused] = useState({ id: 0, index: 0 });
  const current = useMemo(() => {
    const at = ids.indexOf(focused.id);
    return at >= 0 ? at : Math.min(focused.index, ids.length - 1);
  }, [ids, focused]);
  const setCurrent = useCallback((index: number) => setFocused({ id: ids[index] ?? 0, index }), [ids]);
  return { current, setCurrent, setFocused };
}

/** Gives a picture the keyboard focus, wherever in the list it is; `reveal` brings its row into the page. */
export const useFocusPicture = (
  scroller: RefObject<HTMLElement | null>,
  present: RefObject<GridPresent>,
  setCurrent: FocusPicture,
  reveal: FocusPicture,
): FocusPicture =>
  useCallback(
    (index) => {
      if (index < 0 || index >= present.current.layout.pictures) return;
      flushSync(() => {
        setCurrent(index);
        reveal(index);
      });
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
    },
    [scroller, present, reveal, setCurrent],
  );

/** Unfolds the group of a picture, or folds it again. */
export const useFold = (groups: ShownList['groups'], present: RefObject<GridPresent>, focusPicture: FocusPicture) =>
  useCallback(
    (id: number) => {
      const group = groups.get(id);
      if (!group || group.fitting.length < 2) return;
      flushSync(() => unfold(group));
      deselect(group.members.filter((member) => !group.fitting.includes(member)));
      focusPicture(present.current.ids.indexOf(group.tile));
    },
    [groups, present, focusPicture],
  );

/** Back from an image: goes to the last image viewed, which may be further on than the one opened. */
export function useReturn(behind: boolean, ids: ShownList['ids'], focusPicture: FocusPicture) {
  const wasBehind = useRef(behind);
  useEffect(() => {
    if (wasBehind.current && !behind) {
      const to = lastShown();
      // React does not draw synchronously while it runs effects.
      if (to) queueMicrotask(() => focusPicture(ids.indexOf(to.id)));
    }
    wasBehind.current = behind;
  }, [behind, ids, focusPicture]);
}
