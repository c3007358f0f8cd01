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
  libraryFound: 'Safelight zeigt deine darktable-Bibliothek. Es liest sie nur, bis du mehr verlangst.',
  librarySample:
    'Keine darktable-Bibliothek gefunden, darum siehst du die Beispielbilder. Wo liegt deine? Die Datei heißt library.db und liegt meist in ~/.config/darktable.',
  libraryGone: 'Diese Bibliothek lässt sich gerade nicht zeigen. Liegt deine anderswo, nenne sie hier.',
  path: 'Pfad zur library.db',
  use: 'Diese Bibliothek zeigen',
  using: 'Wird geprüft…',
  useOwn: 'Die von darktable verwenden',
  rendering: 'Wer rendert',
  ways: 'Neue Vorschaubilder und Exporte rendert darktable. Ein Weg genügt: darktable-cli arbeitet ohne Fenster, sofort. Mit der Brücke, einer kleinen Erweiterung, rendert das offene darktable und nimmt dabei auch Änderungen an.',
  waysCli: 'Neue Vorschaubilder und Exporte rendert darktable. darktable-cli tut das ohne Fenster, sofort.',
  waysBridge:
    'Neue Vorschaubilder und Exporte rendert darktable. Mit der Brücke, einer kleinen Erweiterung, tut das offene darktable das und nimmt dabei auch Änderungen an.',
  bridgeDone: 'Die Brücke ist installiert. In den Einstellungen lässt sie sich wieder entfernen.',
  bridgeMissing:
    'Auf diesem Rechner wurde kein darktable gefunden. Installiere und starte es einmal; dann geht es hier weiter.',
  useCli: 'darktable-cli verwenden',
  install: 'Brücke installieren',
  getDarktable: 'darktable holen',
  darktable: 'darktable öffnen',
  start: 'darktable starten',
  settings: 'Alle Einstellungen',
};
