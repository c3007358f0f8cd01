import { distance } from 'fastest-levenshtein';

/** The time grows with the length, and no real name is this long. */
const LONGEST = 60;

/** The known name nearest to a mistyped one; null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  const typed = word.slice(0, LONGEST).toLowerCase();
  const best = known
    .map((name) => ({ name, far: distance(typed, name.toLowerCase()) }))
    .sort((one, other) => one.far - other.far)[0];
  return best && best.far <= Math.max(2, Math.floor(typed.length / 2)) ? best.name : null;
}

/** "did you mean NAME?", or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === null ? '' : `did you mean ${near}?`;
}
