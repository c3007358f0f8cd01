import { number } from '../i18n/words.ts';
import { type Shown, SHOWN } from './culling-address.ts';
import { t } from './words.ts';
import styles from './chips.module.css';

export interface FilterProps {
  shown: Shown | null;
  counts: Record<Shown, number> | null;
  onChoose: (shown: Shown) => void;
}

/** Which pictures to go through, with their numbers. Choosing the same filter again drops what no longer fits. */
export function Chips({ shown, counts, onChoose }: FilterProps) {
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
