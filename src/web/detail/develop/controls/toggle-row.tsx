import type { PanelControl } from '../../../../contract/panel.ts';
import { fullName } from '../../../develop-panel/parts.ts';
import { classes } from '../../../ui/classes.ts';
import { useLock } from '../../../ui/lock.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { type Bound, useModuleValues } from './module-values.ts';
import styles from './choice-row.module.css';

/** A check box of darktable. */
export function ToggleRow({ control, bound, isOff }: { control: PanelControl; bound: Bound; isOff: boolean }) {
  const { isLocked, lockedBy } = useLock();
  const { text, change } = useModuleValues();
  const changesTo = isLocked || isOff ? null : bound.changesTo;
  const { set_to: whenPressed = 1 } = control;
  return (
    <label className={classes(styles.row, styles.toggle)} data-off={isOff || undefined}>
      <span>{text(control.label ?? '')}</span>
      <Switch
        aria-label={fullName(control, text)}
        checked={bound.value === whenPressed}
        {...(changesTo === null && { 'aria-disabled': true })}
        {...lockedBy}
        onChange={(on) => changesTo && change(changesTo(on ? whenPressed : 0))}
      />
    </label>
  );
}
