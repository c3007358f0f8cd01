import { addWords } from '../i18n/words.ts';
import { statistics } from '../locales/en/statistics.ts';

export const t = addWords('statistics', statistics);
