import { Power, Star } from 'lucide-react';
import { number, t } from '../../../i18n/words.ts';
import { onTabArrow } from '../controls/arrow-tabs.ts';
import styles from './group-tabs.module.css';

export const ACTIVE = 'active';
export const BASICS = 'basics';
export const OTHER = 'other';

/** Letters of a name that can be shortened. */
const LONG = 10;

interface Props {
  /** darktable's groups by their names. */
  groups: readonly { name: string; label: string }[];
  chosen: string;
  activeCount: number;
  onChoose: (name: string) => void;
}

/** darktable's groups of modules: one stop of the Tab key, with arrows inside. */
export function GroupTabs({ groups, chosen, activeCount, onChoose }: Props) {
  const at = groups.findIndex(({ name }) => name === chosen);
  return (
    <div
      className={styles.tabs}
      role="tablist"
      aria-label={t('develop.groups')}
      onKeyDown={(event) => onTabArrow(event, groups, at, onChoose)}
    >
      {groups.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={name === chosen}
          aria-label={name === ACTIVE ? `${label} ${number(activeCount)}` : label}
          title={label}
          tabIndex={name === chosen ? 0 : -1}
          // Where the words have no room, the long ones give way: a pixel less would cost a short one two letters.
          style={{ flexShrink: label.length > LONG ? 1 : 0 }}
          onClick={() => onChoose(name)}
        >
          {name === ACTIVE ? (
            <>
              <Power size={14} aria-hidden /> {number(activeCount)}
            </>
          ) : name === BASICS ? (
            <Star size={15} aria-hidden />
          ) : (
            <span>{label}</span>
          )}
        </button>
      ))}
    </div>
  );
}
