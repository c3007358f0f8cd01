import { t, wordsOf } from '../i18n/words.ts';
import type { keys } from '../locales/en/keys.ts';

/** What keys do in a view. The keyboard (`useActions`), tooltips, menus and the list of keys follow from it. */
export interface Action {
  words: () => string;
  /** By the names of `namesOf`. */
  keys: readonly string[];
}
export type Actions = Readonly<Record<string, Action>>;

/** Only the list of keys needs them, and loads them. */
const words = wordsOf<typeof keys>('keys');

/** Keys, between spaces, by what they do. */
const actions = <Id extends keyof typeof keys>(all: Record<Id, string>) => actionsWith<Id>(words, all);
export const actionsWith = <Id extends string>(words: (id: Id) => string, all: Record<Id, string>) =>
  Object.fromEntries(
    Object.entries<string>(all).map(([id, keys]) => [id, { words: () => words(id as Id), keys: keys.split(' ') }]),
  ) as unknown as Record<Id, Action>;

export const GRID = actions({
  arrows: 'Left Right Up Down',
  homeEnd: 'Home End',
  pages: 'PageUp PageDown',
  space: 'Space',
  shiftArrows: 'Shift+Left Shift+Right Shift+Up Shift+Down',
  ctrlA: 'Ctrl+A',
  esc: 'Esc',
});
export const FOLDS = actions({ unfold: 'G', foldAll: 'Shift+G' });
export const SEARCH = actions({ slash: '/' });

export const PICTURE = actions({
  prevNext: 'Left Right',
  homeEnd: 'Home End',
  zoom: 'Z Enter',
  plusMinus: '+ -',
  pan: 'Shift+Left Shift+Right Shift+Up Shift+Down',
  before: 'B',
  split: 'Y',
  clipping: 'O',
  peaking: 'P',
  info: 'I',
  develop: 'D',
  back: 'Esc',
});
export const VISIT = actions({ visit: 'H' });
export const MODULES = actions({ findModule: '/' });
export const TOOLS = actions({ crop: 'C', whiteBalance: 'W', gradient: 'G' });

export const MARKS = actions({ stars: '0 1 2 3 4 5', reject: 'R', labels: 'F1 F2 F3 F4 F5' });
export const TAGS = actions({ tags: 'T' });
export const ALBUMS = actions({ albums: 'A' });
export const ALBUM_ORDER = actions({ moveEarlier: ',', moveLater: '.' });
export const EDITS = actions({ copyEdits: 'Ctrl+C', pasteEdits: 'Ctrl+V', pasteParts: 'Ctrl+Shift+V' });
export const PICTURES = actions({ duplicate: 'Ctrl+D', group: 'Ctrl+G', ungroup: 'Ctrl+Shift+G', remove: 'Delete' });
export const UNDO = actionsWith((id) => t(`keys.${id}`), { undo: 'Ctrl+Z', redo: 'Ctrl+Shift+Z Ctrl+Y' });
export const CULL = actions({ cull: 'X' });
export const COMPARE = actions({ compare: 'C', survey: 'S' });
export const HELP = actions({ help: '?' });

/** Every key of gallery and picture, as the list of keys shows them. A tile opens its picture itself. */
export const PARTS = {
  gallery: {
    ...actions({ enter: 'Enter' }),
    ...GRID,
    ...FOLDS,
    ...ALBUMS,
    ...ALBUM_ORDER,
    ...PICTURES,
    ...COMPARE,
    ...SEARCH,
  },
  picture: { ...PICTURE, ...VISIT, ...MODULES, ...TOOLS },
  organise: { ...MARKS, ...TAGS, ...EDITS, ...UNDO, ...CULL, ...HELP },
};
