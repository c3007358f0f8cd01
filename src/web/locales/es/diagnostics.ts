import type { Texts } from '../texts.ts';

/** The checks of the diagnostics, by the service's English sentence; see src/doctor. */
export const diagnostics: Texts['diagnostics'] = {
  Library: 'Biblioteca',
  'Library version': 'Versión de la biblioteca',
  'Library in use': 'Biblioteca en uso',
  darktable: 'darktable',
  'Plugin in darktable': 'Complemento en darktable',
  'Resident darktable': 'darktable cargado',
  Machines: 'Equipos',
  'Refresh queue': 'Cola de vistas previas',
  'Export queue': 'Cola de exportaciones',
  'Data folder': 'Carpeta de datos',
  Settings: 'Configuración',
  'Export folder': 'Carpeta de exportaciones',
  "darktable's cache": 'Caché de darktable',
  'Free space': 'Espacio libre',
  Port: 'Puerto',
  HTTPS: 'HTTPS',
  'From outside': 'Desde fuera',
  Tray: 'Bandeja del sistema',
  Updates: 'Actualizaciones',
  Clock: 'Reloj',

  // HTTPS
  'HTTPS is off.': 'HTTPS está desactivado.',
  'Safelight does not listen with HTTPS: {0}.': 'Safelight no responde por HTTPS: {0}.',
  'it does not answer': 'no responde',
  'it has not begun yet': 'aún no ha empezado',
  'Choose another port in the settings if this one is taken. Safelight tries again each minute.':
    'Elija otro puerto en la configuración si este está ocupado. Safelight lo intenta de nuevo cada minuto.',
  'A device that trusts this computer cannot connect to {0}: {1}.':
    'Un dispositivo que confía en este ordenador no puede conectarse a {0}: {1}.',
  "Check this computer's clock. If that does not help, make a new authority in the settings under Devices and sessions.":
    'Compruebe el reloj de este ordenador. Si no basta, cree una nueva autoridad en la configuración, en Dispositivos y sesiones.',
  'The certificate authority ends on {0}.': 'La autoridad de certificación caduca el {0}.',
  'Make a new one in the settings under Devices and sessions. Each device must trust it.':
    'Cree una nueva en la configuración, en Dispositivos y sesiones. Cada dispositivo debe confiar en ella.',
  "The certificate does not cover this computer's name {0}.":
    'El certificado no cubre el nombre {0} de este ordenador.',
  'Devices reach this computer at its address. A new authority covers the name, and each device must trust it.':
    'Los dispositivos llegan a este ordenador por su dirección. Una nueva autoridad cubre el nombre, y cada dispositivo debe confiar en ella.',
  'Devices that trust this computer can connect to {0}; its certificate is valid until {1}.':
    'Los dispositivos que confían en este ordenador pueden conectarse a {0}; su certificado es válido hasta {1}.',

  // From outside
  'Nobody reaches Safelight from outside.': 'Nadie accede a Safelight desde fuera.',
  'The tunnel to {0} is open.': 'El túnel hacia {0} está abierto.',
  'The tunnel to {0} is not open.': 'El túnel hacia {0} no está abierto.',
  'Your tailnet reaches Safelight at {0}': 'Su tailnet accede a Safelight en {0}',
  'Tailscale does not lead here.': 'Tailscale no lleva aquí.',
  '{0} has a valid certificate.': '{0} tiene un certificado válido.',
  '{0} has no valid certificate yet.': '{0} aún no tiene un certificado válido.',
  'Safelight tries again by itself. Look once more in a minute.':
    'Safelight lo intenta de nuevo. Vuelva a mirar dentro de un minuto.',

  // Machines
  'Only this computer renders.': 'Solo este equipo renderiza.',
  'The message broker cannot be reached: {0}.': 'No se puede acceder al servidor de mensajes: {0}.',
  'it has not answered yet': 'aún no ha respondido',
  'Check that nats-server is running and the network. Until then this computer renders alone.':
    'Compruebe que nats-server está en marcha, y la red. Hasta entonces este equipo renderiza solo.',
  'The message broker cannot be used: {0}.': 'No se puede usar el servidor de mensajes: {0}.',
  'it refused': 'rechaza la conexión',
  'Check its address and the credentials in the settings.':
    'Compruebe su dirección y las credenciales en la configuración.',
  'The other machines are paused.': 'Los otros equipos están en pausa.',
  'No worker is connected.': 'No hay ningún otro equipo conectado.',
  'Start one on another machine with: safelight worker': 'Inicie en otro equipo: safelight worker',
  'Workers that render with this computer: {0}.': 'Equipos que renderizan con este: {0}.',

  // Updates
  'Unknown while Safelight is not running.': 'Desconocido mientras Safelight no está en marcha.',
  'Safelight does not look for updates.': 'Safelight no busca actualizaciones.',
  'Safelight does not look for updates: this build has no key to check them with.':
    'Safelight no busca actualizaciones: esta versión no tiene clave con la que comprobarlas.',
  'Safelight has not looked for updates yet.': 'Safelight aún no ha buscado actualizaciones.',
  'Safelight {0} is the newest version.': 'Safelight {0} es la última versión.',
  'Safelight {0} of {1} is available.': 'Safelight {0} del {1} está disponible.',
  'New: {0}': 'Nuevo: {0}',
  'Install it: safelight update --install': 'Instálela: safelight update --install',
  'Download the new .deb and install it with apt.': 'Descargue el nuevo .deb e instálelo con apt.',
  'Download the new .rpm and install it with dnf or zypper.': 'Descargue el nuevo .rpm e instálelo con dnf o zypper.',
  'Download the new installer and run it.': 'Descargue el nuevo instalador y ejecútelo.',
  'Download the new Safelight.app.': 'Descargue la nueva Safelight.app.',
  'Get the new version: git pull, then npm start.': 'Obtenga la nueva versión: git pull, y luego npm start.',
  'Safelight does not know where to look for updates.': 'Safelight no sabe dónde buscar actualizaciones.',
  'Enter the address of updates in the settings.': 'Escriba la dirección de las actualizaciones en la configuración.',
  'This Safelight has no key to check updates with.':
    'Este Safelight no tiene clave con la que comprobar actualizaciones.',
  'Install new versions by hand.': 'Instale las nuevas versiones a mano.',
  'The address of updates does not answer.': 'La dirección de las actualizaciones no responde.',
  'Check the network and the address of updates.': 'Compruebe la red y la dirección de las actualizaciones.',
  'The last update that was offered is not signed by the makers of Safelight. It was not used.':
    'La última actualización ofrecida no está firmada por los autores de Safelight. No se usó.',
  'Check the address of updates.': 'Compruebe la dirección de las actualizaciones.',
  'The address of updates names no version.': 'La dirección de las actualizaciones no nombra ninguna versión.',
  'The new version has no portable copy for this computer.':
    'La nueva versión no tiene copia portátil para este equipo.',
  'Install it in another way.': 'Instálela de otra forma.',
  'The disk has no room for the update.': 'El disco no tiene sitio para la actualización.',
  'Free some space and try again.': 'Libere espacio y vuelva a intentarlo.',
  'The folder of this portable copy cannot be written.': 'No se puede escribir en la carpeta de esta copia portátil.',
  'Unpack the new version into another folder.': 'Descomprima la nueva versión en otra carpeta.',
  'The update arrived damaged. It was not used.': 'La actualización llegó dañada. No se usó.',
  'Try again.': 'Vuelva a intentarlo.',
  'The last update did not start. Safelight has gone back to the version before.':
    'La última actualización no se inició. Safelight ha vuelto a la versión anterior.',
  'Try again, or report this as a bug in Safelight.': 'Vuelva a intentarlo, o comuníquelo como error de Safelight.',

  // Library
  '1 image in {0}.': '1 imagen en {0}.',
  '{0} images in {1}.': '{0} imágenes en {1}.',
  'Safelight shows the sample library ({0}): darktable has no library on this computer.':
    'Safelight muestra la biblioteca de ejemplo ({0}): darktable no tiene biblioteca en este equipo.',
  'darktable has no library on this computer: Safelight will show its sample library.':
    'darktable no tiene biblioteca en este equipo: Safelight mostrará su biblioteca de ejemplo.',
  'Start darktable once and import pictures; Safelight switches to its library by itself. Or choose a library in the settings.':
    'Inicie darktable una vez e importe imágenes; Safelight pasa por sí mismo a su biblioteca. O elija una biblioteca en la configuración.',
  'Wait a moment. If this does not help, close other programs that write to the library.':
    'Espere un momento. Si no ayuda, cierre otros programas que escriban en la biblioteca.',
  'Follow the advice above, or choose another library in the settings.':
    'Siga el consejo de arriba, o elija otra biblioteca en la configuración.',
  'Restore a backup of the library, or ask somebody who knows SQLite for help.':
    'Restaure una copia de seguridad de la biblioteca, o pida ayuda a alguien que conozca SQLite.',
  'It has version {0}.': 'Tiene la versión {0}.',
  'Versions {0} to {1} are supported.': 'Se admiten las versiones {0} a {1}.',
  'Unknown: the library cannot be read.': 'Desconocido: no se puede leer la biblioteca.',
  'Open the library once with darktable 4.2 or newer.': 'Abra la biblioteca una vez con darktable 4.2 o más reciente.',
  'Update Safelight.': 'Actualice Safelight.',
  'It is only shown. Update Safelight to change it.': 'Solo se muestra. Actualice Safelight para cambiarla.',
  'See the library check above.': 'Vea arriba, en «Biblioteca».',
  'darktable has it open (process {0}).': 'darktable la tiene abierta (proceso {0}).',
  'No program has it open.': 'Ningún programa la tiene abierta.',
  '{0} names process {1}, which is not a darktable of this computer, and lies on a network drive ({2}): a darktable on another computer may have the library open, so Safelight changes nothing.':
    '{0} nombra el proceso {1}, que no es un darktable de este equipo, y está en una unidad de red ({2}): un darktable de otro equipo puede tener abierta la biblioteca, así que Safelight no cambia nada.',
  'Close darktable on the other computer. If none is open, say so: safelight unlock':
    'Cierre darktable en el otro equipo. Si no hay ninguno abierto, dígalo: safelight unlock',
  '{0} cannot be read: darktable may have the library open, so Safelight changes nothing.':
    '{0} no se puede leer: darktable puede tener abierta la biblioteca, así que Safelight no cambia nada.',
  'Make the file readable, or remove it if no darktable is open.':
    'Haga legible el archivo, o bórrelo si no hay ningún darktable abierto.',
  '{0}.lock names process {1}, which is not darktable: darktable did not exit cleanly.':
    '{0}.lock nombra el proceso {1}, que no es darktable: darktable no se cerró bien.',
  'Safelight does not mind. darktable removes the file by itself at its next start.':
    'A Safelight no le molesta. darktable borra el archivo por sí mismo en su próximo inicio.',
  'Safelight does not mind, but darktable does not open the library while there is such a process. Remove the lock: safelight unlock':
    'A Safelight no le molesta, pero darktable no abre la biblioteca mientras exista ese proceso. Quite el bloqueo: safelight unlock',

  // Resident darktable
  'Pictures come from a darktable {0} that stays loaded and may use the graphics card.':
    'Las imágenes vienen de un darktable {0} que se mantiene cargado y puede usar la tarjeta gráfica.',
  'Pictures come from a darktable {0} that stays loaded.':
    'Las imágenes vienen de un darktable {0} que se mantiene cargado.',
  'darktable {0} is tested when the first picture is wanted.':
    'darktable {0} se prueba cuando se pide la primera imagen.',
  'Pictures come from darktable-cli, which takes longer: {0}.':
    'Las imágenes vienen de darktable-cli, que tarda más: {0}.',
  'Color pickers, masks as pictures, and modules whose defaults depend on the picture need a darktable that stays loaded.':
    'Los cuentagotas, las máscaras como imagen y los módulos cuyos valores predeterminados dependen de la imagen necesitan un darktable que se mantenga cargado.',

  // darktable
  'darktable {0}.': 'darktable {0}.',
  'darktable {0}: {1}.': 'darktable {0}: {1}.',
  'Also installed, and not used: {0}.': 'También instalado, y no usado: {0}.',
  '{0}, which the settings choose, is not there.': '{0}, elegido en la configuración, no está.',
  'Choose a darktable in the settings.': 'Elija un darktable en la configuración.',
  'It is older than the library (version {0}), which it cannot open.':
    'Es más antiguo que la biblioteca (versión {0}), y no puede abrirla.',
  'Choose the darktable of this library in the settings, or install a newer one. Until then its pictures may lack edits.':
    'Elija en la configuración el darktable de esta biblioteca, o instale uno más reciente. Hasta entonces puede faltar revelado en sus imágenes.',
  'Its modules are not known: {0}.': 'No se conocen sus módulos: {0}.',
  'What needs their order is refused: further instances, styles with an order. Everything else works.':
    'Se rechaza lo que necesita su orden: otras instancias, estilos con un orden. Todo lo demás funciona.',
  'darktable was not found.': 'No se encontró darktable.',
  'Install darktable. Without it, no previews and exports are rendered.':
    'Instale darktable. Sin él no se renderizan vistas previas ni exportaciones.',
  'darktable is installed, but does not report its version.': 'darktable está instalado, pero no dice su versión.',
  'Make sure that darktable can be started.': 'Asegúrese de que darktable se puede iniciar.',
  'darktable was never started on this computer.': 'darktable nunca se ha iniciado en este equipo.',
  'Start darktable once, then: safelight plugin install': 'Inicie darktable una vez, y luego: safelight plugin install',
  'The plugin is not installed in {0}.': 'El complemento no está instalado en {0}.',
  'The plugin is not installed in {0}; darktable-cli {1} renders instead.':
    'El complemento no está instalado en {0}; en su lugar renderiza darktable-cli {1}.',
  'Install it: safelight plugin install': 'Instálelo: safelight plugin install',
  'Install it: safelight plugin install. Or let darktable-cli render: safelight settings set renderer auto':
    'Instálelo: safelight plugin install. O deje que renderice darktable-cli: safelight settings set renderer auto',
  'Plugin {0} is installed in {1}.': 'El complemento {0} está instalado en {1}.',
  'Plugin {0} in {1} is outdated: version {2} is available.':
    'El complemento {0} de {1} está anticuado: está disponible la versión {2}.',
  '(unknown version)': '(versión desconocida)',
  'Update it: safelight plugin install': 'Actualícelo: safelight plugin install',
  'It responded within {0} ms.': 'Respondió en {0} ms.',
  'It does not respond in the running darktable.': 'No responde en el darktable en marcha.',
  'Restart darktable.': 'Reinicie darktable.',
  'It did not respond in time.': 'No respondió a tiempo.',
  'Follow the advice above.': 'Siga el consejo de arriba.',
  'It may be busy with a large export. Try again in a minute.':
    'Quizá esté ocupado con una exportación grande. Vuelva a intentarlo en un minuto.',
  'darktable is not running, and darktable-cli {0} renders instead.':
    'darktable no está en marcha; en su lugar renderiza darktable-cli {0}.',
  'darktable is not running, so jobs are waiting.': 'darktable no está en marcha, así que hay tareas en espera.',
  'Start darktable.': 'Inicie darktable.',

  // Queues and folders
  '1 job in {0}.': '1 tarea en {0}.',
  '{0} jobs in {1}.': '{0} tareas en {1}.',
  '{0} failed.': 'Fallos: {0}.',
  'Open the queues in the settings to see why, and to try them again.':
    'Abra las colas en la configuración para ver por qué, y para reintentarlo.',
  'Make it a file that Safelight can write, or choose another path in the settings.':
    'Ponga un archivo que Safelight pueda escribir, o elija otra ruta en la configuración.',
  '{0} can be written.': '{0} se puede escribir.',
  '{0} cannot be written: {1}.': '{0} no se puede escribir: {1}.',
  '{0} can be read.': '{0} se puede leer.',
  'Nothing is removed from what cannot be read. Move the file away, or choose another path in the settings.':
    'No se quita nada de lo que no se puede leer. Mueva el archivo, o elija otra ruta en la configuración.',
  '{0} cannot be read: {1}.': '{0} no se puede leer: {1}.',
  '{0} does not exist (yet).': '{0} no existe (todavía).',
  'Make it writable, or choose another folder in the settings.':
    'Permita escribir en ella, o elija otra carpeta en la configuración.',
  'Make it writable, or choose another with --data-dir.': 'Permita escribir en ella, o elija otra con --data-dir.',
  'Make it readable.': 'Hágala legible.',
  'darktable creates it. If its cache is elsewhere, set darktableCache in the settings.':
    'darktable la crea. Si su caché está en otro sitio, ponga darktableCache en la configuración.',
  'Exports are stopped: {0}.': 'Las exportaciones están paradas: {0}.',
  'Follow the advice above. Jobs wait until then.': 'Siga el consejo de arriba. Las tareas esperan hasta entonces.',
  'If you do not want this, choose an empty folder in the settings.':
    'Si no quiere esto, elija una carpeta vacía en la configuración.',
  'Other users can read parts of {0}: {1}.': 'Otros usuarios pueden leer partes de {0}: {1}.',
  'the folder itself': 'la propia carpeta',
  'Restart Safelight, which makes the folder private. If it cannot, the folder belongs to another user or its disk does not support permissions: choose another folder with --data-dir.':
    'Reinicie Safelight, que hace privada la carpeta. Si no puede, la carpeta es de otro usuario o su disco no admite permisos: elija otra carpeta con --data-dir.',
  'The settings file is valid.': 'El archivo de configuración es válido.',
  'Check the file that was kept, and enter missing settings again.':
    'Compruebe el archivo que se conservó, y vuelva a escribir lo que falte.',
  'permission denied': 'permiso denegado',
  'the disk is read-only': 'el disco es de solo lectura',
  'the disk is full': 'el disco está lleno',
  'it or a part of its path is a file': 'ella o una parte de su ruta es un archivo',
  'it is a folder': 'es una carpeta',
  'it is not an ordinary file': 'no es un archivo normal',

  // This computer
  '{0} GiB free at {1}.': '{0} GiB libres en {1}.',
  '{0} MiB free at {1}.': '{0} MiB libres en {1}.',
  'Free up space: exports, previews and backups can no longer be written.':
    'Libere espacio: ya no se pueden escribir exportaciones, vistas previas ni copias de seguridad.',
  'Free up space soon.': 'Libere espacio pronto.',
  'Safelight responds at {0}.': 'Safelight responde en {0}.',
  'Safelight should respond at {0}, but does not.': 'Safelight debería responder en {0}, pero no lo hace.',
  'Restart it. If this does not help, check its log.': 'Reinícielo. Si no ayuda, mire su registro.',
  'Port {0} is free; Safelight is not running.': 'El puerto {0} está libre; Safelight no está en marcha.',
  'Safelight is not running, and port {0} is not available: {1}.':
    'Safelight no está en marcha, y el puerto {0} no está disponible: {1}.',
  'another program uses it': 'lo usa otro programa',
  'ports below 1024 need administrator rights': 'los puertos por debajo de 1024 necesitan permisos de administrador',
  'Choose another port: safelight settings set port N': 'Elija otro puerto: safelight settings set port N',
  'This desktop shows tray icons.': 'Este escritorio muestra iconos en la bandeja del sistema.',
  'Not checked: this computer has no desktop. Safelight works without a tray.':
    'No comprobado: este equipo no tiene escritorio. Safelight funciona también sin bandeja.',
  'No tray icon can be shown: {0}.': 'No se puede mostrar ningún icono en la bandeja: {0}.',
  'this desktop does not show tray icons': 'este escritorio no muestra iconos allí',
  'Safelight works without a tray icon: open its page in the browser.':
    'Safelight funciona también sin él: abra su página en el navegador.',
  '{0}; the disk clock agrees.': '{0}; el reloj del disco coincide.',
  'The clock of this computer says {0}.': 'El reloj de este equipo indica {0}.',
  'Set the clock.': 'Ponga el reloj en hora.',
  "The disk of {0} is {1} s off this computer's clock.": 'El disco de {0} difiere {1} s del reloj de este equipo.',
  'Synchronize both clocks with a time server. Otherwise previews look older or newer than they are.':
    'Sincronice ambos relojes con un servidor de hora. Si no, las vistas previas parecen más antiguas o más recientes de lo que son.',
  'The clock of {0} cannot be read: {1}.': 'No se puede leer el reloj de {0}: {1}.',
  'Make the folder writable.': 'Permita escribir en la carpeta.',
  'This could not be checked: {0}': 'No se pudo comprobar: {0}',
  'Please report this as a bug in Safelight.': 'Comuníquelo como error de Safelight.',
  '{0}': '{0}',
};
