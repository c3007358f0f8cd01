/** Where in a list one was, over a reload and over other pages: by the address of the list. */
interface GridPlace {
  address: string;
  /** The first picture of the row at the top, and how much of that row is above the window. */
  index: number;
  offset: number;
}

const KEY = 'gallery-place';

export function keepPlace(place: GridPlace): void {
  sessionStorage.setItem(KEY, JSON.stringify(place));
}

export function keptPlace(address: string): GridPlace | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as GridPlace | null;
    return kept?.address === address && Number.isInteger(kept.index) && Number.isFinite(kept.offset) ? kept : null;
  } catch {
    return null;
  }
}
