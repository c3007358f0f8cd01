import { Store } from '../../stores/store.ts';

/** Red, green and blue from 0 to 255, as the picture on the screen has them. */
export type Rgb = readonly [number, number, number];

/** The color under the pointer; null while it is elsewhere. It changes too often to draw the stage anew each time. */
export class PixelReadout extends Store<Rgb | null> {
  constructor() {
    super(null);
  }

  note(rgb: Rgb | null): void {
    if (String(rgb) !== String(this.snapshot())) this.set(rgb);
  }
}
