import { X } from 'lucide-react';
import { colon, number, t as page } from '../i18n/words.ts';
import { classes } from '../ui/classes.ts';
import { type Shown, SHOWN } from './culling-address.ts';
import { t } from './words.ts';
import styles from './chips.module.css';

export interface FilterProps {
  shown: Shown | null;
  counts: Record<Shown, number> | null;
  onChoose: (shown: Shown) => void;
  /** So many were chosen to be looked at alone; null where it is the whole list. */
  selected: number | null;
  onLeaveSet: () => void;
}

/** Which pictures to go through, with their numbers. Choosing the same filter again drops what no longer fits. */
export function Chips({ shown, counts, onChoose, selected, onLeaveSet }: FilterProps) {
  if (selected !== null) {
    const words = page('selection.count', { count: selected });
    return (
      <div className={styles.chips} role="group" aria-label={t('filter')}>
        <button
          type="button"
          className={classes(styles.chip, styles.leave)}
          aria-label={words + colon() + t('showAll')}
          title={t('showAll')}
          onClick={onLeaveSet}
        >
          {words}
          <X size={14} aria-hidden />
        </button>
      </div>
    );
  }
  return (
    <div className={styles.chips} role="group" aria-label={t('filter')}>
      {SHOWN.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.chip}
          aria-pressed={shown === name}
          onClick={() => onChoose(name)}
        >
          {t(name)} <b>{counts ? number(counts[name]) : '–'}</b>
        </button>
      ))}
    </div>
  );
}
