import { t } from '../i18n/words.ts';
import { page } from '../locales/en/page.ts';
import type { Action } from './actions.ts';

const DRAWN: Record<string, string> = { Left: '←', Right: '→', '-': '−' };
const isNamed = (key: string): key is keyof typeof page.keys.names => key in page.keys.names;

/** The label of a key; some have other ones on keyboards of other languages. */
export const keyWords = (key: string): string => (isNamed(key) ? t(`keys.names.${key}`) : (DRAWN[key] ?? key));

/** `Ctrl+Shift+Z` as the keys that are held together. */
export const heldTogether = (keys: string): string[] => keys.split(/\+(?=.)/);

/** `Ctrl+Z`: one of the keys of an action. */
export const chordWords = ({ keys }: Action, at = 0): string =>
  heldTogether(keys[at] ?? '')
    .map((key) => DRAWN[key] ?? keyWords(key))
    .join('+');

/** `Undo (Ctrl+Z)` */
export const withKey = (label: string, action: Action, at?: number): string => `${label} (${chordWords(action, at)})`;
