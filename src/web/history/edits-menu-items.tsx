import { ClipboardCopy, ClipboardPaste, ListChecks, SwatchBook } from 'lucide-react';
import { useWhyNot } from '../api/rights.ts';
import { t as tPage } from '../i18n/words.ts';
import { EDITS } from '../keyboard/actions.ts';
import { chordWords } from '../keyboard/key-words.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { useCopied } from './copied.ts';
import type { EditKeys } from './edit-keys.ts';
import { chooseStyle, copyEdits, pasteEdits, pasteParts } from './edit-tasks.ts';
import { t } from './words.ts';
import menu from '../ui/menu.module.css';
import styles from './edits-menu.module.css';

/** What can be done with edits, and from which picture they would come. */
export function EditsMenuItems({ from, onto, onChosen }: EditKeys & { onChosen: () => void }) {
  const whyNot = useWhyNot('cache:refresh');
  const copied = useCopied();
  const whyNotPaste = whyNot ?? (copied === null ? t('nothingCopied') : null);
  const items = [
    { is: 'copy', icon: ClipboardCopy, keys: EDITS.copyEdits, whyNot: null, act: () => copyEdits(from()) },
    { is: 'paste', icon: ClipboardPaste, keys: EDITS.pasteEdits, whyNot: whyNotPaste, act: () => pasteEdits(onto()) },
    { is: 'parts', icon: ListChecks, keys: EDITS.pasteParts, whyNot: whyNotPaste, act: () => pasteParts(onto()) },
    { is: 'styles', icon: SwatchBook, keys: null, whyNot: null, act: () => chooseStyle(onto()) },
  ] as const;
  return (
    <>
      <p className={styles.from}>{copied ? t('from', { name: copied.name }) : t('nothingCopied')}</p>
      <ul className={styles.items} aria-label={tPage('edits.menu')}>
        {items.map(({ is, icon: Icon, keys, whyNot: why, act }) => (
          <li key={is}>
            <ActionButton
              className={menu.item}
              whyNot={why}
              onClick={() => {
                onChosen();
                void act();
              }}
            >
              <Icon size={17} aria-hidden />
              <span className={styles.what}>{t(is)}</span>
              {keys !== null && <kbd className={styles.keys}>{chordWords(keys)}</kbd>}
            </ActionButton>
          </li>
        ))}
      </ul>
    </>
  );
}
