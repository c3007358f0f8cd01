import type { Texts } from '../texts.ts';

export const dialogs: Texts['dialogs'] = {
  library: 'Choisir la bibliothèque',
  libraryFiles: 'Bibliothèque darktable',
  allFiles: 'Tous les fichiers',
  queueFolder: 'Choisir le dossier des files d’attente',
  exportFolder: 'Choisir le dossier des exports',
};
