import { type RefObject, useEffect } from 'react';
import { commandKey } from '../ui/keys.ts';
import type { GridPresent } from './grid-scroll.ts';
import type { RowLayout } from './row-layout.ts';
import { clearSelection, selectAll, selection, selectTo, toggle } from './selection.ts';

interface Keys {
  scroller: RefObject<HTMLElement | null>;
  present: RefObject<GridPresent>;
  /** The picture that has the keyboard focus. */
  current: number;
  /** An image is open over the gallery and receives the keys. */
  behind: boolean;
  onGo: (index: number) => void;
}

/** Keys in the grid: move, select one or a range, clear the selection. */
export function useGridKeys({ scroller, present, current, behind, onGo }: Keys): void {
  useEffect(() => {
    if (behind) return;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isHere = target === document.body || scroller.current?.contains(target) === true;
      if (!isHere || event.altKey || event.defaultPrevented) return;
      const { layout, ids, height } = present.current;
      if (layout.count === 0) return;
      if ((event.ctrlKey || event.metaKey) && commandKey(event) === 'a') {
        event.preventDefault();
        selectAll(ids);
        return;
      }
      if (event.ctrlKey || event.metaKey) return;
      const from = Math.min(current, layout.pictures - 1);
      if (event.key === ' ' && !(target instanceof HTMLButtonElement)) {
        event.preventDefault();
        toggle(ids[from]!, from);
        return;
      }
      if (event.key === 'Escape' && selection().size > 0) {
        event.preventDefault();
        clearSelection();
        return;
      }
      const to = nextPicture(layout, from, event.key, height);
      if (to === null) return;
      event.preventDefault();
      if (event.shiftKey) {
        if (selection().size === 0) toggle(ids[from]!, from);
        selectTo(to, ids);
      }
      onGo(to);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [behind, current, scroller, present, onGo]);
}

/** The picture that a key leads to; null when there is none. */
function nextPicture(layout: RowLayout, from: number, key: string, height: number): number | null {
  const last = layout.pictures - 1;
  const screen = (direction: 1 | -1) => {
    const top = layout.top(layout.rowOf(from)) + direction * height;
    return layout.nearestIn(layout.rowAt(Math.max(0, Math.min(top, layout.height - 1))), from);
  };
  switch (key) {
    case 'ArrowRight':
      return from < last ? from + 1 : null;
    case 'ArrowLeft':
      return from > 0 ? from - 1 : null;
    case 'ArrowDown':
      return layout.neighbour(from, 1);
    case 'ArrowUp':
      return layout.neighbour(from, -1);
    case 'PageDown':
      return screen(1);
    case 'PageUp':
      return screen(-1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
