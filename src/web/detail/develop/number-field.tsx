import { useEffect, useId, useRef, useState } from 'react';
import { RotateCcw } from 'lucide-react';
import type { ParamField } from '../../../contract/modules.ts';
import { t } from '../../i18n/words.ts';
import { useLock } from '../../ui/lock.tsx';
import { useRefusals } from './refusals.ts';
import { isSlider, shownNumber, stepOf, typedNumber, writtenNumber } from './field-values.ts';

interface Props {
  field: ParamField;
  label: string;
  value: number | null;
  onChange: (value: number) => void;
}

/** While a slider is being pulled nothing is stored; some time after it comes to rest, it is. */
const REST_MS = 350;

/** A number: a slider where there are limits, and a field to type it. Double-click takes the default. */
export function NumberField({ field, label, value, onChange }: Props) {
  const { isLocked, lockedBy } = useLock();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useRef(onChange);
  send.current = onChange;
  useEffect(() => () => clearTimeout(timer.current), []);
  // What was stored came back: it is shown, not what was typed.
  const refusals = useRefusals();
  useEffect(() => setDraft(null), [value, refusals]);

  const shown = draft ?? (value === null ? '' : writtenNumber(value));
  const { min, max } = field;
  const start = typeof field.default === 'number' ? field.default : null;
  const isElsewhere = start !== null && value !== null && Math.abs(value - start) > 1e-6 * Math.max(1, Math.abs(start));

  const change = (text: string, afterMs: number) => {
    if (isLocked) return;
    setDraft(text);
    clearTimeout(timer.current);
    const next = typedNumber(text);
    if (next === null) return;
    timer.current = setTimeout(() => send.current(next), afterMs);
  };
  const reset = () => {
    if (start !== null) change(writtenNumber(start), 0);
  };
  const now = typedNumber(shown);
  const step = stepOf(field);
  const within = (next: number) => Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next));
  const title = start === null ? undefined : t('develop.reset', { value: shownNumber(start) });

  return (
    <div className={`number-field ${isSlider(field) ? '' : 'number-field-plain'}`}>
      <label htmlFor={id} onDoubleClick={reset} title={title}>
        {label}
      </label>
      {isElsewhere && !isLocked && (
        <button
          type="button"
          className="field-reset"
          aria-label={t('develop.resetTo', { field: label, value: shownNumber(start) })}
          title={t('develop.resetTo', { field: label, value: shownNumber(start) })}
          onClick={reset}
        >
          <RotateCcw size={13} aria-hidden />
        </button>
      )}
      {/* Not of type number, which writes numbers as the browser's own language does, and not as the page's. */}
      <input
        id={id}
        className="field number-input"
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
          className="range"
          type="range"
          aria-label={label}
          tabIndex={0}
          min={min}
          max={max}
          step={step}
          value={now ?? start ?? min}
          title={title}
          {...lockedBy}
          onChange={({ target }) => change(writtenNumber(Number(target.value)), REST_MS)}
          onDoubleClick={reset}
        />
      )}
    </div>
  );
}
