import { useCallback, useRef } from 'react';
import { undoOrRedo } from '../../organising/organising-keys.ts';
import type { Edits } from './edits.ts';

/**
 * Ctrl+Z and Ctrl+Shift+Z inside the panel. A text that is being typed has its own; outside, they belong to stars,
 * labels and tags.
 */
export function useStepKeys(goTo: Edits['goTo'], isAllowed: boolean) {
  const latest = useRef({ goTo, isAllowed });
  latest.current = { goTo, isAllowed };
  return useCallback((panel: HTMLElement | null) => {
    const onKey = (event: KeyboardEvent) => {
      const way = undoOrRedo(event);
      const isTyping = (event.target as HTMLElement).matches('[data-is-typed], [type=search], textarea');
      if (way === null || isTyping || event.defaultPrevented || event.altKey || !latest.current.isAllowed) return;
      event.preventDefault();
      latest.current.goTo((at) => at + (way === 'undo' ? -1 : 1));
    };
    panel?.addEventListener('keydown', onKey);
    return () => panel?.removeEventListener('keydown', onKey);
  }, []);
}
