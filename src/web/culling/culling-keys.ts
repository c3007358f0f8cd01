import { useEffect, useRef } from 'react';
import { COLOR_LABELS } from '../../contract/color-labels.ts';
import { labelOfKey } from '../organising/decision.ts';
import { undoOrRedo } from '../organising/organising-keys.ts';
import { commandKey, digitOf, isInFieldOrDialog, type Pressed } from '../ui/keys.ts';
import type { Wish } from './use-judge.ts';

export interface CullingKeys {
  judge: (wish: Wish, options: { stay: boolean }) => void;
  undo: () => void;
  redo: () => void;
  /** The key as the keyboard names it; true when it meant something. */
  act: (key: string, shift: boolean) => boolean;
}

/** The labels that 6 to 9 stand for in Lightroom. */
const LABEL_DIGITS = { 6: COLOR_LABELS[0], 7: COLOR_LABELS[1], 8: COLOR_LABELS[2], 9: COLOR_LABELS[3] } as const;

/** Digits count with Shift, too, which types "!" or, on a French keyboard, 1. A Russian one types "?" with Shift + 7. */
export function wishOfKey(event: Pressed): Wish | null {
  const { key, code } = event;
  const digit = key === '?' ? null : digitOf({ key, code, shiftKey: false });
  if (digit !== null) return digit <= 5 ? { stars: digit } : LABEL_DIGITS[digit as keyof typeof LABEL_DIGITS];
  if (commandKey(event).toLowerCase() === 'r') return 'reject';
  return labelOfKey(key) ?? null;
}

/** The keys of the culling view. Fields and dialogs have keys of their own. */
export function useCullingKeys(keys: CullingKeys | null): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const now = latest.current;
      const target = event.target as HTMLElement;
      if (!now || event.defaultPrevented || event.altKey) return;
      if (isInFieldOrDialog(event)) return;
      if (event.ctrlKey || event.metaKey) {
        const back = undoOrRedo(event);
        if (back === null) return;
        event.preventDefault();
        if (!event.repeat) now[back]();
        return;
      }
      const wish = wishOfKey(event);
      if (wish !== null) {
        event.preventDefault();
        // A key held down would decide about every picture that follows.
        if (!event.repeat) now.judge(wish, { stay: event.shiftKey });
        return;
      }
      // Buttons and groups of stars use these keys themselves.
      const isOwn = target.matches('button, a, [role=radio]') && (event.key === ' ' || event.key === 'Enter');
      if (isOwn) return;
      const key = commandKey(event);
      if (now.act(key.length === 1 ? key.toLowerCase() : key, event.shiftKey)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
