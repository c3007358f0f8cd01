import type { firstRun as english } from '../en/first-run.ts';
import type { Translation } from '../texts.ts';

export const firstRun: Translation<typeof english> = {
  title: 'Erste Schritte',
  allDone: 'Alles ist eingerichtet',
  hide: 'Nicht wieder zeigen',
  count: '{{done}} von {{steps}}',
  next: 'Weiter: {{step}}',
  stepDone: 'erledigt',
  stepOpen: 'offen',
  library: 'Deine Bibliothek',
  libraryFound: 'Safelight zeigt deine darktable-Bibliothek. Es liest sie nur, bis du etwas änderst.',
  librarySample:
    'Es wurde keine darktable-Bibliothek gefunden, deshalb siehst du die Beispielbibliothek. Wo liegt deine? Die Datei heißt library.db und liegt meist in ~/.config/darktable.',
  libraryGone: 'Diese Bibliothek kann gerade nicht gezeigt werden. Liegt deine woanders, gib hier ihren Pfad ein.',
  path: 'Pfad zur library.db',
  use: 'Diese Bibliothek zeigen',
  using: 'Wird geprüft…',
  useOwn: 'Bibliothek von darktable verwenden',
  rendering: 'Wer rendert',
  plugin: 'Mit einem kleinen Plugin rendert das geöffnete darktable und nimmt dabei auch Änderungen an.',
  pluginDone: 'Das Plugin ist installiert. In den Einstellungen kannst du es wieder entfernen.',
  install: 'Plugin installieren',
  darktable: 'darktable öffnen',
  settings: 'Alle Einstellungen',
};
