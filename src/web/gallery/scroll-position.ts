/** The last position in each list, kept over reloads and other pages, by the list's address. */
interface ScrollPosition {
  address: string;
  /** The first picture of the top row, and how much of that row is above the window. */
  index: number;
  offset: number;
}

const KEY = 'gallery-place';

export function keepScrollPosition(position: ScrollPosition): void {
  sessionStorage.setItem(KEY, JSON.stringify(position));
}

export function keptScrollPosition(address: string): ScrollPosition | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ScrollPosition | null;
    return kept?.address === address && Number.isInteger(kept.index) && Number.isFinite(kept.offset) ? kept : null;
  } catch {
    return null;
  }
}
