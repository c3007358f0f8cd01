import { addWords } from '../i18n/words.ts';
import { keys } from '../locales/en/keys.ts';

export const t = addWords('keys', keys);
