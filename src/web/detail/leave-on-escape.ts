import { t } from '../i18n/words.ts';
import { useActions } from '../keyboard/use-actions.ts';

export const LEAVE = { leave: { words: () => t('common.cancel'), keys: ['Esc'] } };

/** Escape leaves what lies over the picture, before anybody else hears of the key. */
export function useLeaveOnEscape(leave: () => void): void {
  useActions(LEAVE, { leave: { when: () => true, do: leave } }, { over: true });
}
