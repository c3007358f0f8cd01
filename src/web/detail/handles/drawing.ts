import type { Known } from '../../develop-panel/computed/computed-control.ts';
import type { Size } from '../zoom.ts';

/** In the pixels of the picture on the screen, from its upper left corner. */
export interface Point {
  x: number;
  y: number;
}

/** What a module lays over the picture. */
export interface Drawn {
  /** The last ones are dashed. */
  lines: { points: Point[]; isBorder?: boolean }[];
  /** With `to` it is a line. */
  handles: { name: string; at: Point; to?: Point }[];
}

/** A module whose form is set on the picture, as in darktable. */
export interface OnPicture {
  /** null: nothing of it is in sight. */
  drawn: (stored: Known, size: Size) => Drawn | null;
  /** What is stored when a handle is dragged. `keepsShape`: with the Ctrl key. */
  dragged: (
    stored: Known,
    size: Size,
    drag: { handle: string; from: Point; to: Point; keepsShape: boolean },
  ) => Record<string, number>;
}
