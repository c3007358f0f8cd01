import type { pictures as english } from '../en/pictures.ts';
import type { Translation } from '../texts.ts';

export const pictures: Translation<typeof english> = {
  duplicate: 'Neue Version',
  group: 'Gruppieren',
  ungroup: 'Aus der Gruppe nehmen',
  remove: 'Aus der Bibliothek entfernen…',
  groupMost: 'Auf einmal lassen sich höchstens {{most}} Bilder gruppieren.',
  groupTwo: 'Wähle mindestens zwei Bilder aus, um sie zu gruppieren.',
  already: 'Nichts geändert: Das war schon so.',
  duplicateTitle_one: 'Von {{number}} Bild eine neue Version anlegen?',
  duplicateTitle_other: 'Von jedem der {{number}} Bilder eine neue Version anlegen?',
  duplicateHow:
    'Jede Version hat Bearbeitung, Sterne, Farbmarkierungen und Schlagwörter ihres Bildes und gehört zu seiner Gruppe.',
  duplicateDo: 'Neue Versionen anlegen',
  removeTitle_one: '{{number}} Bild aus der Bibliothek entfernen?',
  removeTitle_other: '{{number}} Bilder aus der Bibliothek entfernen?',
  removeHow:
    'Die Bilddateien und ihre XMP-Dateien bleiben auf der Festplatte. Du kannst das rückgängig machen, aber nicht, solange darktable offen ist.',
  removeDo: 'Entfernen',
};
