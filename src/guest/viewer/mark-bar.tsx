import { Heart, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GuestPicture } from '../../contract/guest-proof.ts';
import { countOf, isFavorite, isLocked, isYes, markOf, type OpenState, type View } from '../link/view.ts';
import type { Marking } from '../use-marking.ts';
import { t } from '../words.ts';
import styles from './viewer.module.css';

interface Props {
  view: View;
  state: OpenState;
  picture: GuestPicture;
  marking: Marking;
  children?: ReactNode;
}

const STARS = [1, 2, 3, 4, 5];
const VERDICTS = ['yes', 'maybe', 'no'] as const;

/** What this proof lets guests say of a picture, with how many of how many there are. */
export function MarkBar({ view, state, picture: { key }, marking, children }: Props) {
  const mark = markOf(view, key);
  const { allows, most_favorites: mostFavorites, most_yes: mostYes } = state;
  const isOff = isLocked(view);
  return (
    <div className={styles.bar} role="group" aria-label={t.mark.bar}>
      {allows.favorite && (
        <button
          type="button"
          className={styles.favorite}
          aria-pressed={mark.favorite}
          aria-disabled={isOff}
          onClick={() => marking.favorite(key)}
        >
          <Heart fill={mark.favorite ? 'currentColor' : 'none'} aria-hidden />
          <span className={styles.label}>{t.mark.favorite}</span>
          {mostFavorites !== null && (
            <span className={styles.of}>{t.filter.of(countOf(view, isFavorite), mostFavorites)}</span>
          )}
        </button>
      )}
      {allows.stars && (
        <div role="group" aria-label={t.mark.starsLabel} className={styles.stars}>
          {STARS.map((stars) => (
            <button
              key={stars}
              type="button"
              aria-label={t.mark.stars(stars)}
              aria-pressed={mark.stars === stars}
              aria-disabled={isOff}
              data-filled={stars <= mark.stars}
              onClick={() => marking.stars(key, stars)}
            >
              <Star fill={stars <= mark.stars ? 'currentColor' : 'none'} aria-hidden />
            </button>
          ))}
        </div>
      )}
      {allows.verdict && (
        <div role="group" aria-label={t.mark.verdict} className={styles.verdicts}>
          {VERDICTS.map((verdict) => (
            <button
              key={verdict}
              type="button"
              data-verdict={verdict}
              aria-pressed={mark.verdict === verdict}
              aria-disabled={isOff}
              onClick={() => marking.verdict(key, verdict)}
            >
              {t.mark[verdict]}
              {verdict === 'yes' && mostYes !== null && (
                <span className={styles.of}>{t.filter.of(countOf(view, isYes), mostYes)}</span>
              )}
            </button>
          ))}
        </div>
      )}
      {children}
    </div>
  );
}
