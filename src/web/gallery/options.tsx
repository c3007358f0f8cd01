import type { ReactNode } from 'react';
import { Check } from 'lucide-react';
import { number } from '../i18n/words.ts';

export interface Option {
  key: string;
  label: ReactNode;
  /** How many pictures it would leave; undefined while nobody knows. */
  count?: number | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

/** Things to choose from, with how many pictures each has. */
export function Options({ label, options }: { label: string; options: readonly Option[] }) {
  return (
    <ul className="options" aria-label={label}>
      {options.map(({ key, label: words, count, isChosen, onChoose }) => (
        <li key={key}>
          <button type="button" className="option" aria-pressed={isChosen} onClick={onChoose}>
            <span className="option-mark">{isChosen && <Check size={15} aria-hidden />}</span>
            <span className="option-label">{words}</span>
            {count !== undefined && <span className="option-count">{number(count)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
