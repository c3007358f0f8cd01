import { addWords } from '../i18n/words.ts';
import { agents } from '../locales/en/agents.ts';

export const t = addWords('agents', agents);
