import type { Texts } from '../texts.ts';

/** The checks of the diagnostics, by the service's English sentence; see src/doctor. */
export const diagnostics: Texts['diagnostics'] = {
  Library: 'Bibliothek',
  'Library version': 'Version der Bibliothek',
  'Library in use': 'Bibliothek in Benutzung',
  darktable: 'darktable',
  'Plugin in darktable': 'Plugin in darktable',
  'Resident darktable': 'Residentes darktable',
  Machines: 'Rechner',
  'Refresh queue': 'Warteschlange der Vorschaubilder',
  'Export queue': 'Warteschlange der Exporte',
  'Data folder': 'Datenordner',
  Settings: 'Einstellungen',
  'Export folder': 'Ordner für Exporte',
  "darktable's cache": 'Cache von darktable',
  'Free space': 'Freier Platz',
  Port: 'Port',
  HTTPS: 'HTTPS',
  'From outside': 'Von außen',
  Tray: 'Infobereich',
  Updates: 'Updates',
  Clock: 'Uhr',

  // HTTPS
  'HTTPS is off.': 'HTTPS ist aus.',
  'Safelight does not listen with HTTPS: {0}.': 'Safelight ist nicht über HTTPS zu erreichen: {0}.',
  'it does not answer': 'es antwortet nicht',
  'it has not begun yet': 'es hat noch nicht begonnen',
  'Choose another port in the settings if this one is taken. Safelight tries again each minute.':
    'Wähle in den Einstellungen einen anderen Port, wenn dieser belegt ist. Safelight versucht es jede Minute wieder.',
  'A device that trusts this computer cannot connect to {0}: {1}.':
    'Ein Gerät, das diesem Rechner vertraut, kann sich nicht mit {0} verbinden: {1}.',
  "Check this computer's clock. If that does not help, make a new authority in the settings under Devices and sessions.":
    'Prüfe die Uhr dieses Rechners. Hilft das nicht, erzeuge in den Einstellungen unter Geräte und Sitzungen eine neue Zertifizierungsstelle.',
  'The certificate authority ends on {0}.': 'Die Zertifizierungsstelle gilt nur bis {0}.',
  'Make a new one in the settings under Devices and sessions. Each device must trust it.':
    'Erzeuge in den Einstellungen unter Geräte und Sitzungen eine neue. Jedes Gerät muss ihr vertrauen.',
  "The certificate does not cover this computer's name {0}.":
    'Das Zertifikat gilt nicht für den Namen {0} dieses Rechners.',
  'Devices reach this computer at its address. A new authority covers the name, and each device must trust it.':
    'Geräte erreichen diesen Rechner unter seiner Adresse. Eine neue Zertifizierungsstelle gilt auch für den Namen, und jedes Gerät muss ihr vertrauen.',
  'Devices that trust this computer can connect to {0}; its certificate is valid until {1}.':
    'Geräte, die diesem Rechner vertrauen, können sich mit {0} verbinden; das Zertifikat gilt bis {1}.',

  // From outside
  'Nobody reaches Safelight from outside.': 'Niemand erreicht Safelight von außen.',
  'The tunnel to {0} is open.': 'Der Tunnel zu {0} ist offen.',
  'The tunnel to {0} is not open.': 'Der Tunnel zu {0} ist nicht offen.',
  'Your tailnet reaches Safelight at {0}': 'Dein Tailnet erreicht Safelight unter {0}',
  'Tailscale does not lead here.': 'Tailscale führt nicht hierher.',
  '{0} has a valid certificate.': '{0} hat ein gültiges Zertifikat.',
  '{0} has no valid certificate yet.': '{0} hat noch kein gültiges Zertifikat.',
  'Safelight tries again by itself. Look once more in a minute.':
    'Safelight versucht es von selbst wieder. Sieh in einer Minute noch einmal nach.',

  // Machines
  'Only this computer renders.': 'Nur dieser Rechner rendert.',
  'The message broker cannot be reached: {0}.': 'Der Nachrichtenserver ist nicht zu erreichen: {0}.',
  'it has not answered yet': 'er hat noch nicht geantwortet',
  'Check that nats-server is running and the network. Until then this computer renders alone.':
    'Prüfe, ob nats-server läuft, und das Netzwerk. Bis dahin rendert dieser Rechner allein.',
  'The message broker cannot be used: {0}.': 'Der Nachrichtenserver kann nicht benutzt werden: {0}.',
  'it refused': 'er lehnt ab',
  'Check its address and the credentials in the settings.':
    'Prüfe seine Adresse und die Zugangsdaten in den Einstellungen.',
  'The other machines are paused.': 'Die anderen Rechner sind angehalten.',
  'No worker is connected.': 'Kein anderer Rechner ist verbunden.',
  'Start one on another machine with: safelight worker': 'Starte auf einem anderen Rechner: safelight worker',
  'Workers that render with this computer: {0}.': 'Rechner, die mitrendern: {0}.',

  // Updates
  'Unknown while Safelight is not running.': 'Unbekannt, solange Safelight nicht läuft.',
  'Safelight does not look for updates.': 'Safelight sucht nicht nach Updates.',
  'Safelight does not look for updates: this build has no key to check them with.':
    'Safelight sucht nicht nach Updates: Diese Version hat keinen Schlüssel, um sie zu prüfen.',
  'Safelight has not looked for updates yet.': 'Safelight hat noch nicht nach Updates gesucht.',
  'Safelight {0} is the newest version.': 'Safelight {0} ist die neueste Version.',
  'Safelight {0} of {1} is available.': 'Safelight {0} vom {1} ist verfügbar.',
  'New: {0}': 'Neu: {0}',
  'Install it: safelight update --install': 'Installiere es: safelight update --install',
  'Download the new .deb and install it with apt.': 'Lade das neue .deb herunter und installiere es mit apt.',
  'Download the new .rpm and install it with dnf or zypper.':
    'Lade das neue .rpm herunter und installiere es mit dnf oder zypper.',
  'Download the new installer and run it.': 'Lade das neue Installationsprogramm herunter und starte es.',
  'Download the new Safelight.app.': 'Lade die neue Safelight.app herunter.',
  'Get the new version: git pull, then npm start.': 'Hole die neue Version: git pull, dann npm start.',
  'Safelight does not know where to look for updates.': 'Safelight weiß nicht, wo es nach Updates suchen soll.',
  'Enter the address of updates in the settings.': 'Trage die Adresse der Updates in den Einstellungen ein.',
  'This Safelight has no key to check updates with.':
    'Dieses Safelight hat keinen Schlüssel, mit dem es Updates prüfen könnte.',
  'Install new versions by hand.': 'Installiere neue Versionen von Hand.',
  'The address of updates does not answer.': 'Die Adresse der Updates antwortet nicht.',
  'Check the network and the address of updates.': 'Prüfe das Netzwerk und die Adresse der Updates.',
  'The last update that was offered is not signed by the makers of Safelight. It was not used.':
    'Das zuletzt angebotene Update ist nicht von den Machern von Safelight unterschrieben. Es wurde nicht benutzt.',
  'Check the address of updates.': 'Prüfe die Adresse der Updates.',
  'The address of updates names no version.': 'Die Adresse der Updates nennt keine Version.',
  'The new version has no portable copy for this computer.': 'Die neue Version gibt es nicht für diesen Rechner.',
  'Install it in another way.': 'Installiere sie auf andere Weise.',
  'The disk has no room for the update.': 'Auf dem Datenträger ist kein Platz für das Update.',
  'Free some space and try again.': 'Mach Platz und versuche es noch einmal.',
  'The folder of this portable copy cannot be written.': 'In den Ordner dieser Kopie darf nicht geschrieben werden.',
  'Unpack the new version into another folder.': 'Entpacke die neue Version in einen anderen Ordner.',
  'The update arrived damaged. It was not used.': 'Das Update kam beschädigt an. Es wurde nicht benutzt.',
  'Try again.': 'Versuche es noch einmal.',
  'The last update did not start. Safelight has gone back to the version before.':
    'Das letzte Update ist nicht gestartet. Safelight ist zur Version davor zurückgekehrt.',
  'Try again, or report this as a bug in Safelight.': 'Versuche es noch einmal, oder melde es als Fehler in Safelight.',

  // Library
  '1 image in {0}.': '1 Bild in {0}.',
  '{0} images in {1}.': '{0} Bilder in {1}.',
  'Safelight shows the sample library ({0}): darktable has no library on this computer.':
    'Safelight zeigt die Beispielbibliothek ({0}): darktable hat auf diesem Rechner keine Bibliothek.',
  'darktable has no library on this computer: Safelight will show its sample library.':
    'darktable hat auf diesem Rechner keine Bibliothek: Safelight zeigt seine Beispielbibliothek.',
  'Start darktable once and import pictures; Safelight switches to its library by itself. Or choose a library in the settings.':
    'Starte darktable einmal und importiere Bilder; Safelight wechselt von selbst zu dieser Bibliothek. Oder wähle in den Einstellungen eine Bibliothek.',
  'Wait a moment. If this does not help, close other programs that write to the library.':
    'Warte einen Moment. Hilft das nicht, schließe andere Programme, die in die Bibliothek schreiben.',
  'Follow the advice above, or choose another library in the settings.':
    'Folge dem Hinweis oben, oder wähle in den Einstellungen eine andere Bibliothek.',
  'Restore a backup of the library, or ask somebody who knows SQLite for help.':
    'Stelle eine Sicherung der Bibliothek wieder her, oder bitte jemanden um Hilfe, der SQLite kennt.',
  'It has version {0}.': 'Sie hat Version {0}.',
  'Versions {0} to {1} are supported.': 'Unterstützt werden die Versionen {0} bis {1}.',
  'Unknown: the library cannot be read.': 'Unbekannt: Die Bibliothek kann nicht gelesen werden.',
  'Open the library once with darktable 4.2 or newer.': 'Öffne die Bibliothek einmal mit darktable 4.2 oder neuer.',
  'Update Safelight.': 'Aktualisiere Safelight.',
  'It is only shown. Update Safelight to change it.':
    'Sie wird nur angezeigt. Aktualisiere Safelight, um sie zu ändern.',
  'See the library check above.': 'Siehe oben unter „Bibliothek“.',
  'darktable has it open (process {0}).': 'darktable hat sie geöffnet (Prozess {0}).',
  'No program has it open.': 'Kein Programm hat sie geöffnet.',
  '{0} names process {1}, which is not a darktable of this computer, and lies on a network drive ({2}): a darktable on another computer may have the library open, so Safelight changes nothing.':
    '{0} nennt den Prozess {1}, der kein darktable dieses Rechners ist, und liegt auf einem Netzlaufwerk ({2}): Ein darktable auf einem anderen Rechner hat die Bibliothek vielleicht offen, deshalb ändert Safelight nichts.',
  'Close darktable on the other computer. If none is open, say so: safelight unlock':
    'Schließe darktable auf dem anderen Rechner. Ist dort keines offen, sage es: safelight unlock',
  '{0} cannot be read: darktable may have the library open, so Safelight changes nothing.':
    '{0} ist nicht lesbar: darktable hat die Bibliothek vielleicht offen, deshalb ändert Safelight nichts.',
  'Make the file readable, or remove it if no darktable is open.':
    'Mache die Datei lesbar, oder entferne sie, wenn kein darktable offen ist.',
  '{0}.lock names process {1}, which is not darktable: darktable did not exit cleanly.':
    '{0}.lock nennt den Prozess {1}, der kein darktable ist: darktable wurde nicht ordentlich beendet.',
  'Safelight does not mind. darktable removes the file by itself at its next start.':
    'Safelight stört das nicht. darktable entfernt die Datei bei seinem nächsten Start von selbst.',
  'Safelight does not mind, but darktable does not open the library while there is such a process. Remove the lock: safelight unlock':
    'Safelight stört das nicht, aber darktable öffnet die Bibliothek nicht, solange es einen solchen Prozess gibt. Entferne die Sperre: safelight unlock',

  // Resident darktable
  'Pictures come from a darktable {0} that stays loaded and may use the graphics card.':
    'Bilder kommen von einem darktable {0}, das geladen bleibt und die Grafikkarte nutzen darf.',
  'Pictures come from a darktable {0} that stays loaded.': 'Bilder kommen von einem darktable {0}, das geladen bleibt.',
  'darktable {0} is tested when the first picture is wanted.':
    'darktable {0} wird geprüft, sobald das erste Bild gebraucht wird.',
  'Pictures come from darktable-cli, which takes longer: {0}.':
    'Bilder kommen von darktable-cli, was länger dauert: {0}.',
  'Color pickers, masks as pictures, and modules whose defaults depend on the picture need a darktable that stays loaded.':
    'Farbpipetten, Masken als Bilder und Module, deren Vorgaben vom Bild abhängen, brauchen ein darktable, das geladen bleibt.',

  // darktable
  'darktable {0}.': 'darktable {0}.',
  'darktable {0}: {1}.': 'darktable {0}: {1}.',
  'Also installed, and not used: {0}.': 'Auch installiert, aber nicht benutzt: {0}.',
  '{0}, which the settings choose, is not there.': '{0}, in den Einstellungen gewählt, ist nicht da.',
  'Choose a darktable in the settings.': 'Wähle in den Einstellungen ein darktable.',
  'It is older than the library (version {0}), which it cannot open.':
    'Es ist älter als die Bibliothek (Version {0}) und kann sie nicht öffnen.',
  'Choose the darktable of this library in the settings, or install a newer one. Until then its pictures may lack edits.':
    'Wähle in den Einstellungen das darktable dieser Bibliothek, oder installiere ein neueres. Bis dahin können seinen Bildern Bearbeitungen fehlen.',
  'Its modules are not known: {0}.': 'Seine Module sind nicht bekannt: {0}.',
  'What needs their order is refused: further instances, styles with an order. Everything else works.':
    'Was ihre Reihenfolge braucht, wird abgelehnt: weitere Instanzen, Stile mit Reihenfolge. Alles andere geht.',
  'darktable was not found.': 'darktable wurde nicht gefunden.',
  'Install darktable. Without it, no previews and exports are rendered.':
    'Installiere darktable. Ohne darktable werden keine Vorschaubilder und Exporte gerendert.',
  'darktable is installed, but does not report its version.':
    'darktable ist installiert, nennt aber seine Version nicht.',
  'Make sure that darktable can be started.': 'Sorge dafür, dass darktable gestartet werden kann.',
  'darktable was never started on this computer.': 'darktable wurde auf diesem Rechner noch nie gestartet.',
  'Start darktable once, then: safelight plugin install': 'Starte darktable einmal, danach: safelight plugin install',
  'The plugin is not installed in {0}.': 'Das Plugin ist in {0} nicht installiert.',
  'The plugin is not installed in {0}; darktable-cli {1} renders instead.':
    'Das Plugin ist in {0} nicht installiert; stattdessen rendert darktable-cli {1}.',
  'Install it: safelight plugin install': 'Installiere es: safelight plugin install',
  'Install it: safelight plugin install. Or let darktable-cli render: safelight settings set renderer auto':
    'Installiere es: safelight plugin install. Oder lass darktable-cli rendern: safelight settings set renderer auto',
  'Plugin {0} is installed in {1}.': 'Das Plugin {0} ist in {1} installiert.',
  'Plugin {0} in {1} is outdated: version {2} is available.':
    'Das Plugin {0} in {1} ist veraltet: Version {2} ist verfügbar.',
  '(unknown version)': '(unbekannte Version)',
  'Update it: safelight plugin install': 'Aktualisiere es: safelight plugin install',
  'It responded within {0} ms.': 'Es hat nach {0} ms geantwortet.',
  'It does not respond in the running darktable.': 'Im laufenden darktable antwortet es nicht.',
  'Restart darktable.': 'Starte darktable neu.',
  'It did not respond in time.': 'Es hat nicht rechtzeitig geantwortet.',
  'Follow the advice above.': 'Folge dem Hinweis oben.',
  'It may be busy with a large export. Try again in a minute.':
    'Vielleicht ist es mit einem großen Export beschäftigt. Versuche es in einer Minute erneut.',
  'darktable is not running, and darktable-cli {0} renders instead.':
    'darktable läuft nicht; stattdessen rendert darktable-cli {0}.',
  'darktable is not running, so jobs are waiting.': 'darktable läuft nicht, deshalb warten Aufträge.',
  'Start darktable.': 'Starte darktable.',

  // Queues and folders
  '1 job in {0}.': '1 Auftrag in {0}.',
  '{0} jobs in {1}.': '{0} Aufträge in {1}.',
  '{0} failed.': '{0} fehlgeschlagen.',
  'Open the queues in the settings to see why, and to try them again.':
    'Öffne die Warteschlangen in den Einstellungen: Dort stehen die Gründe, und du kannst es erneut versuchen.',
  'Make it a file that Safelight can write, or choose another path in the settings.':
    'Sorge für eine Datei, in die Safelight schreiben kann, oder wähle in den Einstellungen einen anderen Pfad.',
  '{0} can be written.': '{0} ist beschreibbar.',
  '{0} cannot be written: {1}.': '{0} ist nicht beschreibbar: {1}.',
  '{0} can be read.': '{0} ist lesbar.',
  'Nothing is removed from what cannot be read. Move the file away, or choose another path in the settings.':
    'Was nicht lesbar ist, bleibt erhalten. Verschiebe die Datei, oder wähle in den Einstellungen einen anderen Pfad.',
  '{0} cannot be read: {1}.': '{0} ist nicht lesbar: {1}.',
  '{0} does not exist (yet).': '{0} existiert (noch) nicht.',
  'Make it writable, or choose another folder in the settings.':
    'Mache ihn beschreibbar, oder wähle in den Einstellungen einen anderen Ordner.',
  'Make it writable, or choose another with --data-dir.':
    'Mache ihn beschreibbar, oder wähle mit --data-dir einen anderen.',
  'Make it readable.': 'Mache ihn lesbar.',
  'darktable creates it. If its cache is elsewhere, set darktableCache in the settings.':
    'darktable legt ihn an. Liegt der Cache anderswo, gib den Ordner in den Einstellungen an (darktableCache).',
  'Exports are stopped: {0}.': 'Exporte sind angehalten: {0}.',
  'Follow the advice above. Jobs wait until then.': 'Folge dem Hinweis oben. Bis dahin warten die Aufträge.',
  'If you do not want this, choose an empty folder in the settings.':
    'Wenn du das nicht willst, wähle in den Einstellungen einen leeren Ordner.',
  'Other users can read parts of {0}: {1}.': 'Andere Benutzer können Teile von {0} lesen: {1}.',
  'the folder itself': 'den Ordner selbst',
  'Restart Safelight, which makes the folder private. If it cannot, the folder belongs to another user or its disk does not support permissions: choose another folder with --data-dir.':
    'Starte Safelight neu, damit es den Ordner schützt. Gelingt das nicht, gehört der Ordner einem anderen Benutzer, oder das Laufwerk unterstützt keine Rechte: Wähle mit --data-dir einen anderen Ordner.',
  'The settings file is valid.': 'Die Einstellungsdatei ist gültig.',
  'Check the file that was kept, and enter missing settings again.':
    'Prüfe die Datei, die aufgehoben wurde, und gib fehlende Einstellungen erneut ein.',
  'permission denied': 'keine Berechtigung',
  'the disk is read-only': 'das Laufwerk ist schreibgeschützt',
  'the disk is full': 'das Laufwerk ist voll',
  'it or a part of its path is a file': 'er oder ein Teil seines Pfads ist eine Datei',
  'it is a folder': 'es ist ein Ordner',
  'it is not an ordinary file': 'es ist keine gewöhnliche Datei',

  // This computer
  '{0} GiB free at {1}.': '{0} GiB frei bei {1}.',
  '{0} MiB free at {1}.': '{0} MiB frei bei {1}.',
  'Free up space: exports, previews and backups can no longer be written.':
    'Schaffe Platz: Exporte, Vorschaubilder und Sicherungen können nicht mehr geschrieben werden.',
  'Free up space soon.': 'Schaffe bald Platz.',
  'Safelight responds at {0}.': 'Safelight antwortet unter {0}.',
  'Safelight should respond at {0}, but does not.': 'Safelight sollte unter {0} antworten, tut es aber nicht.',
  'Restart it. If this does not help, check its log.': 'Starte es neu. Hilft das nicht, prüfe das Protokoll.',
  'Port {0} is free; Safelight is not running.': 'Port {0} ist frei; Safelight läuft nicht.',
  'Safelight is not running, and port {0} is not available: {1}.':
    'Safelight läuft nicht, und Port {0} ist nicht verfügbar: {1}.',
  'another program uses it': 'ein anderes Programm benutzt ihn',
  'ports below 1024 need administrator rights': 'Ports unter 1024 brauchen Administratorrechte',
  'Choose another port: safelight settings set port N': 'Wähle einen anderen Port: safelight settings set port N',
  'This desktop shows tray icons.': 'Dieser Desktop zeigt Symbole im Infobereich.',
  'Not checked: this computer has no desktop. Safelight works without a tray.':
    'Nicht geprüft: Dieser Rechner hat keinen Desktop. Safelight läuft auch ohne Symbol im Infobereich.',
  'No tray icon can be shown: {0}.': 'Im Infobereich kann kein Symbol gezeigt werden: {0}.',
  'this desktop does not show tray icons': 'dieser Desktop zeigt dort keine Symbole',
  'Safelight works without a tray icon: open its page in the browser.':
    'Safelight läuft auch ohne: Öffne seine Seite im Browser.',
  '{0}; the disk clock agrees.': '{0}; die Uhr des Laufwerks stimmt überein.',
  'The clock of this computer says {0}.': 'Die Uhr dieses Rechners zeigt {0}.',
  'Set the clock.': 'Stelle die Uhr.',
  "The disk of {0} is {1} s off this computer's clock.":
    'Das Laufwerk von {0} weicht {1} s von der Uhr dieses Rechners ab.',
  'Synchronize both clocks with a time server. Otherwise previews look older or newer than they are.':
    'Gleiche beide Uhren mit einem Zeitserver ab. Sonst wirken Vorschaubilder älter oder neuer, als sie sind.',
  'The clock of {0} cannot be read: {1}.': 'Die Uhr von {0} lässt sich nicht lesen: {1}.',
  'Make the folder writable.': 'Mache den Ordner beschreibbar.',
  'This could not be checked: {0}': 'Das konnte nicht geprüft werden: {0}',
  'Please report this as a bug in Safelight.': 'Bitte melde das als Fehler von Safelight.',
  '{0}': '{0}',
};
