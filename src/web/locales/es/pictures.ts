import type { pictures as english } from '../en/pictures.ts';
import type { Translation } from '../texts.ts';

export const pictures: Translation<typeof english> = {
  duplicate: 'Nueva versión',
  group: 'Agrupar',
  ungroup: 'Sacar del grupo',
  remove: 'Quitar de la biblioteca…',
  groupMost: 'Se pueden agrupar {{most}} imágenes a la vez como máximo.',
  groupTwo: 'Seleccione dos imágenes o más para agruparlas.',
  already: 'Nada cambió: ya era así.',
  duplicateTitle_one: '¿Hacer una nueva versión de {{number}} imagen?',
  duplicateTitle_other: '¿Hacer una nueva versión de cada una de las {{number}} imágenes?',
  duplicateHow:
    'Cada versión tiene el revelado, las estrellas, las marcas y las etiquetas de su imagen, y se une a su grupo.',
  duplicateDo: 'Hacer versiones',
  removeTitle_one: '¿Quitar {{number}} imagen de la biblioteca?',
  removeTitle_other: '¿Quitar {{number}} imágenes de la biblioteca?',
  removeHow:
    'Los archivos y sus archivos asociados se quedan en el disco. Puede deshacerlo, pero no mientras darktable esté abierto.',
  removeDo: 'Quitar',
};
