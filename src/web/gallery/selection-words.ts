import { addWords } from '../i18n/words.ts';
import { selection } from '../locales/en/selection.ts';

export const t = addWords('selection', selection);
