import { addWords } from '../../i18n/words.ts';
import { albums } from '../../locales/en/albums.ts';

export const t = addWords('albums', albums);
