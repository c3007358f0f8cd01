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
  ways: 'darktable rendert neue Vorschaubilder und Exporte. Wähle einen von zwei Wegen: darktable-cli arbeitet sofort und ohne Fenster. Mit einem kleinen Plugin rendert das geöffnete darktable und nimmt dabei auch Änderungen an.',
  waysCli: 'darktable rendert neue Vorschaubilder und Exporte. darktable-cli arbeitet sofort und ohne Fenster.',
  waysPlugin:
    'darktable rendert neue Vorschaubilder und Exporte. Mit einem kleinen Plugin rendert das geöffnete darktable und nimmt dabei auch Änderungen an.',
  pluginDone: 'Das Plugin ist installiert. In den Einstellungen kannst du es wieder entfernen.',
  darktableMissing:
    'Auf diesem Rechner wurde kein darktable gefunden. Installiere es, starte es einmal und komm dann hierher zurück.',
  useCli: 'darktable-cli verwenden',
  install: 'Plugin installieren',
  getDarktable: 'darktable holen',
  darktable: 'darktable öffnen',
  start: 'darktable starten',
  settings: 'Alle Einstellungen',
};
