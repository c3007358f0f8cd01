/** An instance of a module in the pixel pipe. */
export interface Place {
  operation: string;
  instance: number;
}

/** darktable's version number of an order that is none of its own. */
export const CUSTOM = 0;

/**
 * `rawprepare,0,exposure,0,exposure,1,…` as places. null: not an order of darktable's, which begins and ends in the same way for every picture. 5.4.1
 * writes some twice; the first counts.
 */
export function placesInList(list: string): Place[] | null {
  const words = list.split(',');
  if (words.length % 2 !== 0 || words[0] !== 'rawprepare' || words.at(-2) !== 'gamma') return null;
  const places = new Map<string, Place>();
  for (let at = 0; at < words.length; at += 2) {
    const [operation, instance] = [words[at]!, words[at + 1]!];
    if (operation === '' || !/^\d{1,4}$/.test(instance)) return null;
    const name = `${operation} ${Number(instance)}`;
    if (!places.has(name)) places.set(name, { operation, instance: Number(instance) });
  }
  return [...places.values()];
}

export const listOf = (places: readonly Place[]): string =>
  places.map(({ operation, instance }) => `${operation},${instance}`).join();
