import type { Translation } from '../i18n/words.ts';
import type { en } from './words-en.ts';

export const de: Translation<typeof en> = {
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
  bridge: 'Die Brücke',
  bridgeHow:
    'Eine kleine Erweiterung, mit der dein darktable Vorschaubilder und Exporte für Safelight rendert und Änderungen annimmt.',
  bridgeDone: 'Die Erweiterung ist installiert. In den Einstellungen lässt sie sich wieder entfernen.',
  bridgeMissing:
    'Auf diesem Rechner wurde kein darktable gefunden. Installiere und starte es einmal; dann geht es hier weiter.',
  bridgeNever: 'darktable wurde hier noch nie gestartet. Starte es einmal, damit es seinen Ordner anlegt.',
  install: 'Brücke installieren',
  getDarktable: 'darktable holen',
  darktable: 'darktable',
  darktableOn: 'darktable läuft und arbeitet für Safelight.',
  darktableRestart: 'darktable läuft, aber noch ohne die Brücke. Schließe es und starte es neu.',
  darktableOff: 'Vorschaubilder und Exporte entstehen, solange darktable offen ist.',
  darktableLater: 'Folgt, sobald die Brücke installiert ist.',
  start: 'darktable starten',
  settings: 'Alle Einstellungen',
};
