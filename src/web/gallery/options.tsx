import type { ReactNode } from 'react';
import { Check } from 'lucide-react';
import { number } from '../i18n/words.ts';
import styles from './options.module.css';

export interface Option {
  key: string;
  label: ReactNode;
  /** How many pictures would be left; undefined while unknown. */
  count?: number | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

/** A list of choices, with how many pictures each has. */
export function Options({ label, options }: { label: string; options: readonly Option[] }) {
  return (
    <ul className={styles.options} aria-label={label}>
      {options.map(({ key, label: words, count, isChosen, onChoose }) => (
        <li key={key}>
          <button type="button" className={styles.option} aria-pressed={isChosen} onClick={onChoose}>
            <span className={styles.optionMark}>{isChosen && <Check size={15} aria-hidden />}</span>
            <span className={styles.optionLabel}>{words}</span>
            {count !== undefined && <span className={styles.optionCount}>{number(count)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
