import { addWords } from '../i18n/words.ts';
import { exports } from '../locales/en/exports.ts';

export const t = addWords('exports', exports);
