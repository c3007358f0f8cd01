import type { PanelControl } from '../../../../contract/panel.ts';
import { fullName } from '../../../develop-panel/parts.ts';
import { classes } from '../../../ui/classes.ts';
import { useLock } from '../../../ui/lock.tsx';
import { colorFields } from './is-offered.ts';
import { useModuleValues } from './module-values.ts';
import { itemAt } from '../../../item-at.ts';
import styles from './choice-row.module.css';

/** A color button of darktable. */
export function ColorRow({ control }: { control: PanelControl }) {
  const { isLocked, lockedBy } = useLock();
  const values = useModuleValues();
  const fields = colorFields(control, values) ?? [];
  const hex = fields.map((field) => twoDigits(values.stored(field) ?? 0)).join('');
  const name = fullName(control, values.text);
  return (
    <label className={classes(styles.row, styles.toggle)}>
      <span>{values.text(control.label ?? '')}</span>
      <input
        name="color"
        type="color"
        aria-label={name}
        value={`#${hex}`}
        {...lockedBy}
        onClick={(event) => {
          if (isLocked) event.preventDefault();
        }}
        onChange={({ target }) => {
          const shares = (target.value.match(/[\da-f]{2}/gi) ?? []).map((pair) => parseInt(pair, 16) / 255);
          if (!isLocked) values.change(Object.fromEntries(fields.map((field, at) => [field, itemAt(shares, at)])));
        }}
      />
    </label>
  );
}

const twoDigits = (share: number) =>
  Math.round(Math.min(Math.max(share, 0), 1) * 255)
    .toString(16)
    .padStart(2, '0');
