import { useEffect, useRef } from 'react';
import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
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
export function undoOrRedo({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | null {
  if (!ctrlKey && !metaKey) return null;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : null;
}

function wishOf({ key, code, shiftKey }: KeyboardEvent): Wish | null {
  if (/^[0-5]$/.test(key)) return { pressed: Number(key) };
  // A French keyboard needs Shift for digits; here it does not.
  if (!shiftKey && /^[^\w+]$/.test(key) && /^Digit[0-5]$/.test(code)) return { pressed: Number(code.slice(-1)) };
  if (shiftKey) return null;
  return key.toLowerCase() === 'r' ? 'reject' : (labelOfKey(key) ?? null);
}

/** Fields and dialogs have keys of their own, and some panels undo their own edits. */
function isElsewhere({ target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const element = target as HTMLElement;
  if (element.matches('input:not([type=checkbox]), select, textarea')) return true;
  if (element.closest('[role=dialog], [role=listbox]') !== null) return true;
  return (ctrlKey || metaKey) && element.closest('[data-undoes-itself]') !== null;
}
