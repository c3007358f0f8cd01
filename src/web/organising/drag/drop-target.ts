import { type DragEvent, useState } from 'react';
import type { ImageChange } from '../../../contract/image-change.ts';
import { changePictures } from '../organise.ts';
import { draggedPictures, setDragged } from './dragging.ts';

/** Pictures that are dropped here are changed. */
export function useDropTarget(change: ImageChange) {
  const [isOver, setIsOver] = useState(false);
  const allow = (event: DragEvent) => {
    if (draggedPictures() === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: allow,
      onDragOver: allow,
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        const ids = draggedPictures();
        setIsOver(false);
        if (ids === null) return;
        event.preventDefault();
        setDragged(null);
        changePictures(change, ids);
      },
    },
  };
}
