import { ClipboardCopy, ClipboardPaste, ListChecks, SwatchBook } from 'lucide-react';
import { useWhyNot } from '../api/rights.ts';
import { t as tPage } from '../i18n/words.ts';
import { EDITS } from '../keyboard/actions.ts';
import { MenuItems } from '../ui/menu-items.tsx';
import { useCopied } from './copied.ts';
import type { EditKeys } from './edit-keys.ts';
import { chooseStyle, copyEdits, pasteEdits, pasteParts } from './edit-tasks.ts';
import { t } from './words.ts';
import styles from './edits-menu.module.css';

/** What can be done with edits, and from which picture they would come. */
export function EditsMenuItems({ from, onto, onChosen }: EditKeys & { onChosen: () => void }) {
  const whyNot = useWhyNot('cache:refresh');
  const copied = useCopied();
  const whyNotPaste = whyNot ?? (copied === null ? t('nothingCopied') : null);
  const items = [
    { words: t('copy'), icon: ClipboardCopy, keys: EDITS.copyEdits, whyNot: null, act: () => copyEdits(from()) },
    {
      words: t('paste'),
      icon: ClipboardPaste,
      keys: EDITS.pasteEdits,
      whyNot: whyNotPaste,
      act: () => pasteEdits(onto()),
    },
    { words: t('parts'), icon: ListChecks, keys: EDITS.pasteParts, whyNot: whyNotPaste, act: () => pasteParts(onto()) },
    { words: t('styles'), icon: SwatchBook, keys: null, whyNot: null, act: () => chooseStyle(onto()) },
  ];
  return (
    <>
      <p className={styles.from}>{copied ? t('from', { name: copied.name }) : t('nothingCopied')}</p>
      <MenuItems label={tPage('edits.menu')} items={items} onChosen={onChosen} />
    </>
  );
}
