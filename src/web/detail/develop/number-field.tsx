import { useEffect, useId, useRef, useState } from 'react';
import { RotateCcw } from 'lucide-react';
import type { ParamField } from '../../../contract/modules.ts';
import { t } from '../../i18n/words.ts';
import { useLock } from '../../ui/lock.tsx';
import { useHeldSlider } from './held-slider.ts';
import { useRefusals } from './refusals.ts';
import { isSlider, shownNumber, stepOf, typedNumber, writtenNumber } from './field-values.ts';
import { useLatest } from '../../ui/use-latest.ts';
import controls from '../../ui/controls.module.css';
import { classes } from '../../ui/classes.ts';
import styles from './number-field.module.css';

interface Props {
  field: ParamField;
  label: string;
  value: number | null;
  onChange: (value: number) => void;
  /** It moves and is not stored yet; null: it is gone. */
  onMove: (value: number | null) => void;
}

/** Keys are stored once no more are pressed for this long; a dragged slider is when it is let go. */
const REST_MS = 350;

/** A number: a slider if it has limits, and a text field. A double-click resets it to the default. */
export function NumberField({ field, label, value, onChange, onMove }: Props) {
  const { isLocked, lockedBy } = useLock();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useLatest(onChange);
  const move = useLatest(onMove);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      move.current(null);
    },
    [move],
  );
  const slider = useHeldSlider((next) => {
    const isBack = value !== null && writtenNumber(next) === writtenNumber(value);
    if (isBack) onMove(null);
    else onChange(next);
  });
  // The stored value has arrived: it is shown instead of what was typed.
  const refusals = useRefusals();
  const { isHeld } = slider;
  useEffect(() => {
    if (!isHeld()) setDraft(null);
  }, [value, refusals, isHeld]);

  const shown = draft ?? (value === null ? '' : writtenNumber(value));
  const { min, max } = field;
  const start = typeof field.default === 'number' ? field.default : null;
  const isElsewhere = start !== null && value !== null && Math.abs(value - start) > 1e-6 * Math.max(1, Math.abs(start));

  const step = stepOf(field);
  const within = (next: number) => Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next));
  /** Shows it in the field and, if it is allowed, in the picture. Returns the number. */
  const show = (text: string): number | null => {
    setDraft(text);
    const next = typedNumber(text);
    if (next !== null && within(next) === next) onMove(next);
    return next;
  };
  const change = (text: string, afterMs: number) => {
    if (isLocked) return;
    clearTimeout(timer.current);
    const next = show(text);
    if (next === null) return;
    timer.current = setTimeout(() => send.current(next), afterMs);
  };
  const slide = (next: number) => {
    if (isLocked) return;
    const text = writtenNumber(next);
    if (!slider.note(typedNumber(text) ?? next)) change(text, REST_MS);
    else show(text);
  };
  const reset = () => {
    if (start !== null) change(writtenNumber(start), 0);
  };
  const now = typedNumber(shown);
  const position = now ?? start ?? min;
  const title = start === null ? undefined : t('develop.reset', { value: shownNumber(start) });

  return (
    <div className={styles.numberField}>
      <label htmlFor={id} onDoubleClick={reset} title={title}>
        {label}
      </label>
      {isElsewhere && !isLocked && (
        <button
          type="button"
          className={styles.reset}
          aria-label={t('develop.resetTo', { field: label, value: shownNumber(start) })}
          title={t('develop.resetTo', { field: label, value: shownNumber(start) })}
          onClick={reset}
        >
          <RotateCcw size={13} aria-hidden />
        </button>
      )}
      {/* Not of type number, which formats for the browser's language instead of the page's. */}
      <input
        id={id}
        className={classes(controls.field, styles.input)}
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        {...(now !== null && { 'aria-valuenow': now })}
        {...(isSlider(field) && { 'aria-valuemin': min, 'aria-valuemax': max })}
        readOnly={isLocked}
        {...lockedBy}
        placeholder={value === null ? '–' : undefined}
        value={shown}
        onChange={({ target }) => change(target.value, 2 * REST_MS)}
        onKeyDown={(event) => {
          const by = { ArrowUp: step, ArrowDown: -step }[event.key];
          if (by !== undefined) {
            event.preventDefault();
            change(writtenNumber(within((now ?? start ?? 0) + by)), REST_MS);
          } else if (event.key === 'Enter' && draft !== null) change(draft, 0);
        }}
        onBlur={() => {
          if (draft === '') setDraft(null);
        }}
      />
      {isSlider(field) && (
        <input
          name="slider"
          className={controls.range}
          type="range"
          aria-label={label}
          tabIndex={0}
          min={min}
          max={max}
          step={step}
          value={position}
          title={title}
          {...lockedBy}
          onPointerDown={slider.hold}
          onChange={({ target }) => {
            slide(Number(target.value));
            if (isLocked) target.value = String(position);
          }}
          onDoubleClick={reset}
        />
      )}
    </div>
  );
}
