/** From one point to another, in the pixels of the frame. */
export type Line = readonly [x1: number, y1: number, x2: number, y2: number];
