let shown: number | null = null;

/** The image that was open last: where the gallery goes on when it is closed. */
export const lastShownImage = () => shown;
export function rememberShownImage(id: number): void {
  shown = id;
}
