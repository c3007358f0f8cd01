import { useEffect, useId, useRef, useState } from 'react';
import { RotateCcw } from 'lucide-react';
import type { ParamField } from '../../../contract/modules.ts';
import { t } from '../../i18n/words.ts';
import { useRefusals } from './refusals.ts';
import { isSlider, plainNumber, shownNumber, stepOf } from './field-values.ts';

interface Props {
  field: ParamField;
  label: string;
  value: number | null;
  disabled: boolean;
  onChange: (value: number) => void;
}

/** While a slider is being pulled nothing is stored; some time after it comes to rest, it is. */
const REST_MS = 350;

/** A number: a slider where there are limits, and a field to type it. Double-click takes the default. */
export function NumberField({ field, label, value, disabled, onChange }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useRef(onChange);
  send.current = onChange;
  useEffect(() => () => clearTimeout(timer.current), []);
  // What was stored came back: it is shown, not what was typed.
  const refusals = useRefusals();
  useEffect(() => setDraft(null), [value, refusals]);

  const shown = draft ?? (value === null ? '' : plainNumber(value));
  const { min, max } = field;
  const start = typeof field.default === 'number' ? field.default : null;
  const isElsewhere = start !== null && value !== null && Math.abs(value - start) > 1e-6 * Math.max(1, Math.abs(start));

  const change = (text: string, afterMs: number) => {
    setDraft(text);
    clearTimeout(timer.current);
    const next = Number(text);
    if (text.trim() === '' || !Number.isFinite(next)) return;
    timer.current = setTimeout(() => send.current(next), afterMs);
  };
  const reset = () => {
    if (start !== null && !disabled) change(String(start), 0);
  };
  const title = start === null ? undefined : t('develop.reset', { value: shownNumber(start) });

  return (
    <div className={`number-field ${isSlider(field) ? '' : 'number-field-plain'}`}>
      <label htmlFor={id} onDoubleClick={reset} title={title}>
        {label}
      </label>
      {isElsewhere && !disabled && (
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
      <input
        id={id}
        className="field number-input"
        type="number"
        step="any"
        {...(min !== undefined && Math.abs(min) < 1e30 && { min })}
        {...(max !== undefined && Math.abs(max) < 1e30 && { max })}
        disabled={disabled}
        placeholder={value === null ? '–' : undefined}
        value={shown}
        onChange={({ target }) => change(target.value, 2 * REST_MS)}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && draft !== null) change(draft, 0);
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
          step={stepOf(field)}
          disabled={disabled}
          value={shown === '' ? (start ?? min) : shown}
          title={title}
          onChange={({ target }) => change(target.value, REST_MS)}
          onDoubleClick={reset}
        />
      )}
    </div>
  );
}
