import { addWords } from '../i18n/words.ts';
import { publishing } from '../locales/en/publishing.ts';

export const t = addWords('publishing', publishing);
