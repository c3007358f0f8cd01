import { useCallback } from 'react';
import { type HistoryAct, isAddition } from '../../../api/history.ts';
import { lackingNow } from '../../../api/rights.ts';
import { t } from '../../../history/words.ts';
import { undoAction } from '../../../organising/telling.ts';
import { say } from '../../../ui/toasts.tsx';
import type { ModuleContext } from '../modules/module-context.ts';
import { historyWords } from './history-words.ts';

interface Then {
  /** It is done, and the page knows the history as it is now. */
  onDone?: () => void;
  /** It was refused; here instead of in a message. */
  onRefused?: (error: unknown) => void;
}

/** Changes the whole history. What is not seen in its list is told, with a button to take it back. */
export function useHistoryAct({ edits, looks }: Pick<ModuleContext, 'edits' | 'looks'>) {
  const { changeHistory } = edits;
  const { compareWith } = looks;
  return useCallback(
    (act: HistoryAct, label: string | null = null, { onDone, onRefused }: Then = {}) =>
      changeHistory(act, {
        label,
        ...(onRefused && { onRefused }),
        onDone: (takeBack) => {
          if (act.is === 'end') return;
          onDone?.();
          if (takeBack === null) return say({ id: 'organise', title: t('nothingToDo') });
          // The steps have other numbers now.
          if (!isAddition(act)) compareWith(null);
          const mayUndo = lackingNow('images:write') === null;
          say({ id: 'organise', title: historyWords({ act, label }), ...(mayUndo && undoAction(takeBack)) });
        },
      }),
    [changeHistory, compareWith],
  );
}
