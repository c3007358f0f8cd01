const KEY = 'culling-position';

/** The last picture in the list with this address, for the next visit. */
interface Position {
  address: string;
  image: number;
}

export function keepPosition(address: string, image: number): void {
  localStorage.setItem(KEY, JSON.stringify({ address, image } satisfies Position));
}

export function keptPosition(address: string): number | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Position | null;
    return kept?.address === address && Number.isInteger(kept.image) ? kept.image : null;
  } catch {
    return null;
  }
}
