import { addWords } from '../i18n/words.ts';
import { culling } from '../locales/en/culling.ts';

export const t = addWords('culling', culling);
