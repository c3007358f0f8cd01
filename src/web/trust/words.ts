import { addWords } from '../i18n/words.ts';
import { trust } from '../locales/en/trust.ts';

export const t = addWords('trust', trust);
