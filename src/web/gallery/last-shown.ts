/** An image, and where in the list it stands, when that is known. */
export interface Shown {
  id: number;
  index: number | null;
}

let shown: Shown | null = null;

/** The image that was open last: where the gallery goes on when it is closed. */
export const lastShown = () => shown;
export function rememberShown(image: Shown): void {
  shown = image;
}
