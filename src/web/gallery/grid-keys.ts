import type { RefObject } from 'react';
import { FOLDS, GRID } from '../keyboard/actions.ts';
import { useActions } from '../keyboard/use-actions.ts';
import { focusedPicture } from './chosen-pictures.ts';
import { switchFolding } from './folds/fold-switch.ts';
import type { GridPresent } from './grid-scroll.ts';
import type { RowLayout } from './row-layout.ts';
import { clearSelection, isSelecting, selectAll, selection, selectTo, toggle } from './selection.ts';

interface Keys {
  scroller: RefObject<HTMLElement | null>;
  present: RefObject<GridPresent>;
  /** The picture that has the keyboard focus. */
  current: number;
  /** An image is open over the gallery and receives the keys. */
  behind: boolean;
  onGo: (index: number) => void;
  /** Unfolds the group of a picture, or folds it again. */
  onFold: (id: number) => void;
}

/** Keys in the grid: move, select one or a range, clear the selection. */
export function useGridKeys({ scroller, present, current, behind, onGo, onFold }: Keys): void {
  const now = () => {
    const { layout, ids, height } = present.current;
    const from = Math.min(current, layout.pictures - 1);
    return { ids, from, id: ids[from], to: (key: string) => nextPicture(layout, from, key, height) };
  };
  const isHere = ({ target }: Event) =>
    present.current.layout.count > 0 &&
    (target === document.body || scroller.current?.contains(target as Node) === true);
  const select = () => {
    const { id } = now();
    if (id !== undefined) toggle(id);
  };
  const move = {
    when: (event: KeyboardEvent, key: string) => isHere(event) && now().to(key) !== null,
    do: (key: string, { shiftKey }: KeyboardEvent) => {
      const { ids, to: next } = now();
      const to = next(key);
      const id = ids[to ?? -1];
      if (to === null || id === undefined) return;
      if (shiftKey) {
        if (selection().size === 0) select();
        selectTo(id, ids);
      }
      onGo(to);
    },
  };
  useActions(
    GRID,
    behind
      ? null
      : {
          arrows: move,
          homeEnd: move,
          pages: move,
          shiftArrows: move,
          space: { when: (event) => isHere(event) && !(event.target instanceof HTMLButtonElement), do: select },
          ctrlA: { when: isHere, do: () => selectAll(now().ids) },
          esc: { when: (event) => isHere(event) && isSelecting(), do: clearSelection },
        },
  );
  useActions(
    FOLDS,
    behind
      ? null
      : {
          unfold: { when: isHere, do: () => onFold(focusedPicture() ?? now().id ?? NaN) },
          foldAll: { when: isHere, do: switchFolding },
        },
  );
}

/** The picture that a key leads to; null when there is none. */
function nextPicture(layout: RowLayout, from: number, key: string, height: number): number | null {
  const last = layout.pictures - 1;
  const screen = (direction: 1 | -1) => {
    const top = layout.top(layout.rowOf(from)) + direction * height;
    return layout.nearestIn(layout.rowAt(Math.max(0, Math.min(top, layout.height - 1))), from);
  };
  switch (key.replace('Shift+', '')) {
    case 'Right':
      return from < last ? from + 1 : null;
    case 'Left':
      return from > 0 ? from - 1 : null;
    case 'Down':
      return layout.neighbour(from, 1);
    case 'Up':
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
