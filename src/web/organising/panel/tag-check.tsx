import type { ReactNode } from 'react';
import { Check, Minus } from 'lucide-react';
import { classes } from '../../ui/classes.ts';
import { useDropTarget } from '../drag/drop-target.ts';
import styles from './tag-check.module.css';

interface Props {
  /** Full name. */
  name: string;
  /** How many of the pictures have it. */
  count: number;
  total: number;
  disabled: boolean;
  children: ReactNode;
  onSet: (name: string, on: boolean) => void;
}

/** A tag that all, some or none of the pictures have. A press gives it to all, or takes it from all. */
export function TagCheck({ name, count, total, disabled, children, onSet }: Props) {
  const state = count === 0 ? false : count < total ? 'mixed' : true;
  const drop = useDropTarget({ tags: { add: [name] } });
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={state}
      aria-disabled={disabled}
      className={classes(styles.check, drop.isOver && styles.over)}
      onClick={() => {
        if (!disabled) onSet(name, state !== true);
      }}
      {...drop.handlers}
    >
      <span className={styles.box}>
        {state === true && <Check size={13} strokeWidth={3} aria-hidden />}
        {state === 'mixed' && <Minus size={13} strokeWidth={3} aria-hidden />}
      </span>
      {children}
    </button>
  );
}
