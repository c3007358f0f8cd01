import type { OnPicture } from './drawing.ts';
import { draggedLine, drawnLine } from './graduated-line.ts';
import { draggedEllipse, drawnEllipse } from './vignette-ellipse.ts';

export const ON_PICTURE: Record<string, OnPicture> = {
  graduatednd: { drawn: drawnLine, dragged: draggedLine },
  vignette: { drawn: drawnEllipse, dragged: draggedEllipse },
};
