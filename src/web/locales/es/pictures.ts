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
  removeHow: 'Los archivos y sus archivos asociados se quedan en el disco.',
  removeLooking: 'Buscando lo que se perdería…',
  removeGroups_one: '{{number}} grupo plegado se va con todas sus imágenes.',
  removeGroups_other: '{{number}} grupos plegados se van con todas sus imágenes.',
  removeVersions_one: '{{number}} de ellas es una de varias versiones de su archivo.',
  removeVersions_other: '{{number}} de ellas son versiones de archivos que tienen varias.',
  removeVersionsLeft_one: 'Se queda {{number}} versión más de sus archivos.',
  removeVersionsLeft_other: 'Se quedan {{number}} versiones más de sus archivos.',
  removeMembersLeft_one: 'Se queda {{number}} imagen más de sus grupos.',
  removeMembersLeft_other: 'Se quedan {{number}} imágenes más de sus grupos.',
  removeVersionsLeftMost_one: 'Se queda como máximo {{number}} versión más de sus archivos.',
  removeVersionsLeftMost_other: 'Se quedan como máximo {{number}} versiones más de sus archivos.',
  removeMembersLeftMost_one: 'Se queda como máximo {{number}} imagen más de sus grupos.',
  removeMembersLeftMost_other: 'Se quedan como máximo {{number}} imágenes más de sus grupos.',
  removeUndo: 'Puede deshacerlo mientras darktable esté cerrado.',
  removeUndoLater: 'darktable está abierto: solo se podrá deshacer cuando se cierre.',
  removeMarks_one:
    'Las estrellas, marcas, etiquetas o textos de {{number}} imagen no están en ningún archivo asociado.',
  removeMarks_other:
    'Las estrellas, marcas, etiquetas o textos de {{number}} imágenes no están en ningún archivo asociado.',
  removeEdits_one:
    'El revelado de {{number}} imagen no está en ningún archivo asociado. Solo darktable puede escribirlo.',
  removeEdits_other:
    'El revelado de {{number}} imágenes no está en ningún archivo asociado. Solo darktable puede escribirlo.',
  sidecarsFirst: 'Escribir antes los archivos asociados',
  sidecarsWritten_one: '{{number}} archivo asociado escrito.',
  sidecarsWritten_other: '{{number}} archivos asociados escritos.',
  sidecarsLeft_one: 'No se pudo escribir {{number}}: {{why}}',
  sidecarsLeft_other: 'No se pudieron escribir {{number}}: {{why}}',
  removeDo: 'Quitar',
};
