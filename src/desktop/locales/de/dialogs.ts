import type { Texts } from '../texts.ts';

export const dialogs: Texts['dialogs'] = {
  library: 'Bibliothek auswählen',
  libraryFiles: 'darktable-Bibliothek',
  allFiles: 'Alle Dateien',
  queueFolder: 'Ordner für die Warteschlangen auswählen',
  exportFolder: 'Ordner für Exporte auswählen',
};
