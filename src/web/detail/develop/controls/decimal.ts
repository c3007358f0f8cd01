import { language } from '../../../i18n/words.ts';

/** The reader's decimal sign. */
export const decimal = (): '.' | ',' => ((0.5).toLocaleString(language()).includes(',') ? ',' : '.');
