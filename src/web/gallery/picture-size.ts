import { useSyncExternalStore } from 'react';

/** The range of the grid's picture heights, in CSS pixels. */
export const SMALLEST = 80;
export const LARGEST = 420;

const KEY = 'picture-height';
const listeners = new Set<() => void>();
let chosen = read();

function read(): number | null {
  const kept = Number(localStorage.getItem(KEY));
  return kept >= SMALLEST && kept <= LARGEST ? kept : null;
}

const usual = (width: number) => (width < 500 ? 150 : width < 1000 ? 180 : width < 2400 ? 205 : 280);

/** The size chosen on this device, otherwise one that suits the width. */
export function usePictureHeight(width: number): number {
  const height = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen,
  );
  return Math.min(height ?? usual(width), Math.max(SMALLEST, width));
}

export function setPictureHeight(height: number): void {
  chosen = height;
  localStorage.setItem(KEY, String(height));
  for (const listener of [...listeners]) listener();
}
