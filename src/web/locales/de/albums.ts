import type { albums as english } from '../en/albums.ts';
import type { Translation } from '../texts.ts';

export const albums: Translation<typeof english> = {
  title: 'Alben',
  none: 'Es gibt noch keine Alben.',
  organise: 'Alben anlegen und füllen',
  new: 'Neues Album',
  newOf_one: 'Neues Album mit diesem Bild',
  newOf_other: 'Neues Album mit diesen {{number}} Bildern',
  create: 'Anlegen',
  open: 'Album {{name}} zeigen',
  menu: 'Album {{name}} ändern',
  name: 'Name',
  levels: 'Ein | zwischen zwei Namen legt das Album in einen Zweig. Alben darunter gehen mit.',
  rename: 'Umbenennen',
  renameTitle: 'Album {{name}} umbenennen',
  renameDo: 'Umbenennen',
  delete: 'Album löschen',
  deleteTitle: 'Album {{name}} löschen?',
  deleteHow_one: '{{number}} Bild verlässt es. Das Bild bleibt in der Bibliothek.',
  deleteHow_other: '{{number}} Bilder verlassen es. Die Bilder bleiben in der Bibliothek.',
  setCover: 'Bild als Titelbild verwenden',
  firstAsCover: 'Erstes Bild als Titelbild verwenden',
  noCover: 'Das Titelbild wurde nicht geändert',
  moved_one: 'An Stelle {{place}} von {{total}} verschoben',
  moved_other: '{{number}} Bilder an Stelle {{place}} von {{total}} verschoben',
  notMoved: 'Die Reihenfolge wurde nicht geändert',
};
