import { Aperture, Camera, Film, Search, Tag } from 'lucide-react';
import type { FieldName } from '../../../contract/search-fields.ts';
import { number, t as page } from '../../i18n/words.ts';
import textLook from '../../ui/text.module.css';
import type { Option } from './search-options.ts';
import { t } from './words.ts';
import styles from './search-box.module.css';

/** Fields whose values are names. */
export const NAMED: Partial<Record<FieldName, typeof Tag>> = { tag: Tag, roll: Film, camera: Camera, lens: Aperture };

export const optionId = (index: number) => `search-option-${index}`;

interface Props {
  options: readonly Option[];
  chosen: number;
  onChoose: (index: number) => void;
  onTake: (option: Option) => void;
}

export function SuggestionList({ options, chosen, onChoose, onTake }: Props) {
  return (
    <ul className={styles.suggestions} role="listbox" id="search-options" aria-label={page('search.suggestions')}>
      {options.map((option, index) => {
        const Icon = (option.field && NAMED[option.field]) ?? Search;
        return (
          <li
            key={option.word}
            id={optionId(index)}
            className={styles.suggestion}
            role="option"
            aria-selected={index === chosen}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTake(option)}
            onPointerMove={() => onChoose(index)}
          >
            <Icon size={15} aria-hidden />
            <span className={styles.kind}>{option.field === null ? t('meant') : t(option.field)}</span>
            <span className={styles.label}>{option.label}</span>
            {option.count !== undefined && (
              <span className={styles.count}>
                {number(option.count)}
                <span className={textLook.visuallyHidden}> {page('gallery.list')}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
