import { type KeyboardEvent, useRef } from 'react';
import { StarIcon } from '../ui/icons.tsx';
import { ratingWords } from '../ui/marks.tsx';
import { MARKS } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { classes } from '../ui/classes.ts';
import { t } from './words.ts';
import styles from './decision-bar.module.css';

const ALL = [1, 2, 3, 4, 5] as const;

interface Props {
  rating: number;
  whyNot: string | null;
  onRate: (stars: number) => void;
}

/** Five stars as one stop of the Tab key, with arrows inside. The first one takes itself away, as in darktable. */
export function Stars({ rating, whyNot, onRate }: Props) {
  const group = useRef<HTMLDivElement>(null);
  const stop = Math.max(1, rating);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const stars = [...(group.current?.querySelectorAll<HTMLElement>('[role=radio]') ?? [])];
    const at = stars.indexOf(document.activeElement as HTMLElement);
    stars[Math.min(stars.length - 1, Math.max(0, at + step))]?.focus();
  };
  return (
    <div className={styles.stars} role="radiogroup" aria-label={t('stars')} ref={group} onKeyDown={onKeyDown}>
      {ALL.map((stars) => (
        <button
          key={stars}
          type="button"
          role="radio"
          className={classes(styles.star, stars <= rating && styles.starOn)}
          aria-checked={stars === rating}
          aria-label={ratingWords(stars)}
          aria-disabled={whyNot !== null || undefined}
          title={whyNot ?? withKey(ratingWords(stars), MARKS.stars, stars)}
          tabIndex={stars === stop ? 0 : -1}
          onClick={() => onRate(stars === 1 && rating === 1 ? 0 : stars)}
        >
          <StarIcon size={20} />
        </button>
      ))}
    </div>
  );
}
