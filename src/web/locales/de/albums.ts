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
  levels: 'Ein | zwischen zwei Namen ordnet das Album in einen Zweig ein. Alben darunter werden mit umbenannt.',
  rename: 'Umbenennen',
  renameTitle: 'Album {{name}} umbenennen',
  renameDo: 'Umbenennen',
  delete: 'Album löschen',
  deleteTitle: 'Album {{name}} löschen?',
  deleteHow_one: 'Das Bild darin bleibt in der Bibliothek.',
  deleteHow_other: 'Die {{number}} Bilder darin bleiben in der Bibliothek.',
  setCover: 'Bild als Titelbild verwenden',
  firstAsCover: 'Erstes Bild als Titelbild verwenden',
  noCover: 'Das Titelbild wurde nicht geändert',
  moved_one: 'An Position {{place}} von {{total}} verschoben',
  moved_other: '{{number}} Bilder an Position {{place}} von {{total}} verschoben',
  notMoved: 'Die Reihenfolge wurde nicht geändert',
};
