import { useId } from 'react';
import type { PanelControl, PanelOption } from '../../../../contract/panel.ts';
import { fullName } from '../../../develop-panel/parts.ts';
import { useLock } from '../../../ui/lock.tsx';
import { Select } from '../../../ui/select.tsx';
import { t } from '../../../i18n/words.ts';
import { defaultOf } from './default-of.ts';
import { type Bound, useModuleValues } from './module-values.ts';
import controls from '../../../ui/controls.module.css';
import styles from './choice-row.module.css';

interface Props {
  control: PanelControl;
  /** null: a list that stores nothing and only decides what is shown. */
  bound: Bound | null;
  isOff: boolean;
}

/** Characters of a label that leaves more room for its list. */
const SHORT = 9;

/** A list of darktable, with its words. */
export function ChoiceRow({ control, bound, isOff }: Props) {
  const id = useId();
  const { isLocked, lockedBy } = useLock();
  const values = useModuleValues();
  const { text, position, setPosition, change } = values;
  const { label = '', options = [] } = control;
  const valueOf = (option: PanelOption, at: number) => (control.field === undefined ? at : (option.value ?? NaN));
  const now = bound ? bound.value : (position(label) ?? 0);
  const isKnown = options.some((option, at) => valueOf(option, at) === now && !option.header);
  const whyNot = isOff ? undefined : bound?.changesTo === null ? t('develop.onlyInDarktable') : undefined;
  const isFixed = isLocked || isOff || whyNot !== undefined;

  const choose = (to: number) => {
    if (isFixed) return;
    if (!bound) setPosition(label, to);
    else if (bound.changesTo) change(bound.changesTo(to));
  };
  const start = bound ? defaultOf(control, values) : undefined;
  const reset = () => {
    if (start !== undefined && start >= 0 && start !== now) choose(start);
  };
  return (
    <div className={styles.row} data-off={isOff || undefined} data-short={text(label).length <= SHORT || undefined}>
      <label htmlFor={id} onDoubleClick={reset}>
        {text(label)}
      </label>
      <Select
        id={id}
        className={controls.field}
        aria-label={fullName(control, text)}
        {...(isFixed && { 'aria-disabled': true })}
        title={whyNot}
        {...lockedBy}
        value={String(now)}
        onChange={(value) => choose(Number(value))}
        onKeyDown={({ key }) => key === 'Delete' && reset()}
      >
        {/* A newer darktable may have stored a choice that is not in these facts. */}
        {!isKnown && <option value={String(now)}>{Number.isFinite(now) && now >= 0 ? String(now) : '–'}</option>}
        <Options options={options} valueOf={valueOf} />
      </Select>
    </div>
  );
}

interface Group {
  heading: string | null;
  entries: { option: PanelOption; value: number }[];
}

/** With darktable's headings of the list as groups. */
function Options({
  options,
  valueOf,
}: {
  options: readonly PanelOption[];
  valueOf: (option: PanelOption, at: number) => number;
}) {
  const { text } = useModuleValues();
  let last: Group = { heading: null, entries: [] };
  const groups = [last];
  options.forEach((option, at) => {
    if (option.header) groups.push((last = { heading: option.label, entries: [] }));
    else last.entries.push({ option, value: valueOf(option, at) });
  });
  return groups.map(({ heading, entries }, at) => {
    const listed = entries.map(({ option, value }) => (
      <option key={value} value={String(value)} disabled={option.disabled ?? Number.isNaN(value)}>
        {text(option.label)}
      </option>
    ));
    return heading === null ? (
      listed
    ) : (
      <optgroup key={at} label={text(heading)}>
        {listed}
      </optgroup>
    );
  });
}
