import { useEffect, useRef, useState } from 'react';
import type { PanelControl } from '../../../../contract/panel.ts';
import { scaleOf, shownText, stepped } from '../../../../contract/slider-value.ts';
import { useLock } from '../../../ui/lock.tsx';
import { useHeldSlider } from '../held-slider.ts';
import { useIsSaving, useRefusals } from '../refusals.ts';
import { decimal } from './decimal.ts';
import { defaultOf } from './default-of.ts';
import { type Bound, useModuleValues } from './module-values.ts';
import { useLatest } from '../../../ui/use-latest.ts';

/** Keys and the wheel are stored once they rest for this long; a dragged slider when it is let go. */
const REST_MS = 350;

/** The value of a slider between the hand and the library. */
export function useSliderValue(control: PanelControl, { value, changesTo }: Bound) {
  const { isLocked } = useLock();
  const values = useModuleValues();
  const scale = scaleOf(control, values.stored);
  const written = (stored: number) => shownText(scale, stored, decimal());
  /** Where the hand has put it. */
  const [moved, setMoved] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Keys or the wheel have moved it, and what they reached is not sent yet. */
  const isTurning = useRef(false);
  const latest = useLatest({ values, changesTo });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      latest.current.values.move(null);
    },
    [latest],
  );

  const store = (next: number) => {
    clearTimeout(timer.current);
    isTurning.current = false;
    if (written(next) === written(value)) {
      setMoved(null);
      latest.current.values.move(null);
    } else if (latest.current.changesTo) {
      setMoved(next);
      latest.current.values.change(latest.current.changesTo(next));
    }
  };
  const held = useHeldSlider(store);
  // What is stored has arrived, or was refused: it is shown instead of what the hand wanted. An earlier value that
  // arrives while a later one is on its way is not shown: the slider would jump back, and the next step start there.
  const refusals = useRefusals();
  const isSaving = useIsSaving();
  const { isHeld } = held;
  useEffect(() => {
    if (!isHeld() && !isTurning.current && !isSaving) setMoved(null);
  }, [value, refusals, isSaving, isHeld]);

  const isFixed = isLocked || changesTo === null;
  const now = moved ?? value;
  const show = (next: number | null) => {
    setMoved(next);
    latest.current.values.move(next === null ? null : (latest.current.changesTo?.(next) ?? null));
  };
  const storeAtRest = (next: number) => {
    clearTimeout(timer.current);
    isTurning.current = true;
    show(next);
    timer.current = setTimeout(() => store(next), REST_MS);
  };
  const start = defaultOf(control, values);
  return {
    scale,
    stored: value,
    now,
    written,
    isFixed,
    /** darktable's default; undefined where only darktable knows it. */
    start,
    isChanged: start !== undefined && written(start) !== written(now),
    hold: held.hold,
    /** Shows a value that is not stored yet; null: takes it back. */
    show,
    store,
    slideTo: (next: number) => {
      // The browser tells the last value once more when the hand has lifted.
      if (isFixed || written(next) === written(now)) return;
      if (held.note(next)) show(next);
      else storeAtRest(next);
    },
    step: (steps: number) => {
      if (!isFixed) storeAtRest(stepped(scale, now, steps));
    },
    reset: () => {
      if (!isFixed && start !== undefined) store(start);
    },
  };
}
export type SliderValue = ReturnType<typeof useSliderValue>;
