import { Kept, useStore } from '../stores/store.ts';

/** The range of the grid's picture heights, in CSS pixels. */
export const SMALLEST = 80;
export const LARGEST = 420;

const chosen = new Kept('picture-height', (text) => {
  const height = Number(text);
  return height >= SMALLEST && height <= LARGEST ? height : null;
});

const usual = (width: number) => (width < 500 ? 150 : width < 1000 ? 180 : width < 2400 ? 205 : 280);

/** The size chosen on this device, otherwise one that suits the width. */
export function usePictureHeight(width: number): number {
  return Math.min(useStore(chosen) ?? usual(width), Math.max(SMALLEST, width));
}

export const setPictureHeight = (height: number): void => chosen.keep(String(height));
