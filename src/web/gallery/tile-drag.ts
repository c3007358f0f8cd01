import type { DragEvent } from 'react';
import { markPlace, moveTo, orderedAlbum, placeToDrop } from '../organising/albums/ordered-album.ts';
import { draggedPictures, dragPictures, setDragged } from '../organising/drag/dragging.ts';
import { membersOf } from './folds/folds.ts';
import { selection } from './selection.ts';

/** Puts pictures where the mark is. */
export function dropAtMark(ids: readonly number[]): void {
  const place = placeToDrop();
  markPlace(null);
  if (place && !ids.includes(place.id)) void moveTo(ids, place);
}

/** The mouse drags a picture, or the selected ones, to a place in the order of an album, or away. */
export const dragHandlers = (id: number) => ({
  onDragStart: (event: DragEvent) => dragPictures(event, selection().has(id) ? [...selection()] : membersOf(id)),
  onDragOver: (event: DragEvent) => {
    if (draggedPictures() === null || orderedAlbum() === null) return;
    event.preventDefault();
    const { left, width } = event.currentTarget.getBoundingClientRect();
    markPlace({ id, isAfter: event.clientX > left + width / 2 });
  },
  onDragLeave: () => markPlace(null),
  onDrop: (event: DragEvent) => {
    const ids = draggedPictures();
    if (ids === null || placeToDrop() === null) return;
    event.preventDefault();
    setDragged(null);
    dropAtMark(ids);
  },
});
