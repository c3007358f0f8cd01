import { t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import type { ModuleContext } from './modules/module-context.ts';
import { nameOf } from './modules/module-names.ts';
import type { ModuleConflict } from './edits.ts';
import { editWords } from './visit/edit-words.ts';
import { useEditWords } from './visit/use-edit-words.ts';
import styles from './develop-panel.module.css';

/** What was changed here and elsewhere at once; the reader decides. */
export function ConflictNote({ conflict, context }: { conflict: ModuleConflict; context: ModuleContext }) {
  const words = useEditWords(conflict.module, context);
  const { settle } = context.edits;
  const theirs = editWords(conflict.theirs, words);
  const mine = editWords(conflict.mine, words);
  return (
    <div className={styles.conflict} role="alert">
      <p>
        <strong>{nameOf(conflict.module)}</strong> {t('develop.conflict', { theirs, mine })}
      </p>
      <button type="button" className={button()} onClick={() => settle(conflict, 'mine')}>
        {t('develop.keepMine')}
      </button>
      <button type="button" className={button()} onClick={() => settle(conflict, 'theirs')}>
        {t('develop.takeTheirs')}
      </button>
    </div>
  );
}
