import type { albums as english } from '../en/albums.ts';
import type { Translation } from '../texts.ts';

export const albums: Translation<typeof english> = {
  title: 'Álbumes',
  none: 'Todavía no hay álbumes.',
  organise: 'Crear y llenar álbumes',
  new: 'Álbum nuevo',
  newOf_one: 'Álbum nuevo con esta imagen',
  newOf_other: 'Álbum nuevo con estas {{number}} imágenes',
  create: 'Crear',
  open: 'Mostrar el álbum {{name}}',
  menu: 'Cambiar el álbum {{name}}',
  name: 'Nombre',
  levels: 'Un | entre dos nombres pone el álbum en una rama. Los álbumes que tiene debajo se renombran con él.',
  rename: 'Renombrar',
  renameTitle: 'Renombrar el álbum {{name}}',
  renameDo: 'Renombrar',
  delete: 'Eliminar el álbum',
  deleteTitle: '¿Eliminar el álbum {{name}}?',
  deleteHow_one: 'La imagen que contiene permanece en la biblioteca.',
  deleteHow_other: 'Las {{number}} imágenes que contiene permanecen en la biblioteca.',
  setCover: 'Usar la imagen como portada',
  firstAsCover: 'Usar la primera imagen como portada',
  noCover: 'La portada no se ha cambiado',
  moved_one: 'Movida a la posición {{place}} de {{total}}',
  moved_other: '{{number}} imágenes movidas a la posición {{place}} de {{total}}',
  notMoved: 'El orden no se ha cambiado',
};
