import type { ComponentType } from 'react';
import type { Action } from '../keyboard/actions.ts';
import { chordWords } from '../keyboard/key-words.ts';
import { ActionButton } from './action-button.tsx';
import menu from './menu.module.css';
import styles from './menu-items.module.css';

export interface MenuItem {
  words: string;
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** null: it has no key. */
  keys: Action | null;
  /** Why it cannot be chosen; null: it can. */
  whyNot: string | null;
  act: () => unknown;
}

/** What a menu offers, each with its key. */
export function MenuItems({
  label,
  items,
  onChosen,
}: {
  label: string;
  items: readonly MenuItem[];
  onChosen: () => void;
}) {
  return (
    <ul className={styles.items} aria-label={label}>
      {items.map(({ words, icon: Icon, keys, whyNot, act }) => (
        <li key={words}>
          <ActionButton
            className={menu.item}
            whyNot={whyNot}
            onClick={() => {
              onChosen();
              void act();
            }}
          >
            <Icon size={17} aria-hidden />
            <span className={styles.what}>{words}</span>
            {keys !== null && <kbd className={styles.keys}>{chordWords(keys)}</kbd>}
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}
