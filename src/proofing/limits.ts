import type { Mark } from '../contract/proofs.ts';
import type { ProofRules } from './store/stored-proofs.ts';

type Marks = Iterable<Mark & { picture: string }>;

/** Whether the mark would be one more than there may be. `marks`: all that count, of pictures that are shown. */
export function isFull(mark: Mark, picture: string, marks: () => Marks, rules: ProofRules): boolean {
  if (rules.most_favorites === null && rules.most_yes === null) return false;
  let favorites = 0;
  let yes = 0;
  let before: Mark | null = null;
  for (const each of marks()) {
    if (each.picture === picture) before = each;
    else {
      if (each.favorite) favorites += 1;
      if (each.verdict === 'yes') yes += 1;
    }
  }
  const isMore = (most: number | null, count: number, isNew: boolean) => most !== null && isNew && count >= most;
  return (
    isMore(rules.most_favorites, favorites, mark.favorite && !before?.favorite) ||
    isMore(rules.most_yes, yes, mark.verdict === 'yes' && before?.verdict !== 'yes')
  );
}

/** What guests may not say stays as it is: it may have been allowed before. */
export function allowedMark(mark: Mark, before: Mark, { allows }: ProofRules): Mark {
  return {
    favorite: allows.favorite ? mark.favorite : before.favorite,
    stars: allows.stars ? mark.stars : before.stars,
    verdict: allows.verdict ? mark.verdict : before.verdict,
  };
}

export const isSameMark = (one: Mark, other: Mark): boolean =>
  one.favorite === other.favorite && one.stars === other.stars && one.verdict === other.verdict;
