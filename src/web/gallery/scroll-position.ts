/** Where in a list one was, over a reload and over other pages: by the address of the list. */
interface ScrollPosition {
  address: string;
  /** The first picture of the row at the top, and how much of that row is above the window. */
  index: number;
  offset: number;
}

const KEY = 'gallery-place';

export function keepScrollPosition(place: ScrollPosition): void {
  sessionStorage.setItem(KEY, JSON.stringify(place));
}

export function keptScrollPosition(address: string): ScrollPosition | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ScrollPosition | null;
    return kept?.address === address && Number.isInteger(kept.index) && Number.isFinite(kept.offset) ? kept : null;
  } catch {
    return null;
  }
}
