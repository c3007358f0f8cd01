import { Layers } from 'lucide-react';
import { t } from '../../i18n/words.ts';
import { FOLDS } from '../../keyboard/actions.ts';
import { withKey } from '../../keyboard/key-words.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import { switchFolding, useFolding } from './fold-switch.ts';
import styles from './folds.module.css';

/** Folds the groups of all lists, or unfolds them. */
export function FoldSwitchButton({ className }: { className?: string | undefined }) {
  const isFolding = useFolding();
  return (
    <button
      type="button"
      className={classes(button('quiet', 'icon'), styles.switch, className)}
      aria-label={t('folds.all')}
      aria-pressed={isFolding}
      title={withKey(t('folds.allHow'), FOLDS.foldAll)}
      onClick={switchFolding}
    >
      <Layers size={16} aria-hidden />
    </button>
  );
}
