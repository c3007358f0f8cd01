import { useRef } from 'react';
import { markPlace, orderedAlbum } from '../organising/albums/ordered-album.ts';
import { selection } from './selection.ts';
import { dropAtMark } from './tile-drag.ts';
import { useLongPress } from './use-long-press.ts';

/** A long touch selects, and goes on selecting; in the order of an album, it takes the selected pictures along. */
export function useTilePress(id: number, isSelected: boolean, onChoose: (id: number, isRange: boolean) => void) {
  const isCarried = useRef(false);
  return useLongPress({
    onLong: () => {
      isCarried.current = isSelected && orderedAlbum() !== null;
      // Fingers have no Shift: from the last one selected to here.
      if (!isCarried.current) onChoose(id, selection().size > 0 && !isSelected);
    },
    onDragTo: (to, isAfter) => {
      if (isCarried.current) markPlace({ id: to, isAfter });
      else onChoose(to, true);
    },
    onLift: () => {
      if (isCarried.current) dropAtMark([...selection()]);
      isCarried.current = false;
    },
  });
}
