import { useCallback, useState } from 'react';
import type { Mark } from '../contract/proofs.ts';
import type { GuestLink } from './link/guest-link.ts';
import { countOf, isFavorite, isLocked, isYes, markOf, type View } from './link/view.ts';
import { t } from './words.ts';

export interface Marking {
  favorite: (key: string) => void;
  stars: (key: string, stars: number) => void;
  verdict: (key: string, verdict: Mark['verdict']) => void;
  /** What was said last about a limit. */
  said: { text: string; id: number };
}

/** What a guest may mark, and what is said before there is no more room. The same mark again takes it back. */
export function useMarking(link: GuestLink, view: View): Marking {
  const [said, setSaid] = useState({ text: '', id: 0 });
  const say = useCallback((text: string) => setSaid(({ id }) => ({ text, id: id + 1 })), []);
  const { state } = view;
  const isShared = state?.guests === 'together';
  const change = (key: string, next: Partial<Mark>) => {
    if (isLocked(view)) {
      say(t.mark.locked);
      return;
    }
    const now = markOf(view, key);
    const gains = (fits: (mark: Mark) => boolean) => !fits(now) && fits({ ...now, ...next });
    const room = (most: number | null | undefined, fits: (mark: Mark) => boolean) =>
      (most ?? Infinity) - countOf(view, fits);
    const { most_favorites: mostFavorites, most_yes: mostYes } = state ?? {};
    if (gains(isFavorite) && mostFavorites != null) {
      const left = room(mostFavorites, isFavorite);
      if (left <= 0) {
        say(t.mark.fullFavorites(mostFavorites, isShared));
        return;
      }
      if (left === 1) say(t.mark.lastFavorite(mostFavorites));
    }
    if (gains(isYes) && mostYes != null) {
      const left = room(mostYes, isYes);
      if (left <= 0) {
        say(t.mark.fullYes(mostYes, isShared));
        return;
      }
      if (left === 1) say(t.mark.lastYes(mostYes));
    }
    link.outbox.mark(key, next);
  };
  const allows = state?.allows;
  return {
    favorite: (key) => allows?.favorite && change(key, { favorite: !markOf(view, key).favorite }),
    stars: (key, stars) => allows?.stars && change(key, { stars: markOf(view, key).stars === stars ? 0 : stars }),
    verdict: (key, verdict) =>
      allows?.verdict && change(key, { verdict: markOf(view, key).verdict === verdict ? null : verdict }),
    said,
  };
}
