import type { GuestPicture } from '../contract/guest-proof.ts';
import { commentsOf, hasChanged, isFavorite, isYes, markOf, type OpenState, type View } from './link/view.ts';
import { t } from './words.ts';

export const FILTERS = ['all', 'changed', 'favorites', 'stars', 'yes', 'maybe', 'no', 'comments', 'unmarked'] as const;
export type Filter = (typeof FILTERS)[number];

/** Whether a picture is shown by a filter. */
export function fits(view: View, state: OpenState, filter: Filter, picture: GuestPicture): boolean {
  const mark = markOf(view, picture.key);
  switch (filter) {
    case 'all':
      return true;
    case 'changed':
      return hasChanged(state, picture);
    case 'favorites':
      return isFavorite(mark);
    case 'stars':
      return mark.stars > 0;
    case 'yes':
      return isYes(mark);
    case 'maybe':
    case 'no':
      return mark.verdict === filter;
    case 'comments':
      return commentsOf(view, picture.key).length > 0;
    case 'unmarked':
      return !mark.favorite && mark.stars === 0 && mark.verdict === null;
  }
}

/** Those that this proof has a use for, each with how many there are, of how many. */
export function filtersOf(view: View, state: OpenState): { filter: Filter; words: string }[] {
  const { favorite, stars, verdict, comments } = state.allows;
  const isUsed: Record<Filter, boolean> = {
    all: true,
    changed: state.pictures.some((each) => hasChanged(state, each)),
    favorites: favorite,
    stars,
    yes: verdict,
    maybe: verdict,
    no: verdict,
    comments,
    unmarked: favorite || stars || verdict,
  };
  const most: Partial<Record<Filter, number | null>> = { favorites: state.most_favorites, yes: state.most_yes };
  return FILTERS.filter((filter) => isUsed[filter]).map((filter) => {
    const count = state.pictures.filter((each) => fits(view, state, filter, each)).length;
    const limit = most[filter] ?? null;
    return { filter, words: `${t.filter[filter]} ${limit === null ? count : t.filter.of(count, limit)}` };
  });
}
