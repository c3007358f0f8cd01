import { Store } from '../stores/store.ts';

/** An image, and its position in the list if known. */
export interface Shown {
  id: number;
  index: number | null;
}

const shown = new Store<Shown | null>(null);

/** The image that was open last: the gallery continues there when it is closed. */
export const lastShown = shown.snapshot;
export const rememberShown = (image: Shown): void => shown.set(image);
