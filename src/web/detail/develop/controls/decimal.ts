import { number } from '../../../i18n/words.ts';

/** The reader's decimal sign. */
export const decimal = (): '.' | ',' => (number(0.5).includes(',') ? ',' : '.');
