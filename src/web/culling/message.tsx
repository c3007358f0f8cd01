import { X } from 'lucide-react';
import { StarIcon } from '../ui/icons.tsx';
import { classes } from '../ui/classes.ts';
import { t } from './words.ts';
import styles from './message.module.css';

export interface Done {
  /** Unique for each decision. */
  key: number;
  /** Stars, or a cross; null for words alone. */
  stars: number | 'reject' | null;
  words: string;
  undo: (() => void) | null;
}

interface Props {
  done: Done | null;
  /** Something else is at the lower edge. */
  isHigh: boolean;
  onGone: () => void;
}

/** The last decision, for a moment, at the picture. */
export function Message({ done, isHigh, onGone }: Props) {
  if (!done) return null;
  return (
    <div
      key={done.key}
      className={classes(
        styles.message,
        isHigh && styles.high,
        done.stars === null && done.undo === null && styles.words,
      )}
      onAnimationEnd={({ animationName }) => {
        if (animationName.endsWith('out')) onGone();
      }}
    >
      {done.stars === 'reject' && <X size={16} className={styles.cross} aria-hidden />}
      {typeof done.stars === 'number' && done.stars > 0 && (
        <span className={styles.stars} aria-hidden>
          {Array.from({ length: done.stars }, (_, at) => (
            <StarIcon key={at} size={14} />
          ))}
        </span>
      )}
      <span>{done.words}</span>
      {done.undo && (
        <button type="button" className={styles.undo} onClick={done.undo}>
          {t('undo')}
        </button>
      )}
    </div>
  );
}
