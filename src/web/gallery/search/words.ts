import { addWords } from '../../i18n/words.ts';
import { finding } from '../../locales/en/finding.ts';

export const t = addWords('finding', finding);
