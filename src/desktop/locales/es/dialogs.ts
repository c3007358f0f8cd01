import type { Texts } from '../texts.ts';

export const dialogs: Texts['dialogs'] = {
  library: 'Elegir la biblioteca',
  libraryFiles: 'Biblioteca de darktable',
  allFiles: 'Todos los archivos',
  queueFolder: 'Elegir la carpeta de las colas',
  exportFolder: 'Elegir la carpeta de exportaciones',
};
