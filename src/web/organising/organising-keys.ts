import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import { MARKS, UNDO } from '../keyboard/actions.ts';
import { isFree } from '../keyboard/keys.ts';
import { useActions } from '../keyboard/use-actions.ts';
import { say } from '../ui/toasts.tsx';
import { labelOfKey, type MarkWish } from './decision.ts';
import { organise } from './organise.ts';
import { redoLast, undoLast } from './undo.ts';

/**
 * darktable's keys for stars, reject and labels, and those that undo and redo. `pictures` are what they are for, asked when one is pressed; null
 * while the keys are somebody else's.
 */
export function useOrganisingKeys(pictures: (() => readonly number[]) | null): void {
  const whyNot = useWhyNot('images:write');
  const allowed = (act: () => void) => {
    if (whyNot === null) act();
    else say({ id: 'organise', title: whyNot });
  };
  const decide = (wish: MarkWish | undefined) =>
    allowed(() => {
      const ids = pictures?.() ?? [];
      if (ids.length === 0) say({ id: 'organise', title: t('organise.choose') });
      else if (wish !== undefined) organise(wish, ids);
    });
  useActions(
    MARKS,
    pictures && {
      stars: { when: isFreeOfLists, do: (key) => decide({ pressed: Number(key) }) },
      reject: { when: isFreeOfLists, do: () => decide('reject') },
      // Without a picture, F1 to F5 belong to the browser.
      labels: {
        when: (event) => isFreeOfLists(event) && pictures().length > 0,
        do: (key) => decide(labelOfKey(key)),
      },
    },
  );
  useActions(
    UNDO,
    pictures && {
      undo: { when: isUndoneHere, do: () => allowed(undoLast) },
      redo: { when: isUndoneHere, do: () => allowed(redoLast) },
    },
  );
}

const isFreeOfLists = (event: KeyboardEvent): boolean =>
  isFree(event) && (event.target as HTMLElement).closest('[role=listbox]') === null;
/** Some panels undo their own edits. */
const isUndoneHere = (event: KeyboardEvent): boolean =>
  isFreeOfLists(event) && (event.target as HTMLElement).closest('[data-undoes-itself]') === null;
