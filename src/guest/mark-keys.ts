import type { Marking } from './use-marking.ts';

const VERDICTS = { y: 'yes', m: 'maybe', n: 'no' } as const;

/** Marks as the key says: F, 1 to 5, Y, M, N. False: it says nothing. */
export function markByKey(key: string, picture: string, marking: Marking): boolean {
  const letter = key.toLowerCase();
  if (letter === 'f') marking.favorite(picture);
  else if (/^[1-5]$/.test(key)) marking.stars(picture, Number(key));
  else if (letter === 'y' || letter === 'm' || letter === 'n') marking.verdict(picture, VERDICTS[letter]);
  else return false;
  return true;
}
