import { addWords } from '../i18n/words.ts';
import { firstRun } from '../locales/en/first-run.ts';

export const t = addWords('first-run', firstRun);
