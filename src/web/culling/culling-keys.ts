import { useEffect, useRef } from 'react';
import { COLOR_LABELS } from '../../contract/color-labels.ts';
import { labelOfKey } from '../organising/decision.ts';
import { undoOrRedo } from '../organising/organising-keys.ts';
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

/** Digits count by their place on the keyboard: Shift + 1 types "!", and a French keyboard needs Shift for 1. */
export function wishOfKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): Wish | null {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) {
    const value = Number(digit);
    if (value <= 5) return { stars: value };
    return LABEL_DIGITS[value as keyof typeof LABEL_DIGITS];
  }
  if (key.toLowerCase() === 'r') return 'reject';
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
      if (target.matches('input:not([type=checkbox]), select, textarea') || target.closest('[role=dialog]')) return;
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
      if (now.act(event.key.length === 1 ? event.key.toLowerCase() : event.key, event.shiftKey)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
