import { X } from 'lucide-react';
import { StarIcon } from '../ui/icons.tsx';
import { classes } from '../ui/classes.ts';
import type { Judging } from './pane-hands.ts';
import { t } from './words.ts';
import styles from './ladder.module.css';

const RUNGS = [5, 4, 3, 2, 1] as const;

/** The decision that releasing the finger would make. */
export function Ladder({ drag }: { drag: Judging | null }) {
  if (!drag) return null;
  const { stars, reject, at } = drag;
  return (
    <div className={classes(styles.ladder, at.x < innerWidth / 2 && styles.right)} role="status">
      {RUNGS.map((rung) => (
        <span key={rung} className={classes(styles.rung, stars === rung && styles.on)}>
          <span className={styles.stars} aria-hidden>
            {Array.from({ length: rung }, (_, star) => (
              <StarIcon key={star} size={12} />
            ))}
          </span>
          {rung}
        </span>
      ))}
      <span className={classes(styles.rung, stars === 0 && !reject && styles.on)}>{t('noChange')}</span>
      <span className={classes(styles.rung, styles.reject, reject && styles.on)}>
        <X size={16} aria-hidden />
        {t('reject')}
      </span>
    </div>
  );
}
