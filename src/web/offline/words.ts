import { addWords } from '../i18n/words.ts';
import { offline } from '../locales/en/offline.ts';

export const t = addWords('offline', offline);
