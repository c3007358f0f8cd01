import type { Texts } from '../texts.ts';

/** The checks of the diagnostics, by the service's English sentence; see src/doctor. */
export const diagnostics: Texts['diagnostics'] = {
  Library: 'Bibliothèque',
  'Library version': 'Version de la bibliothèque',
  'Library in use': 'Bibliothèque utilisée',
  darktable: 'darktable',
  'Plugin in darktable': 'Plugin dans darktable',
  'Resident darktable': 'darktable gardé chargé',
  Machines: 'Ordinateurs',
  'Refresh queue': 'File d’attente des aperçus',
  'Export queue': 'File d’attente des exports',
  'Data folder': 'Dossier de données',
  Settings: 'Paramètres',
  'Export folder': 'Dossier des exports',
  "darktable's cache": 'Cache de darktable',
  'Free space': 'Place libre',
  Port: 'Port',
  HTTPS: 'HTTPS',
  'From outside': 'De l’extérieur',
  Tray: 'Zone de notification',
  Updates: 'Mises à jour',
  Clock: 'Horloge',

  // HTTPS
  'HTTPS is off.': 'HTTPS est désactivé.',
  'Safelight does not listen with HTTPS: {0}.': 'Safelight n’est pas joignable en HTTPS : {0}.',
  'it does not answer': 'il ne répond pas',
  'it has not begun yet': 'il n’a pas encore commencé',
  'Choose another port in the settings if this one is taken. Safelight tries again each minute.':
    'Choisissez un autre port dans les paramètres si celui-ci est occupé. Safelight réessaie chaque minute.',
  'A device that trusts this computer cannot connect to {0}: {1}.':
    'Un appareil qui fait confiance à cet ordinateur ne peut pas se connecter à {0} : {1}.',
  "Check this computer's clock. If that does not help, make a new authority in the settings under Devices and sessions.":
    'Vérifiez l’horloge de cet ordinateur. Si cela ne suffit pas, créez une nouvelle autorité dans les paramètres, sous Appareils et sessions.',
  'The certificate authority ends on {0}.': 'L’autorité de certification expire le {0}.',
  'Make a new one in the settings under Devices and sessions. Each device must trust it.':
    'Créez-en une nouvelle dans les paramètres, sous Appareils et sessions. Chaque appareil doit lui faire confiance.',
  "The certificate does not cover this computer's name {0}.":
    'Le certificat ne couvre pas le nom {0} de cet ordinateur.',
  'Devices reach this computer at its address. A new authority covers the name, and each device must trust it.':
    'Les appareils joignent cet ordinateur à son adresse. Une nouvelle autorité couvre le nom, et chaque appareil doit lui faire confiance.',
  'Devices that trust this computer can connect to {0}; its certificate is valid until {1}.':
    'Les appareils qui font confiance à cet ordinateur peuvent se connecter à {0} ; son certificat est valable jusqu’au {1}.',

  // From outside
  'Nobody reaches Safelight from outside.': 'Personne ne joint Safelight de l’extérieur.',
  'The tunnel to {0} is open.': 'Le tunnel vers {0} est ouvert.',
  'The tunnel to {0} is not open.': 'Le tunnel vers {0} n’est pas ouvert.',
  'Your tailnet reaches Safelight at {0}': 'Votre tailnet joint Safelight à {0}',
  'Tailscale does not lead here.': 'Tailscale ne mène pas ici.',
  '{0} has a valid certificate.': '{0} a un certificat valide.',
  '{0} has no valid certificate yet.': '{0} n’a pas encore de certificat valide.',
  'Safelight tries again by itself. Look once more in a minute.':
    'Safelight réessaie de lui-même. Regardez de nouveau dans une minute.',

  // Machines
  'Only this computer renders.': 'Seul cet ordinateur fait le rendu.',
  'The message broker cannot be reached: {0}.': 'Le serveur de messages est injoignable : {0}.',
  'it has not answered yet': 'il n’a pas encore répondu',
  'Check that nats-server is running and the network. Until then this computer renders alone.':
    'Vérifiez que nats-server est lancé, et le réseau. D’ici là, cet ordinateur fait le rendu seul.',
  'The message broker cannot be used: {0}.': 'Le serveur de messages ne peut pas être utilisé : {0}.',
  'it refused': 'il refuse',
  'Check its address and the credentials in the settings.':
    'Vérifiez son adresse et les identifiants dans les paramètres.',
  'The other machines are paused.': 'Les autres ordinateurs sont en pause.',
  'No worker is connected.': 'Aucun autre ordinateur n’est connecté.',
  'Start one on another machine with: safelight worker': 'Lancez sur un autre ordinateur : safelight worker',
  'Workers that render with this computer: {0}.': 'Ordinateurs qui font le rendu avec celui-ci : {0}.',

  // Updates
  'Unknown while Safelight is not running.': 'Inconnu tant que Safelight n’est pas lancé.',
  'Safelight does not look for updates.': 'Safelight ne cherche pas de mises à jour.',
  'Safelight does not look for updates: this build has no key to check them with.':
    'Safelight ne cherche pas de mises à jour : cette version n’a pas de clé pour les vérifier.',
  'Safelight has not looked for updates yet.': 'Safelight n’a pas encore cherché de mises à jour.',
  'Safelight {0} is the newest version.': 'Safelight {0} est la dernière version.',
  'Safelight {0} of {1} is available.': 'Safelight {0} du {1} est disponible.',
  'New: {0}': 'Nouveau : {0}',
  'Install it: safelight update --install': 'Installez-la : safelight update --install',
  'Download the new .deb and install it with apt.': 'Téléchargez le nouveau .deb et installez-le avec apt.',
  'Download the new .rpm and install it with dnf or zypper.':
    'Téléchargez le nouveau .rpm et installez-le avec dnf ou zypper.',
  'Download the new installer and run it.': 'Téléchargez le nouvel installateur et lancez-le.',
  'Download the new Safelight.app.': 'Téléchargez la nouvelle Safelight.app.',
  'Get the new version: git pull, then npm start.': 'Prenez la nouvelle version : git pull, puis npm start.',
  'Safelight does not know where to look for updates.': 'Safelight ne sait pas où chercher des mises à jour.',
  'Enter the address of updates in the settings.': 'Entrez l’adresse des mises à jour dans les paramètres.',
  'This Safelight has no key to check updates with.': 'Ce Safelight n’a pas de clé pour vérifier les mises à jour.',
  'Install new versions by hand.': 'Installez les nouvelles versions à la main.',
  'The address of updates does not answer.': 'L’adresse des mises à jour ne répond pas.',
  'Check the network and the address of updates.': 'Vérifiez le réseau et l’adresse des mises à jour.',
  'The last update that was offered is not signed by the makers of Safelight. It was not used.':
    'La dernière mise à jour proposée n’est pas signée par les auteurs de Safelight. Elle n’a pas été utilisée.',
  'Check the address of updates.': 'Vérifiez l’adresse des mises à jour.',
  'The address of updates names no version.': 'L’adresse des mises à jour ne nomme aucune version.',
  'The new version has no portable copy for this computer.':
    'La nouvelle version n’a pas de copie portable pour cet ordinateur.',
  'Install it in another way.': 'Installez-la d’une autre façon.',
  'The disk has no room for the update.': 'Le disque n’a pas de place pour la mise à jour.',
  'Free some space and try again.': 'Libérez de la place et réessayez.',
  'The folder of this portable copy cannot be written.': 'Le dossier de cette copie portable ne peut pas être écrit.',
  'Unpack the new version into another folder.': 'Décompressez la nouvelle version dans un autre dossier.',
  'The update arrived damaged. It was not used.': 'La mise à jour est arrivée abîmée. Elle n’a pas été utilisée.',
  'Try again.': 'Réessayez.',
  'The last update did not start. Safelight has gone back to the version before.':
    'La dernière mise à jour ne s’est pas lancée. Safelight est revenu à la version d’avant.',
  'Try again, or report this as a bug in Safelight.': 'Réessayez, ou signalez-le comme un bogue de Safelight.',

  // Library
  '1 image in {0}.': '1 image dans {0}.',
  '{0} images in {1}.': '{0} images dans {1}.',
  'Safelight shows the sample library ({0}): darktable has no library on this computer.':
    'Safelight montre la bibliothèque d’exemple ({0}) : darktable n’a pas de bibliothèque sur cet ordinateur.',
  'darktable has no library on this computer: Safelight will show its sample library.':
    'darktable n’a pas de bibliothèque sur cet ordinateur : Safelight montrera sa bibliothèque d’exemple.',
  'Start darktable once and import pictures; Safelight switches to its library by itself. Or choose a library in the settings.':
    'Lancez darktable une fois et importez des images ; Safelight passe de lui-même à sa bibliothèque. Ou choisissez une bibliothèque dans les paramètres.',
  'Wait a moment. If this does not help, close other programs that write to the library.':
    'Attendez un moment. Si cela n’aide pas, fermez les autres programmes qui écrivent dans la bibliothèque.',
  'Follow the advice above, or choose another library in the settings.':
    'Suivez le conseil ci-dessus, ou choisissez une autre bibliothèque dans les paramètres.',
  'Restore a backup of the library, or ask somebody who knows SQLite for help.':
    'Restaurez une sauvegarde de la bibliothèque, ou demandez de l’aide à quelqu’un qui connaît SQLite.',
  'It has version {0}.': 'Elle a la version {0}.',
  'Versions {0} to {1} are supported.': 'Les versions {0} à {1} sont prises en charge.',
  'Unknown: the library cannot be read.': 'Inconnu : la bibliothèque ne peut pas être lue.',
  'Open the library once with darktable 4.2 or newer.':
    'Ouvrez une fois la bibliothèque avec darktable 4.2 ou plus récent.',
  'Update Safelight.': 'Mettez Safelight à jour.',
  'It is only shown. Update Safelight to change it.':
    'Elle est seulement montrée. Mettez Safelight à jour pour la modifier.',
  'See the library check above.': 'Voyez plus haut, à « Bibliothèque ».',
  'darktable has it open (process {0}).': 'darktable l’a ouverte (processus {0}).',
  'No program has it open.': 'Aucun programme ne l’a ouverte.',
  '{0} names process {1}, which is not a darktable of this computer, and lies on a network drive ({2}): a darktable on another computer may have the library open, so Safelight changes nothing.':
    '{0} nomme le processus {1}, qui n’est pas un darktable de cet ordinateur, et se trouve sur un lecteur réseau ({2}) : un darktable d’un autre ordinateur a peut-être ouvert la bibliothèque, donc Safelight ne modifie rien.',
  'Close darktable on the other computer. If none is open, say so: safelight unlock':
    'Fermez darktable sur l’autre ordinateur. Si aucun n’est ouvert, dites-le : safelight unlock',
  '{0} cannot be read: darktable may have the library open, so Safelight changes nothing.':
    '{0} ne peut pas être lu : darktable a peut-être ouvert la bibliothèque, donc Safelight ne modifie rien.',
  'Make the file readable, or remove it if no darktable is open.':
    'Rendez le fichier lisible, ou supprimez-le si aucun darktable n’est ouvert.',
  '{0}.lock names process {1}, which is not darktable: darktable did not exit cleanly.':
    '{0}.lock nomme le processus {1}, qui n’est pas darktable : darktable ne s’est pas fermé correctement.',
  'Safelight does not mind. darktable removes the file by itself at its next start.':
    'Cela ne gêne pas Safelight. darktable supprime le fichier de lui-même à son prochain lancement.',
  'Safelight does not mind, but darktable does not open the library while there is such a process. Remove the lock: safelight unlock':
    'Cela ne gêne pas Safelight, mais darktable n’ouvre pas la bibliothèque tant qu’un tel processus existe. Supprimez le verrou : safelight unlock',

  // Resident darktable
  'Pictures come from a darktable {0} that stays loaded and may use the graphics card.':
    'Les images viennent d’un darktable {0} qui reste chargé et peut utiliser la carte graphique.',
  'Pictures come from a darktable {0} that stays loaded.': 'Les images viennent d’un darktable {0} qui reste chargé.',
  'darktable {0} is tested when the first picture is wanted.':
    'darktable {0} est essayé quand la première image est demandée.',
  'Pictures come from darktable-cli, which takes longer: {0}.':
    'Les images viennent de darktable-cli, qui est plus lent : {0}.',
  'Color pickers, masks as pictures, and modules whose defaults depend on the picture need a darktable that stays loaded.':
    'Les pipettes, les masques en image et les modules dont les valeurs par défaut dépendent de l’image ont besoin d’un darktable qui reste chargé.',

  // darktable
  'darktable {0}.': 'darktable {0}.',
  'darktable {0}: {1}.': 'darktable {0} : {1}.',
  'Also installed, and not used: {0}.': 'Aussi installé, mais non utilisé : {0}.',
  '{0}, which the settings choose, is not there.': '{0}, choisi dans les paramètres, n’est pas là.',
  'Choose a darktable in the settings.': 'Choisissez un darktable dans les paramètres.',
  'It is older than the library (version {0}), which it cannot open.':
    'Il est plus ancien que la bibliothèque (version {0}) et ne peut pas l’ouvrir.',
  'Choose the darktable of this library in the settings, or install a newer one. Until then its pictures may lack edits.':
    'Choisissez le darktable de cette bibliothèque dans les paramètres, ou installez-en un plus récent. D’ici là, il peut manquer du développement à ses images.',
  'Its modules are not known: {0}.': 'Ses modules ne sont pas connus : {0}.',
  'What needs their order is refused: further instances, styles with an order. Everything else works.':
    'Ce qui a besoin de leur ordre est refusé : d’autres instances, des styles avec un ordre. Tout le reste marche.',
  'darktable was not found.': 'darktable n’a pas été trouvé.',
  'Install darktable. Without it, no previews and exports are rendered.':
    'Installez darktable. Sans lui, aucun aperçu ni export n’est rendu.',
  'darktable is installed, but does not report its version.': 'darktable est installé, mais ne donne pas sa version.',
  'Make sure that darktable can be started.': 'Assurez-vous que darktable peut être lancé.',
  'darktable was never started on this computer.': 'darktable n’a jamais été lancé sur cet ordinateur.',
  'Start darktable once, then: safelight plugin install': 'Lancez darktable une fois, puis : safelight plugin install',
  'The plugin is not installed in {0}.': 'Le plugin n’est pas installé dans {0}.',
  'The plugin is not installed in {0}; darktable-cli {1} renders instead.':
    'Le plugin n’est pas installé dans {0} ; darktable-cli {1} fait le rendu à la place.',
  'Install it: safelight plugin install': 'Installez-le : safelight plugin install',
  'Install it: safelight plugin install. Or let darktable-cli render: safelight settings set renderer auto':
    'Installez-le : safelight plugin install. Ou laissez darktable-cli faire le rendu : safelight settings set renderer auto',
  'Plugin {0} is installed in {1}.': 'Le plugin {0} est installé dans {1}.',
  'Plugin {0} in {1} is outdated: version {2} is available.':
    'Le plugin {0} dans {1} est dépassé : la version {2} est disponible.',
  '(unknown version)': '(version inconnue)',
  'Update it: safelight plugin install': 'Mettez-le à jour : safelight plugin install',
  'It responded within {0} ms.': 'Il a répondu en {0} ms.',
  'It does not respond in the running darktable.': 'Il ne répond pas dans le darktable lancé.',
  'Restart darktable.': 'Redémarrez darktable.',
  'It did not respond in time.': 'Il n’a pas répondu à temps.',
  'Follow the advice above.': 'Suivez le conseil ci-dessus.',
  'It may be busy with a large export. Try again in a minute.':
    'Il est peut-être occupé par un gros export. Réessayez dans une minute.',
  'darktable is not running, and darktable-cli {0} renders instead.':
    'darktable n’est pas lancé ; darktable-cli {0} fait le rendu à la place.',
  'darktable is not running, so jobs are waiting.': 'darktable n’est pas lancé, donc des tâches attendent.',
  'Start darktable.': 'Lancez darktable.',

  // Queues and folders
  '1 job in {0}.': '1 tâche dans {0}.',
  '{0} jobs in {1}.': '{0} tâches dans {1}.',
  '{0} failed.': 'Échecs : {0}.',
  'Open the queues in the settings to see why, and to try them again.':
    'Ouvrez les files d’attente dans les paramètres pour voir pourquoi, et pour réessayer.',
  'Make it a file that Safelight can write, or choose another path in the settings.':
    'Faites-en un fichier que Safelight peut écrire, ou choisissez un autre chemin dans les paramètres.',
  '{0} can be written.': '{0} peut être écrit.',
  '{0} cannot be written: {1}.': '{0} ne peut pas être écrit : {1}.',
  '{0} can be read.': '{0} peut être lu.',
  'Nothing is removed from what cannot be read. Move the file away, or choose another path in the settings.':
    'Rien n’est supprimé de ce qui ne peut pas être lu. Déplacez le fichier, ou choisissez un autre chemin dans les paramètres.',
  '{0} cannot be read: {1}.': '{0} ne peut pas être lu : {1}.',
  '{0} does not exist (yet).': '{0} n’existe pas (encore).',
  'Make it writable, or choose another folder in the settings.':
    'Autorisez l’écriture, ou choisissez un autre dossier dans les paramètres.',
  'Make it writable, or choose another with --data-dir.':
    'Autorisez l’écriture, ou choisissez un autre dossier avec --data-dir.',
  'Make it readable.': 'Rendez-le lisible.',
  'darktable creates it. If its cache is elsewhere, set darktableCache in the settings.':
    'darktable le crée. Si son cache est ailleurs, réglez darktableCache dans les paramètres.',
  'Exports are stopped: {0}.': 'Les exports sont arrêtés : {0}.',
  'Follow the advice above. Jobs wait until then.': 'Suivez le conseil ci-dessus. Les tâches attendent d’ici là.',
  'If you do not want this, choose an empty folder in the settings.':
    'Si vous ne le voulez pas, choisissez un dossier vide dans les paramètres.',
  'Other users can read parts of {0}: {1}.': 'D’autres utilisateurs peuvent lire des parties de {0} : {1}.',
  'the folder itself': 'le dossier lui-même',
  'Restart Safelight, which makes the folder private. If it cannot, the folder belongs to another user or its disk does not support permissions: choose another folder with --data-dir.':
    'Redémarrez Safelight, qui rend le dossier privé. S’il ne le peut pas, le dossier appartient à un autre utilisateur, ou son disque ne connaît pas les droits : choisissez un autre dossier avec --data-dir.',
  'The settings file is valid.': 'Le fichier des paramètres est valable.',
  'Check the file that was kept, and enter missing settings again.':
    'Vérifiez le fichier qui a été gardé, et entrez de nouveau les paramètres manquants.',
  'permission denied': 'accès refusé',
  'the disk is read-only': 'le disque est en lecture seule',
  'the disk is full': 'le disque est plein',
  'it or a part of its path is a file': 'lui ou une partie de son chemin est un fichier',
  'it is a folder': 'c’est un dossier',
  'it is not an ordinary file': 'ce n’est pas un fichier ordinaire',

  // This computer
  '{0} GiB free at {1}.': '{0} Gio libres sur {1}.',
  '{0} MiB free at {1}.': '{0} Mio libres sur {1}.',
  'Free up space: exports, previews and backups can no longer be written.':
    'Libérez de la place : les exports, les aperçus et les sauvegardes ne peuvent plus être écrits.',
  'Free up space soon.': 'Libérez bientôt de la place.',
  'Safelight responds at {0}.': 'Safelight répond à {0}.',
  'Safelight should respond at {0}, but does not.': 'Safelight devrait répondre à {0}, mais ne le fait pas.',
  'Restart it. If this does not help, check its log.': 'Redémarrez-le. Si cela n’aide pas, regardez son journal.',
  'Port {0} is free; Safelight is not running.': 'Le port {0} est libre ; Safelight n’est pas lancé.',
  'Safelight is not running, and port {0} is not available: {1}.':
    'Safelight n’est pas lancé, et le port {0} n’est pas disponible : {1}.',
  'another program uses it': 'un autre programme l’utilise',
  'ports below 1024 need administrator rights': 'les ports sous 1024 demandent des droits d’administrateur',
  'Choose another port: safelight settings set port N': 'Choisissez un autre port : safelight settings set port N',
  'This desktop shows tray icons.': 'Ce bureau montre les icônes de la zone de notification.',
  'Not checked: this computer has no desktop. Safelight works without a tray.':
    'Non vérifié : cet ordinateur n’a pas de bureau. Safelight marche aussi sans zone de notification.',
  'No tray icon can be shown: {0}.': 'Aucune icône ne peut être montrée dans la zone de notification : {0}.',
  'this desktop does not show tray icons': 'ce bureau n’y montre pas d’icônes',
  'Safelight works without a tray icon: open its page in the browser.':
    'Safelight marche aussi sans : ouvrez sa page dans le navigateur.',
  '{0}; the disk clock agrees.': '{0} ; l’horloge du disque est d’accord.',
  'The clock of this computer says {0}.': 'L’horloge de cet ordinateur indique {0}.',
  'Set the clock.': 'Réglez l’horloge.',
  "The disk of {0} is {1} s off this computer's clock.":
    'Le disque de {0} a {1} s d’écart avec l’horloge de cet ordinateur.',
  'Synchronize both clocks with a time server. Otherwise previews look older or newer than they are.':
    'Réglez les deux horloges sur un serveur de temps. Sinon, les aperçus paraissent plus anciens ou plus récents qu’ils ne sont.',
  'The clock of {0} cannot be read: {1}.': 'L’horloge de {0} ne peut pas être lue : {1}.',
  'Make the folder writable.': 'Autorisez l’écriture dans le dossier.',
  'This could not be checked: {0}': 'Cela n’a pas pu être vérifié : {0}',
  'Please report this as a bug in Safelight.': 'Merci de le signaler comme un bogue de Safelight.',
  '{0}': '{0}',
};
