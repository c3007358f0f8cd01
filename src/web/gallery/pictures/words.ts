import { addWords } from '../../i18n/words.ts';
import { pictures } from '../../locales/en/pictures.ts';

export const t = addWords('pictures', pictures);
