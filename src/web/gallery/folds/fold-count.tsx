import { ChevronsRightLeft, Layers } from 'lucide-react';
import { colon, number, t } from '../../i18n/words.ts';
import { FOLDS } from '../../keyboard/actions.ts';
import { withKey } from '../../keyboard/key-words.ts';
import { classes } from '../../ui/classes.ts';
import type { Group } from './groups.ts';
import styles from './folds.module.css';

interface Props {
  group: Group;
  isUnfolded: boolean;
  className: string | undefined;
  tabIndex: number;
  onFold: () => void;
}

/** How many pictures a group has: a click unfolds it, or folds it again. */
export function FoldCount({ group: { members, fitting }, isUnfolded, className, tabIndex, onFold }: Props) {
  const [count, all] = [fitting.length, members.length];
  const some = t('folds.some', { shown: number(count), all: number(all) });
  const face = (
    <span className={styles.face}>
      {isUnfolded ? <ChevronsRightLeft size={13} aria-hidden /> : <Layers size={13} aria-hidden />}
      {count < all ? some : number(all)}
    </span>
  );
  const words =
    count < all ? t('folds.groupSome', { count: all, shown: number(count) }) : t('folds.group', { count: all });
  // Of one alone there is nothing to unfold.
  if (count < 2)
    return (
      <span className={classes(styles.count, className)} title={words}>
        {face}
      </span>
    );
  return (
    <button
      type="button"
      className={classes(styles.count, className)}
      aria-expanded={isUnfolded}
      aria-label={words}
      title={withKey(words + colon() + t(isUnfolded ? 'folds.fold' : 'folds.unfold'), FOLDS.unfold)}
      tabIndex={tabIndex}
      onClick={onFold}
    >
      {face}
    </button>
  );
}
