import { addWords } from '../i18n/words.ts';
import { signIn } from '../locales/en/sign-in.ts';

export const t = addWords('sign-in', signIn);
