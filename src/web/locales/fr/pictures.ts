import type { pictures as english } from '../en/pictures.ts';
import type { Translation } from '../texts.ts';

export const pictures: Translation<typeof english> = {
  duplicate: 'Nouvelle version',
  group: 'Grouper',
  ungroup: 'Retirer du groupe',
  remove: 'Retirer de la bibliothèque…',
  groupMost: '{{most}} images au plus peuvent être groupées à la fois.',
  groupTwo: 'Sélectionnez deux images ou plus pour les grouper.',
  already: 'Rien n’a changé : c’était déjà ainsi.',
  duplicateTitle_one: 'Faire une nouvelle version de {{number}} image ?',
  duplicateTitle_other: 'Faire une nouvelle version de chacune des {{number}} images ?',
  duplicateHow:
    'Chaque version a le développement, les étoiles, les labels et les mots-clés de son image, et rejoint son groupe.',
  duplicateDo: 'Faire les versions',
  removeTitle_one: 'Retirer {{number}} image de la bibliothèque ?',
  removeTitle_other: 'Retirer {{number}} images de la bibliothèque ?',
  removeHow:
    'Les fichiers et leurs fichiers XMP restent sur le disque. Vous pouvez défaire ceci, mais pas tant que darktable est ouvert.',
  removeDo: 'Retirer',
};
