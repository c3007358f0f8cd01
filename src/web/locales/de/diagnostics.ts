import type { Texts } from '../texts.ts';

/** What the checks of the diagnostics say, by the sentence that the service says in English; see src/doctor. */
export const diagnostics: Texts['diagnostics'] = {
  Library: 'Bibliothek',
  'Library version': 'Version der Bibliothek',
  'Who has the library open': 'Wer die Bibliothek geöffnet hat',
  darktable: 'darktable',
  'Plugin in darktable': 'Erweiterung in darktable',
  'Refresh queue': 'Warteschlange der Vorschaubilder',
  'Export queue': 'Warteschlange der Exporte',
  "Safelight's folder": 'Ordner von Safelight',
  Settings: 'Einstellungen',
  'Export folder': 'Ordner für Exporte',
  "darktable's cache": 'Cache von darktable',
  'Free space': 'Freier Platz',
  Port: 'Port',
  Tray: 'Taskleiste',
  Clock: 'Uhr',

  // Library
  '1 image in {0}.': '1 Bild in {0}.',
  '{0} images in {1}.': '{0} Bilder in {1}.',
  'The sample library is shown ({0}): darktable has none on this computer.':
    'Die Beispielbibliothek wird gezeigt ({0}): darktable hat auf diesem Rechner keine.',
  'darktable has no library on this computer: Safelight will show its sample library.':
    'darktable hat auf diesem Rechner keine Bibliothek: Safelight zeigt seine Beispielbibliothek.',
  'Start darktable once and import pictures; Safelight switches to its library by itself. Or choose a library in the settings.':
    'Starte darktable einmal und importiere Bilder; Safelight wechselt von selbst zu dieser Bibliothek. Oder wähle in den Einstellungen eine Bibliothek.',
  'Wait a moment. If it stays so, close other programs that write to the library.':
    'Warte einen Moment. Bleibt es so, schließe andere Programme, die in die Bibliothek schreiben.',
  'Do what is said there, or choose another library in the settings (library).':
    'Tu, was dort steht, oder wähle in den Einstellungen eine andere Bibliothek.',
  'Put a backup of the library in its place, or let somebody who knows SQLite look at it.':
    'Setze eine Sicherung der Bibliothek an ihre Stelle, oder lass sie jemanden ansehen, der SQLite kennt.',
  'It has version {0}.': 'Sie hat Version {0}.',
  'Versions {0} to {1} are supported.': 'Unterstützt werden die Versionen {0} bis {1}.',
  'Not known, for the library cannot be read.': 'Nicht bekannt, denn die Bibliothek kann nicht gelesen werden.',
  'Open the library once with darktable 4.2 or newer.': 'Öffne die Bibliothek einmal mit darktable 4.2 oder neuer.',
  'Update Safelight.': 'Aktualisiere Safelight.',
  'See above.': 'Siehe oben.',
  'darktable has it open (process {0}).': 'darktable hat sie geöffnet (Prozess {0}).',
  'Nobody has it open.': 'Niemand hat sie geöffnet.',
  '{0}.lock names process {1}, which is no darktable: darktable did not end in order.':
    '{0}.lock nennt den Prozess {1}, der kein darktable ist: darktable wurde nicht ordentlich beendet.',
  'Nothing to do for Safelight. darktable itself asks about the file at its next start.':
    'Für Safelight ist nichts zu tun. darktable fragt beim nächsten Start selbst nach der Datei.',

  // darktable
  'darktable {0}.': 'darktable {0}.',
  'darktable was not found.': 'darktable wurde nicht gefunden.',
  'Install darktable: without it no new previews and exports are rendered.':
    'Installiere darktable: Ohne es werden keine neuen Vorschaubilder und Exporte gerendert.',
  'darktable is there, but does not tell its version.': 'darktable ist da, nennt aber seine Version nicht.',
  'Make sure that the program darktable can be run.': 'Sorge dafür, dass das Programm darktable gestartet werden kann.',
  'darktable was never started on this computer.': 'darktable wurde auf diesem Rechner noch nie gestartet.',
  'Start darktable once, then: safelight bridge install': 'Starte darktable einmal, danach: safelight bridge install',
  'The plugin is not installed in {0}.': 'Die Erweiterung ist in {0} nicht installiert.',
  'The plugin is not installed in {0}; darktable-cli {1} renders instead.':
    'Die Erweiterung ist in {0} nicht installiert; stattdessen rendert darktable-cli {1}.',
  'Install it: safelight bridge install': 'Installiere sie: safelight bridge install',
  'Install it: safelight bridge install; or let darktable-cli render: safelight settings set renderer auto':
    'Installiere sie: safelight bridge install; oder lass darktable-cli rendern: safelight settings set renderer auto',
  'Plugin {0} is installed in {1}.': 'Die Erweiterung {0} ist in {1} installiert.',
  'Plugin {0} in {1} is not the one of this Safelight ({2}).':
    'Die Erweiterung {0} in {1} ist nicht die dieses Safelight ({2}).',
  '(version not known)': '(Version nicht bekannt)',
  'Install it anew: safelight bridge install': 'Installiere sie neu: safelight bridge install',
  'It answered within {0} ms.': 'Sie hat nach {0} ms geantwortet.',
  'It does not answer in the darktable that runs.': 'Im laufenden darktable antwortet sie nicht.',
  'Restart darktable.': 'Starte darktable neu.',
  'It did not answer in time.': 'Sie hat nicht rechtzeitig geantwortet.',
  'Do what is said there.': 'Tu, was dort steht.',
  'It may be busy with a large export; try again in a minute.':
    'Vielleicht ist sie mit einem großen Export beschäftigt; versuche es in einer Minute noch einmal.',
  'darktable is not running, and darktable-cli {0} renders instead.':
    'darktable läuft nicht; stattdessen rendert darktable-cli {0}.',
  'darktable is not running, so jobs wait.': 'darktable läuft nicht, deshalb warten Aufträge.',
  'Start darktable.': 'Starte darktable.',

  // Queues and folders
  '1 job in {0}.': '1 Auftrag in {0}.',
  '{0} jobs in {1}.': '{0} Aufträge in {1}.',
  '{0} failed.': '{0} fehlgeschlagen.',
  'See the reasons on the page of the queues, and try them again there.':
    'Die Gründe stehen auf der Seite der Warteschlangen; dort lassen sie sich wiederholen.',
  'Give it to the user that Safelight runs as, take away what is no file, or choose another place in the settings.':
    'Gib sie dem Benutzer, unter dem Safelight läuft, entferne, was keine Datei ist, oder wähle in den Einstellungen einen anderen Ort.',
  '{0} can be written.': '{0} ist beschreibbar.',
  '{0} cannot be written: {1}.': '{0} ist nicht beschreibbar: {1}.',
  '{0} can be read.': '{0} ist lesbar.',
  '{0} cannot be read: {1}.': '{0} ist nicht lesbar: {1}.',
  '{0} is not there (yet).': '{0} gibt es (noch) nicht.',
  'Make it writable, or choose another folder in the settings.':
    'Mache ihn beschreibbar, oder wähle in den Einstellungen einen anderen Ordner.',
  'Make it writable, or choose another with --data-dir.':
    'Mache ihn beschreibbar, oder wähle mit --data-dir einen anderen.',
  'Make it readable.': 'Mache ihn lesbar.',
  'darktable makes it. If it keeps its cache elsewhere, name that in the settings (darktableCache).':
    'darktable legt ihn an. Liegt sein Cache anderswo, nenne den Ort in den Einstellungen.',
  'Exports stand still: {0}.': 'Exporte stehen still: {0}.',
  'Do what is said there: jobs wait meanwhile.': 'Tu, was dort steht: So lange warten die Aufträge.',
  'If that is not what you want, choose an empty folder in the settings.':
    'Wenn du das nicht willst, wähle in den Einstellungen einen leeren Ordner.',
  'Others can read in {0}: {1}.': 'Andere können in {0} lesen: {1}.',
  'the folder itself': 'den Ordner selbst',
  'Restart Safelight, which closes it to others. If it says that it cannot, the folder belongs to another user, or its disk knows no rights: choose another with --data-dir.':
    'Starte Safelight neu, dann schließt es ihn für andere. Meldet es, dass das nicht geht, gehört der Ordner jemand anderem, oder sein Laufwerk kennt keine Rechte: Wähle dann mit --data-dir einen anderen.',
  'The settings file is sound.': 'Die Datei der Einstellungen ist in Ordnung.',
  'Look at the file that was kept, and set again what you miss.':
    'Sieh in die Datei, die aufgehoben wurde, und stelle neu ein, was fehlt.',
  'permission denied': 'keine Berechtigung',
  'the disk is read-only': 'das Laufwerk ist schreibgeschützt',
  'the disk is full': 'das Laufwerk ist voll',
  'it, or a part of its path, is a file': 'er oder ein Teil seines Pfads ist eine Datei',
  'it is a folder': 'es ist ein Ordner',
  'it is not an ordinary file': 'es ist keine gewöhnliche Datei',

  // This computer
  '{0} GiB free at {1}.': '{0} GiB frei bei {1}.',
  '{0} MiB free at {1}.': '{0} MiB frei bei {1}.',
  'Make room: exports, previews and backups cannot be written any more.':
    'Schaffe Platz: Exporte, Vorschaubilder und Sicherungen können nicht mehr geschrieben werden.',
  'Make room soon.': 'Schaffe bald Platz.',
  'Safelight answers at {0}.': 'Safelight antwortet unter {0}.',
  'Safelight should answer at {0}, and does not.': 'Safelight sollte unter {0} antworten, tut es aber nicht.',
  'Restart it. If that does not help, look at its log.': 'Starte es neu. Hilft das nicht, sieh in sein Protokoll.',
  'Port {0} is free; Safelight is not running.': 'Port {0} ist frei; Safelight läuft nicht.',
  'Safelight is not running, and port {0} cannot be had: {1}.':
    'Safelight läuft nicht, und Port {0} ist nicht zu haben: {1}.',
  'another program has it': 'ein anderes Programm hat ihn',
  'ports below 1024 need more rights': 'Ports unter 1024 brauchen mehr Rechte',
  'Choose another port: safelight settings set port N': 'Wähle einen anderen Port: safelight settings set port N',
  'This desktop shows tray icons.': 'Dieser Desktop zeigt Symbole in der Taskleiste.',
  'Not asked: there is no desktop here. Safelight works without a tray.':
    'Nicht geprüft: Hier gibt es keinen Desktop. Safelight geht auch ohne Taskleiste.',
  'No tray icon can be shown: {0}.': 'In der Taskleiste kann kein Symbol gezeigt werden: {0}.',
  'this desktop has no place for it': 'dieser Desktop hat keinen Platz dafür',
  'Safelight works without one: open its page in the browser.':
    'Safelight geht auch ohne: Öffne seine Seite im Browser.',
  '{0}; the disk agrees.': '{0}; das Laufwerk stimmt zu.',
  'This computer believes that it is {0}.': 'Dieser Rechner glaubt, es sei {0}.',
  'Set the clock.': 'Stelle die Uhr.',
  "The disk of {0} is {1} s off this computer's clock.":
    'Das Laufwerk von {0} weicht {1} s von der Uhr dieses Rechners ab.',
  'Set both clocks by a time server: else previews look older or newer than they are.':
    'Stelle beide Uhren nach einem Zeitserver: Sonst wirken Vorschaubilder älter oder neuer, als sie sind.',
  'The clock of {0} cannot be told: {1}.': 'Die Uhr von {0} lässt sich nicht lesen: {1}.',
  'Make the folder writable.': 'Mache den Ordner beschreibbar.',
  'This could not be looked at: {0}': 'Das ließ sich nicht prüfen: {0}',
  'Please report this as a fault of Safelight.': 'Bitte melde das als Fehler von Safelight.',
  '{0}': '{0}',
};
