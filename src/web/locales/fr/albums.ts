import type { albums as english } from '../en/albums.ts';
import type { Translation } from '../texts.ts';

export const albums: Translation<typeof english> = {
  title: 'Albums',
  none: 'Il n’y a pas encore d’album.',
  organise: 'Créer et remplir des albums',
  new: 'Nouvel album',
  newOf_one: 'Nouvel album avec {{number}} image',
  newOf_other: 'Nouvel album avec ces {{number}} images',
  create: 'Créer',
  open: 'Afficher l’album {{name}}',
  menu: 'Modifier l’album {{name}}',
  name: 'Nom',
  levels: 'Un | entre deux noms place l’album dans une branche. Les albums situés dessous sont renommés avec lui.',
  rename: 'Renommer',
  renameTitle: 'Renommer l’album {{name}}',
  renameDo: 'Renommer',
  delete: 'Supprimer l’album',
  deleteTitle: 'Supprimer l’album {{name}} ?',
  deleteHow_one: 'Il contient {{number}} image, qui reste dans la bibliothèque.',
  deleteHow_other: 'Les {{number}} images qu’il contient restent dans la bibliothèque.',
  setCover: 'Utiliser l’image comme couverture',
  firstAsCover: 'Utiliser la première image comme couverture',
  noCover: 'La couverture n’a pas été modifiée',
  moved_one: '{{number}} image déplacée en position {{place}} sur {{total}}',
  moved_other: '{{number}} images déplacées en position {{place}} sur {{total}}',
  notMoved: 'L’ordre n’a pas été modifié',
};
