import { useEffect, useRef, useState } from 'react';
import type { ParamField } from '../../../contract/modules.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { stepOf, typedNumber, writtenNumber } from './field-values.ts';
import { useHeldSlider } from './held-slider.ts';
import { useRefusals } from './refusals.ts';

/** Keys are stored once no more are pressed for this long; a dragged slider is when it is let go. */
const REST_MS = 350;

interface Entry {
  field: ParamField;
  value: number | null;
  isLocked: boolean;
  onChange: (value: number) => void;
  /** It moves and is not stored yet; null: it is gone. */
  onMove: (value: number | null) => void;
}

/** A number between the hand and the library: shown at once, stored when the hand rests. */
export function useNumberEntry({ field, value, isLocked, onChange, onMove }: Entry) {
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
  const now = typedNumber(shown);
  const start = typeof field.default === 'number' ? field.default : null;
  const { min = -Infinity, max = Infinity } = field;
  const within = (next: number) => Math.min(max, Math.max(min, next));

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
  return {
    shown,
    now,
    /** The default; null: it has none. */
    start,
    isElsewhere: start !== null && value !== null && Math.abs(value - start) > 1e-6 * Math.max(1, Math.abs(start)),
    hold: slider.hold,
    type: (text: string) => change(text, 2 * REST_MS),
    step: (steps: number) => change(writtenNumber(within((now ?? start ?? 0) + steps * stepOf(field))), REST_MS),
    slide: (next: number) => {
      if (isLocked) return;
      const text = writtenNumber(next);
      if (!slider.note(typedNumber(text) ?? next)) change(text, REST_MS);
      else show(text);
    },
    /** Stores what is typed without waiting. */
    store: () => {
      if (draft !== null) change(draft, 0);
    },
    /** An empty field is no number: shows the stored one again. */
    leave: () => {
      if (draft === '') setDraft(null);
    },
    reset: () => {
      if (start !== null) change(writtenNumber(start), 0);
    },
  };
}
