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
  removeHow: 'Die Bilddateien und ihre XMP-Dateien bleiben auf der Festplatte.',
  removeLooking: 'Es wird nachgesehen, was verloren ginge…',
  removeGroups_one: '{{number}} zugeklappte Gruppe geht mit allen ihren Bildern.',
  removeGroups_other: '{{number}} zugeklappte Gruppen gehen mit allen ihren Bildern.',
  removeVersions_one: '{{number}} davon ist eine von mehreren Versionen seiner Datei.',
  removeVersions_other: '{{number}} davon sind Versionen von Dateien, die mehrere haben.',
  removeVersionsLeft_one: '{{number}} andere Version ihrer Dateien bleibt.',
  removeVersionsLeft_other: '{{number}} andere Versionen ihrer Dateien bleiben.',
  removeMembersLeft_one: '{{number}} anderes Bild ihrer Gruppen bleibt.',
  removeMembersLeft_other: '{{number}} andere Bilder ihrer Gruppen bleiben.',
  removeUndo: 'Du kannst das rückgängig machen, solange darktable geschlossen ist.',
  removeUndoLater: 'darktable ist offen: Rückgängig machen geht erst, wenn es geschlossen ist.',
  removeMarks_one: 'Sterne, Farbmarkierungen, Schlagwörter oder Texte von {{number}} Bild stehen in keiner XMP-Datei.',
  removeMarks_other:
    'Sterne, Farbmarkierungen, Schlagwörter oder Texte von {{number}} Bildern stehen in keiner XMP-Datei.',
  removeEdits_one: 'Die Bearbeitung von {{number}} Bild steht in keiner XMP-Datei. Nur darktable kann sie schreiben.',
  removeEdits_other:
    'Die Bearbeitung von {{number}} Bildern steht in keiner XMP-Datei. Nur darktable kann sie schreiben.',
  sidecarsFirst: 'Zuerst XMP-Dateien schreiben',
  sidecarsWritten_one: '{{number}} XMP-Datei geschrieben.',
  sidecarsWritten_other: '{{number}} XMP-Dateien geschrieben.',
  sidecarsLeft_one: '{{number}} ließ sich nicht schreiben: {{why}}',
  sidecarsLeft_other: '{{number}} ließen sich nicht schreiben: {{why}}',
  removeDo: 'Entfernen',
};
