import type { RefObject } from 'react';
import { UNDO } from '../../keyboard/actions.ts';
import { useActions } from '../../keyboard/use-actions.ts';
import type { Edits } from './edits.ts';

/**
 * Undo and redo inside the panel. A text that is being typed has its own; outside, they belong to stars, labels and tags.
 */
export function useStepKeys(panel: RefObject<HTMLElement | null>, goTo: Edits['goTo'], isAllowed: boolean): void {
  const when = ({ target }: Event) =>
    isAllowed &&
    panel.current?.contains(target as Node) === true &&
    !(target as HTMLElement).matches('[data-is-typed], [type=search], textarea');
  useActions(
    UNDO,
    {
      undo: { when, do: () => goTo((at) => at - 1) },
      redo: { when, do: () => goTo((at) => at + 1) },
    },
    { repeats: true },
  );
}
