import { addWords } from '../i18n/words.ts';
import { history } from '../locales/en/history.ts';

export const t = addWords('history', history);
