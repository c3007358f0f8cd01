import { useEffect, useRef } from 'react';
import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import { commandKey, digitOf, isInFieldOrDialog, type Pressed } from '../ui/keys.ts';
import { say } from '../ui/toasts.tsx';
import { labelOfKey, type Wish } from './decision.ts';
import { organise } from './organise.ts';
import { redoLast, undoLast } from './undo.ts';

/**
 * darktable's keys: 0 to 5 rate, R rejects, F1 to F5 label, Ctrl+Z undoes, Ctrl+Shift+Z redoes. `pictures` are what they are for, asked when one is pressed; null
 * while the keys are somebody else's.
 */
export function useOrganisingKeys(pictures: (() => readonly number[]) | null): void {
  const whyNot = useWhyNot('images:write');
  const latest = useRef({ pictures, whyNot });
  latest.current = { pictures, whyNot };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const now = latest.current;
      if (now.pictures === null || event.defaultPrevented || event.altKey || isElsewhere(event)) return;
      const back = undoOrRedo(event);
      const wish = event.ctrlKey || event.metaKey ? null : wishOf(event);
      if (back === null && wish === null) return;
      const ids = back ? [] : now.pictures();
      // Without a picture, F1 to F5 belong to the browser.
      if (labelOfKey(event.key) && ids.length === 0) return;
      event.preventDefault();
      if (event.repeat) return;
      if (now.whyNot !== null) say({ id: 'organise', title: now.whyNot });
      else if (wish === null) (back === 'redo' ? redoLast : undoLast)();
      else if (ids.length === 0) say({ id: 'organise', title: t('organise.choose') });
      else organise(wish, ids);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y; on a Mac with its own key. */
export function undoOrRedo(event: KeyboardEvent): 'undo' | 'redo' | null {
  const { ctrlKey, metaKey, shiftKey } = event;
  if (!ctrlKey && !metaKey) return null;
  const letter = commandKey(event).toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : null;
}

/** The stars that a key gives; a French or Czech keyboard needs Shift for digits, and here it does not. */
export function starsOf(event: Pressed): number | null {
  const digit = digitOf(event);
  return digit !== null && digit <= 5 ? digit : null;
}

function wishOf(event: KeyboardEvent): Wish | null {
  const stars = starsOf(event);
  if (stars !== null) return { pressed: stars };
  if (event.shiftKey) return null;
  return commandKey(event) === 'r' ? 'reject' : (labelOfKey(event.key) ?? null);
}

/** Fields and dialogs have keys of their own, and some panels undo their own edits. */
function isElsewhere(event: KeyboardEvent): boolean {
  const element = event.target as HTMLElement;
  if (isInFieldOrDialog(event) || element.closest('[role=listbox]') !== null) return true;
  return (event.ctrlKey || event.metaKey) && element.closest('[data-undoes-itself]') !== null;
}
