import { addWords } from '../i18n/words.ts';
import { de } from './words-de.ts';
import { en } from './words-en.ts';

export const t = addWords('exports', { en, de });
