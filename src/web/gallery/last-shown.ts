/** An image, and its position in the list if known. */
export interface Shown {
  id: number;
  index: number | null;
}

let shown: Shown | null = null;

/** The image that was open last: the gallery continues there when it is closed. */
export const lastShown = () => shown;
export function rememberShown(image: Shown): void {
  shown = image;
}
